import { fullName } from '#kit/text/full-name.ts';
import { getUser } from '#modules/accounts/profile/users.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import type { LostAnswer } from '#modules/billing/processor/ask-processor.service.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Entry, EntryRequest } from '#platform/payments/gateway.ts';
import { lockEntry, updateEntry, type EntryRow } from './entries.queries.ts';
import { UNDECIDED_ENTRIES } from './entry.states.ts';
import { notifyLaterChanges } from '#modules/billing/methods/later/later-changes.service.ts';
import { insertMethodsToForget } from '#modules/billing/methods/forget-methods.queries.ts';
import { nameMandates, revokeMandatesOf } from '#modules/billing/methods/mandates.queries.ts';
import { deactivateMethod, lockMethodsOf, markDefault } from '#modules/billing/methods/methods.queries.ts';
import { insertMethod } from '#modules/billing/methods/save-method.queries.ts';
import { countDeclinedCharge } from '#modules/billing/methods/save-method.service.ts';
import { paymentTypeOf } from '#modules/billing/methods/typed-instrument.ts';
import { activateMethod, waitsOtherwise } from './verifying.queries.ts';

/** Without a limit, a thief could test card after card with a single secret. */
const TRIES = 3;

export const requestOf = ({ id, user_id, kind, customer_ref }: EntryRow): EntryRequest => ({
  entry_id: id,
  user_id,
  kind,
  customer: customer_ref,
});

export const isUndecided = ({ state }: EntryRow): boolean =>
  UNDECIDED_ENTRIES.some((undecided) => undecided === state);

export type ReadEntry = Exclude<Entry, { k: 'unknown' }> | 'absent';

export type AskEntry = <Answer>(ask: () => Promise<Answer>) => Promise<Answer | LostAnswer>;

/** Ends an entry refused too often. Opens transactions. @returns undefined without an answer */
export async function followEntry(
  billing: BillingContext,
  entry: EntryRow,
  ask: AskEntry,
): Promise<{ entry: EntryRow; read: ReadEntry } | undefined> {
  const { gateway } = billing;
  const read = await ask(() => gateway.readEntry(entry.ref!, requestOf(entry)));
  if (typeof read === 'object' && read.k === 'unknown') return undefined;
  const now = await applyEntry(billing, entry.id, read);
  const isTriedOut =
    typeof read === 'object' && read.k === 'refused' && isUndecided(now) && now.tries >= TRIES;
  const ended = isTriedOut ? await endEntry(billing, now, ask) : undefined;
  return { entry: ended ?? now, read: read };
}

export async function endEntry(
  billing: BillingContext,
  entry: EntryRow,
  ask: AskEntry,
): Promise<EntryRow | undefined> {
  const { gateway } = billing;
  const end = () => gateway.endEntry(entry.ref!, requestOf(entry), `entry-${entry.id}-end`);
  const read = entry.ref ? await ask(end) : ('absent' as const);
  if (typeof read === 'object' && read.k === 'unknown') return undefined;
  return applyEntry(billing, entry.id, read);
}

/** Records every result of an entry; a decided entry stays unchanged (S15). */
async function applyEntry(billing: BillingContext, entry_id: number, read: ReadEntry): Promise<EntryRow> {
  const { db, clock } = billing;
  const { entry, refusals } = await db.transaction(async (tx) => {
    const before = await lockEntry(tx, entry_id);
    const after = isUndecided(before)
      ? await written(tx, clock.now(), before, read)
      : await decidedBefore(tx, billing, before, read);
    // An account waiting for the bank pays from now on, or never.
    if (before.state === 'verifying' && after.state !== before.state)
      await notifyLaterChanges(tx, billing, { user_ids: [after.user_id] });
    return { entry: after, refusals: after.tries - before.tries };
  });
  // Outside the transaction, as every count of refusals by banks (H7).
  for (let i = 0; i < refusals; i += 1) await countDeclinedCharge(billing, entry.user_id);
  return entry;
}

async function written(tx: Tx, now: Date, entry: EntryRow, read: ReadEntry): Promise<EntryRow> {
  const { id } = entry;
  if (read === 'absent' || read.k === 'ended')
    return giveUp(tx, now, entry, entry.tries >= TRIES ? 'refused' : 'ended');
  if (read.k === 'saved') {
    const payment_method_id =
      entry.state === 'verifying' ? await verified(tx, entry, read) : await saveEntered(tx, now, entry, read);
    const { mandate_ref } = read;
    if (mandate_ref) await nameMandates(tx, payment_method_id, mandate_ref);
    return updateEntry(tx, id, {
      state: 'saved',
      payment_method_id,
      mandate_ref,
      verify_url: null,
      closed_at: now,
    });
  }
  if (read.k === 'verifying') {
    const { verify_url, arrives_on } = read;
    const payment_method_id = entry.payment_method_id ?? (await saveEntered(tx, now, entry, read));
    return updateEntry(tx, id, { state: 'verifying', payment_method_id, verify_url, arrives_on });
  }
  // The family reported wrong deposits of the bank, or reported too late.
  if (entry.state === 'verifying') return read.k === 'refused' ? giveUp(tx, now, entry, 'refused') : entry;
  return read.k === 'refused' && read.tries > entry.tries
    ? updateEntry(tx, id, { tries: read.tries })
    : entry;
}

async function giveUp(
  tx: Tx,
  now: Date,
  { id, payment_method_id }: EntryRow,
  state: 'refused' | 'ended',
): Promise<EntryRow> {
  if (payment_method_id !== null && !(await waitsOtherwise(tx, id, payment_method_id))) {
    await deactivateMethod(tx, payment_method_id, now);
    await revokeMandatesOf(tx, payment_method_id, now);
  }
  return updateEntry(tx, id, { state, verify_url: null, closed_at: now });
}

async function decidedBefore(
  tx: Tx,
  { gateway, clock }: BillingContext,
  entry: EntryRow,
  read: ReadEntry,
): Promise<EntryRow> {
  const isLate = entry.state === 'ended' || entry.state === 'refused';
  if (isLate && typeof read === 'object' && read.k === 'saved')
    await insertMethodsToForget(tx, [read.instrument.ref], {
      processor: gateway.processor,
      now: clock.now(),
    });
  return entry;
}

async function verified(
  tx: Tx,
  { user_id, payment_method_id, program_group_id }: EntryRow,
  { instrument }: Extract<ReadEntry, { k: 'saved' }>,
): Promise<number> {
  const id = payment_method_id!;
  await lockMethodsOf(tx, user_id);
  const { isDefaultWanted } = await activateMethod(tx, id, instrument);
  if (isDefaultWanted) await markDefault(tx, { id, user_id, program_group_id }, true);
  return id;
}

async function saveEntered(
  tx: Tx,
  now: Date,
  { user_id, program_group_id, kind, customer_ref, processor }: EntryRow,
  { k, instrument }: Extract<ReadEntry, { k: 'saved' | 'verifying' }>,
): Promise<number> {
  const isVerifying = k === 'verifying';
  const name = instrument.holder || fullName(await getUser(tx, user_id));
  const { id } = await insertMethod(tx, {
    user_id,
    program_group_id,
    paymentType: paymentTypeOf(kind),
    name,
    saved: instrument,
    gateway_customer: customer_ref,
    processor,
    isGeneralTheSame: true,
    isVerifying,
    kept_at: isVerifying ? now : null,
    created_at: now,
  });
  return id;
}
