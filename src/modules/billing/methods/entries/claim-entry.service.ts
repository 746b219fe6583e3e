import { Refusal } from '#kit/refusal.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { askAgain } from '#modules/billing/processor/ask-processor.service.ts';
import { refuseWhileClosed } from '#modules/billing/processor/binding.service.ts';
import { refusalOfDecline } from '#modules/billing/processor/decline-refusals.ts';
import type { EnteredMethod } from './entries.contract.ts';
import { findEntry, findEntryByRef, type EntryRow } from './entries.queries.ts';
import { followEntry, isUndecided } from './entry-outcomes.service.ts';
import { findMethod, type MethodRow } from '#modules/billing/methods/methods.queries.ts';

export type Claimed = { method: MethodRow; entry: EntryRow };

type Meant = { entry_id: number } | { token: string; kind: EntryRow['kind'] };

/**
 * The method is usable by id, but not listed and no default, until an order is signed or the family saves the
 * method. Opens transactions (S15).
 * @throws entry_not_found, for entries of other families too; payments_closed, entry_open, entry_ended,
 *   method_unconfirmed; the processor's refusal in words
 */
export async function claimEntry(
  billing: BillingContext,
  { user_id, ...meant }: { user_id: number } & Meant,
): Promise<Claimed> {
  refuseWhileClosed(billing);
  const { db, gateway } = billing;
  const found =
    'token' in meant ? await findEntryByRef(db, meant.token) : await findEntry(db, meant.entry_id);
  const isMeant = found && (!('kind' in meant) || found.kind === meant.kind);
  if (!isMeant || found.user_id !== user_id || found.processor !== gateway.processor || !found.ref)
    throw new Refusal(billingRefusals.entry_not_found);
  const entry = isUndecided(found) ? await decide(billing, found) : found;
  const method = entry.payment_method_id === null ? undefined : await findMethod(db, entry.payment_method_id);
  if (!method || !(method.is_active || entry.state === 'verifying'))
    throw new Refusal(billingRefusals.entry_ended);
  return { method, entry };
}

async function decide(billing: BillingContext, entry: EntryRow): Promise<EntryRow> {
  const followed = await followEntry(billing, entry, (ask) => askAgain(billing, ask));
  if (!followed) throw new Refusal(billingRefusals.method_unconfirmed);
  const { read } = followed;
  if (read !== 'absent' && read.k === 'refused') throw refusalOfDecline(read.code);
  if (followed.entry.state === 'open') throw new Refusal(billingRefusals.entry_open);
  return followed.entry;
}

export function toEnteredResponse({ method, entry }: Claimed): EnteredMethod {
  const { id, brand, last_4, funding, billing_state } = method;
  const isVerifying = entry.state === 'verifying';
  const { verify_url, arrives_on } = isVerifying ? entry : { verify_url: null, arrives_on: null };
  const state = isVerifying ? 'verifying' : 'ready';
  const ident = `****${last_4}`;
  return { id, brand, ident, funding, billing_state, state, verify_url, arrives_on };
}
