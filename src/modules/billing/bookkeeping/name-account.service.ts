import type { Viewer } from '#kit/endpoint/viewer.ts';
import { editedMeanwhile } from '#modules/accounts/edited-meanwhile.service.ts';
import type { Account } from '#modules/billing/ledger/postings.ts';
import { changedFields, writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import type { LedgerAccount } from './bookkeeping.contract.ts';
import { writeLedgerAccount } from './bookkeeping.queries.ts';
import { listAccounts } from './read-ledger.service.ts';

type Naming = {
  account: Account;
  name: string;
  number: string | null;
  class: string | null;
  version: number;
};

const accountOf = async (tx: Tx, account: Account) =>
  (await listAccounts(tx)).find((one) => one.account === account)!;

/** @throws edited_meanwhile with the present name */
export async function nameAccount(
  tx: Tx,
  now: Date,
  viewer: Viewer,
  { version, ...written }: Naming,
): Promise<LedgerAccount> {
  const subject = `ledger_account:${written.account}`;
  const before = await accountOf(tx, written.account);
  const isWritten = before.version === version && (await writeLedgerAccount(tx, written, version));
  const current = await accountOf(tx, written.account);
  if (!isWritten) throw await editedMeanwhile(tx, now, { subject, current });
  const { account: _, version: __, ...names } = written as Naming;
  await writeAudit(tx, now, viewer, {
    action: 'ledger_account.name',
    subject,
    detail: { version: current.version },
    ...changedFields({ name: before.name, number: before.number, class: before.class }, names),
  });
  return current;
}
