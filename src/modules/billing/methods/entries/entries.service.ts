import { HOUR_MS } from '#kit/durations.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import type { BegunEntry } from '#platform/payments/gateway.ts';
import { consumeAttempt, retryAfter, type ThrottleRule } from '#platform/throttle/throttle.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { askAgain } from '#modules/billing/processor/ask-processor.service.ts';
import { refuseDisabledKind } from '#modules/billing/processor/closed-kinds.service.ts';
import { refuseWhileClosed } from '#modules/billing/processor/binding.service.ts';
import { keepingPlace } from '#modules/billing/processor/keep-place.service.ts';
import { refusalOfDecline } from '#modules/billing/processor/decline-refusals.ts';
import { maySendAgain } from '#modules/billing/processor/send-with-lease.service.ts';
import { customerInPlaceOf, customerOf } from './customers.service.ts';
import { requestOf } from './entry-outcomes.service.ts';
import { findEntryByKey, insertEntry, nameEntry, replaceEntry, type EntryRow } from './entries.queries.ts';
import { groupsOfMethods } from '#modules/billing/methods/methods.queries.ts';
import { REFUSED } from '#modules/billing/methods/save-method.service.ts';

/** Thieves with stolen numbers open many entries; a family opens a few. */
const ENTRIES: ThrottleRule = {
  scope: 'method.entries',
  attempts: 10,
  windowMs: HOUR_MS,
  lock: { kind: 'rest_of_window' },
};

type Begin = {
  user_id: number;
  kind: EntryRow['kind'];
  program_group_id: number | null;
  idempotency_key: string | undefined;
};

/**
 * The same key opens the same entry again, even after a lost answer. Opens transactions (S15).
 * @throws fields_are_ours, payments_closed, debits_closed, cards_closed, payments_busy,
 *   program_group_unknown, entry_key_reused, entry_ended, too_many_attempts, method_unconfirmed
 */
export async function beginEntry(
  billing: BillingContext,
  begin: Begin,
): Promise<{ entry_id: number; token: string; client_secret: string }> {
  const { db, gateway } = billing;
  if (gateway.caps.fields === 'ours') throw new Refusal(billingRefusals.fields_are_ours);
  refuseWhileClosed(billing);
  refuseDisabledKind(billing, begin.kind);
  const opened = await keepingPlace(billing, 'entry', async (keep) => {
    const earlier = await findEarlier(billing, begin);
    if (!earlier) keep();
    return earlier ?? open(billing, begin);
  });
  billing.crashPoint('entry opened');
  const { entry, begun } = await askToOpen(billing, opened);
  if (begun.k === 'unknown' || begun.k === 'customer_gone')
    throw new Refusal(billingRefusals.method_unconfirmed);
  if (begun.k === 'refused') throw refusalOfDecline(begun.code);
  // A processor without memory of the key opens a second, unwanted entry.
  if (!(await nameEntry(db, entry.id, begun.ref))) throw new Refusal(billingRefusals.entry_ended);
  return { entry_id: entry.id, token: begun.ref, client_secret: begun.client_secret };
}

/** The entry is replaced too, because the processor remembers the refusal under the entry's key. */
async function askToOpen(
  billing: BillingContext,
  first: EntryRow,
): Promise<{ entry: EntryRow; begun: BegunEntry }> {
  const { db, gateway, clock } = billing;
  const ask = (entry: EntryRow): Promise<BegunEntry> =>
    askAgain(billing, () => gateway.beginEntry(requestOf(entry), `entry-${entry.id}`));
  const begun = await ask(first);
  if (begun.k !== 'customer_gone') return { entry: first, begun };
  const customer_ref = await customerInPlaceOf(billing, first);
  const entry = await db.transaction((tx) =>
    replaceEntry(tx, first, { customer_ref, created_at: clock.now() }),
  );
  billing.crashPoint('entry opened again');
  return { entry, begun: await ask(entry) };
}

async function findEarlier(
  billing: BillingContext,
  { user_id, kind, program_group_id, idempotency_key }: Begin,
): Promise<EntryRow | undefined> {
  const entry = idempotency_key ? await findEntryByKey(billing.db, user_id, idempotency_key) : undefined;
  if (!entry) return undefined;
  if (entry.kind !== kind || entry.program_group_id !== program_group_id)
    throw new Refusal(billingRefusals.entry_key_reused);
  const isOver = entry.state === 'ended' || entry.state === 'refused';
  if (isOver || !maySendAgain(billing, entry.created_at)) throw new Refusal(billingRefusals.entry_ended);
  return entry;
}

async function open(
  billing: BillingContext,
  { user_id, kind, program_group_id, idempotency_key }: Begin,
): Promise<EntryRow> {
  const { db, gateway, clock } = billing;
  if (program_group_id !== null && !(await groupsOfMethods(db, [program_group_id])).has(program_group_id))
    throw refuseField(billingRefusals.program_group_unknown, 'program_group_id');
  await refuseTooMany(billing, user_id);
  const customer_ref = await customerOf(billing, user_id);
  return db.transaction((tx) =>
    insertEntry(tx, {
      user_id,
      processor: gateway.processor,
      kind,
      program_group_id,
      client_key: idempotency_key ?? null,
      customer_ref,
      state: 'open',
      created_at: clock.now(),
    }),
  );
}

/** H7 */
async function refuseTooMany({ db, clock }: BillingContext, user_id: number): Promise<void> {
  const [subject, now] = [String(user_id), clock.now()];
  const retry_after_s =
    (await retryAfter(db, REFUSED, subject, now)) || (await consumeAttempt(db, ENTRIES, subject, now));
  if (retry_after_s > 0) throw new Refusal(accountRefusals.too_many_attempts, { retry_after_s });
}
