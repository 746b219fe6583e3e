import { Refusal } from '#kit/refusal.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import type { Tx } from '#platform/db/database.ts';
import type { SaveOutcome } from '#platform/payments/gateway.ts';
import { atOnce } from '#platform/db/at-once.ts';
import { consumeAttempt, returnAttempt, type ThrottleRule } from '#platform/throttle/throttle.ts';
import { askAgain } from '#modules/billing/processor/ask-processor.service.ts';
import { HOUR_MS } from '#kit/durations.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { refuseWhileClosed } from '#modules/billing/processor/binding.service.ts';
import { refusalOfDecline } from '#modules/billing/processor/decline-refusals.ts';
import { notifyLaterChanges } from '#modules/billing/methods/later/later-changes.service.ts';
import { markChosen, markDefault, type MethodRow } from './methods.queries.ts';
import { insertMethod, type NewMethod } from './save-method.queries.ts';
import { customerOf } from '#modules/billing/methods/entries/customers.service.ts';
import { authorizeDebits, type Authorization } from './mandates.service.ts';
import { insertWaiting } from '#modules/billing/methods/entries/entries.queries.ts';
import { isExpired } from './offered-methods.ts';
import { wantAsDefault } from '#modules/billing/methods/entries/verifying.queries.ts';
import { holderOf, paymentTypeOf, rawInstrument, type TypedInstrument } from './typed-instrument.ts';
import { chargeable, type ChargeableMethod } from './methods.service.ts';

type Typed = {
  user_id: number;
  program_group_id: number | null;
  instrument: TypedInstrument;
  key: string;
  /** false or undefined keeps the default of the group; the first method is always the default */
  is_default?: boolean;
  /** the family adds the method for payments to come, and not only for a checkout (M7) */
  isChosen?: boolean;
  authorization?: Authorization;
};

/** Opens a transaction (PM, O7). @throws the refusals of `saveAtProcessor` */
export async function ensureMethod(billing: BillingContext, typed: Typed): Promise<ChargeableMethod> {
  return recordSaved(billing, await saveAtProcessor(billing, typed));
}

export type SavedAtProcessor = Pick<Typed, 'is_default' | 'isChosen' | 'authorization'> & {
  outcome: Saved;
  row: NewMethod;
};

/**
 * The caller writes the row, by `recordSaved` or, together with a payment, by `writeSaved`.
 * @throws Refusal payments_closed; card_… or sandbox_numbers_only for a refusal of the processor;
 *   method_unconfirmed without an answer; too_many_attempts
 */
export async function saveAtProcessor(
  billing: BillingContext,
  { user_id, program_group_id, instrument, key, ...wanted }: Typed,
): Promise<SavedAtProcessor> {
  refuseWhileClosed(billing);
  const raw = rawInstrument(instrument);
  if (raw.kind === 'card' && isExpired(raw, billing.clock.today())) throw refusalOfDecline('expired');
  const customer = await customerOf(billing, user_id);
  await countMethodAttempt(billing, user_id);
  const outcome = await savedOnce(billing, () =>
    billing.gateway.saveMethod(raw, customer, `method-${user_id}-${key}`),
  ).catch(async (error: unknown) => {
    if (!isRefusalOfBank(error)) await returnAttempt(billing.db, REFUSED, String(user_id));
    throw error;
  });
  billing.crashPoint('method saved at the processor');
  const row: NewMethod = {
    user_id,
    program_group_id,
    paymentType: paymentTypeOf(raw.kind),
    name: holderOf(raw),
    saved: outcome.instrument,
    isVerifying: outcome.k === 'verifying',
    gateway_customer: customer,
    processor: billing.gateway.processor,
    isGeneralTheSame: !wanted.isChosen,
    created_at: billing.clock.now(),
    kept_at: billing.clock.now(),
  };
  return { outcome, row, ...wanted };
}

export async function recordSaved(
  billing: BillingContext,
  { outcome, is_default, isChosen, authorization, row }: SavedAtProcessor,
): Promise<ChargeableMethod> {
  const { db, clock } = billing;
  const method = await db.transaction(async (tx) => {
    const saved = await writeSaved(tx, { row });
    if (outcome.k === 'verifying') await noteVerifying(tx, { billing, method: saved, outcome });
    if (is_default) await markWanted(tx, saved);
    if (isChosen) await markChosen(tx, saved.id, clock.now());
    if (authorization) {
      const { user_id } = row;
      const now = clock.now();
      await authorizeDebits(tx, { ...authorization, user_id, payment_method_id: saved.id, now });
    }
    await notifyLaterChanges(tx, billing, { user_ids: [row.user_id] });
    return saved;
  });
  billing.crashPoint('method recorded');
  return method;
}

/** Returns the counted attempt, because the bank has not refused the method. */
export async function writeSaved(tx: Tx, { row }: Pick<SavedAtProcessor, 'row'>): Promise<ChargeableMethod> {
  const [, method] = await atOnce([returnAttempt(tx, REFUSED, String(row.user_id)), insertMethod(tx, row)]);
  return chargeable(method);
}

/** Counted before the bank is asked, to hold the limit for parallel requests too (H7). */
export const REFUSED: ThrottleRule = {
  scope: 'method.refused',
  attempts: 10,
  windowMs: HOUR_MS,
  lock: { kind: 'rest_of_window' },
};

async function countMethodAttempt({ db, clock }: BillingContext, user_id: number): Promise<void> {
  const retry_after_s = await consumeAttempt(db, REFUSED, String(user_id), clock.now());
  if (retry_after_s > 0) throw new Refusal(accountRefusals.too_many_attempts, { retry_after_s });
}

/** Thieves test numbers by charges too (H7). */
export async function countDeclinedCharge({ db, clock }: BillingContext, user_id: number): Promise<void> {
  await consumeAttempt(db, REFUSED, String(user_id), clock.now());
}

const isRefusalOfBank = (error: unknown) => error instanceof Refusal && error.kind.status === 402;

type Saved = Extract<SaveOutcome, { k: 'saved' | 'verifying' }>;

async function savedOnce(billing: BillingContext, ask: () => Promise<SaveOutcome>): Promise<Saved> {
  const outcome = await askAgain(billing, ask);
  if (outcome.k === 'saved' || outcome.k === 'verifying') return outcome;
  if (outcome.k === 'refused') throw refusalOfDecline(outcome.code);
  throw new Refusal(billingRefusals.method_unconfirmed);
}

type Waiting = {
  billing: BillingContext;
  method: ChargeableMethod;
  outcome: Extract<SaveOutcome, { k: 'verifying' }>;
};

/** Later news arrives as for an entry in a processor's own fields. */
async function noteVerifying(tx: Tx, { billing, method, outcome }: Waiting): Promise<void> {
  // The same account may wait already; a single wait is enough.
  if (method.gateway_ref !== outcome.instrument.ref || method.is_active) return;
  const { user_id, program_group_id, gateway_customer: customer_ref, id: payment_method_id } = method;
  const { ref, verify_url, arrives_on } = outcome;
  const of = {
    user_id,
    program_group_id,
    customer_ref,
    payment_method_id,
    processor: billing.gateway.processor,
  };
  await insertWaiting(tx, {
    ...of,
    kind: method.kind,
    ref,
    verify_url,
    arrives_on,
    created_at: billing.clock.now(),
  });
}

export async function markWanted(tx: Tx, method: MethodRow): Promise<void> {
  if (method.is_active) await markDefault(tx, method, true);
  else await wantAsDefault(tx, method.id);
}
