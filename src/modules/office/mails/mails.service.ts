import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { faultOfAll, type MailFault } from '#kit/mail-faults.ts';
import { Refusal } from '#kit/refusal.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { inOrderOf, listedPage } from '#platform/db/found-rows.ts';
import { readMailFaults, sendGivenUpAgain } from '#platform/outbox/backlog.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';
import { instantsOf } from '#kit/list/list-days.ts';
import type { AskedOf, ListDeps } from '#platform/db/list-reading.ts';
import { mailKindText } from './mail-list.ts';
import type { listMails as listMailsCall, MailRow } from './mails.contract.ts';
import { countMails, listedMails, listMailDetails, listMailKinds, MAIL_SORTS } from './mails.queries.ts';

export const countGivenUpMails = (db: Db) => countMails(db, 'given_up');

type Found = Awaited<ReturnType<typeof listMailDetails>>[number];

const toMailResponse = (row: Found): MailRow => ({
  ...row,
  created_at: row.created_at.toISOString(),
  next_try_at: row.next_try_at?.toISOString() ?? null,
  given_up_at: row.given_up_at?.toISOString() ?? null,
});

/** What the mail server refuses of every email. */
export async function refusedOfAll(db: Db): Promise<MailFault | null> {
  const { refused } = await readMailFaults(db);
  return faultOfAll(refused) ?? null;
}

/** A page of the emails. */
export async function listMails(
  { db, clock }: Pick<ListDeps, 'db' | 'clock'>,
  { sort, after, limit, found, countTo, ...asked }: AskedOf<typeof listMailsCall> & Place<'newest'>,
) {
  const listed = listedMails({ ...asked, day: instantsOf(asked.day, clock) });
  const page = await listedPage(db, listed, {
    place: { sort, after, limit },
    sort: MAIL_SORTS[sort],
    found,
    countTo,
  });
  const details = await listMailDetails(db, page.rows);
  const kinds = (await listMailKinds(db)).map((value) => ({ value, label: mailKindText(value) }));
  return {
    ...page,
    refused: await refusedOfAll(db),
    kinds: kinds.toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
    rows: inOrderOf(page.rows, details).map(toMailResponse),
  };
}

/** @throws Refusal mail_not_given_up */
export async function sendMailAgain(tx: Tx, now: Date, staff: Viewer, id: number): Promise<void> {
  if (!(await sendGivenUpAgain(tx, id))) throw new Refusal(officeRefusals.mail_not_given_up);
  await writeAudit(tx, now, staff, { action: 'mail.send_again', subject: `mail:${id}` });
}

export { givenUpMailWork, returnedMailWork } from './mails.queries.ts';
