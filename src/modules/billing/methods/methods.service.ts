import { Refusal } from '#kit/refusal.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import type { Db } from '#platform/db/database.ts';
import type { SavedInstrument, SaveOutcome } from '#platform/payments/gateway.ts';
import { atOnce } from '#platform/db/at-once.ts';
import { consumeAttempt, returnAttempt, type ThrottleRule } from '#platform/throttle/throttle.ts';
import { askProcessor } from '#modules/billing/processor/ask-processor.service.ts';
import { HOUR_MS } from '#kit/durations.ts';
import type { PaymentMethod } from './methods.contract.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { refusalOfDecline } from '#modules/billing/processor/decline-refusals.ts';
import {
  findMethod,
  groupsOfMethods,
  insertMethod,
  markChosen,
  markDefault,
  methodsOfUser,
  type GroupFacts,
  type MethodRow,
} from './methods.queries.ts';
import { authorizeDebits, type Authorization } from './mandates.service.ts';
import { isExpired } from './offered-methods.ts';
import { holderOf, paymentTypeOf, rawInstrument, type TypedInstrument } from './typed-instrument.ts';

/** What a charge needs to know of a saved method. */
export type ChargeableMethod = MethodRow & { kind: 'card' | 'bank' };

type Typed = {
  user_id: number;
  /** the group that the method is saved to; null is general use */
  program_group_id: number | null;
  instrument: TypedInstrument;
  /** the caller's own: the same key saves the same method once, however often it is asked */
  key: string;
  /** false or nothing leaves the default of the group as it is; the first method is always the default */
  is_default?: boolean;
  /** the family adds it to pay what is to come, and not only at a checkout (M7) */
  isChosen?: boolean;
  /** the family's word that this account may be debited, where it is given apart from an order */
  authorization?: Authorization;
};

/**
 * Saves a typed card or bank account with the processor, then as a row. Opens its own transaction; must not
 * be called inside one.
 * @throws Refusal card_… or sandbox_numbers_only when the processor says no; method_unconfirmed when it says
 *   nothing;
 *   too_many_attempts
 * Source: PM, O7
 */
export async function ensureMethod(
  billing: BillingContext,
  { user_id, program_group_id, instrument, key, is_default, isChosen, authorization }: Typed,
): Promise<ChargeableMethod> {
  const raw = rawInstrument(instrument);
  if (raw.kind === 'card' && isExpired(raw, billing.clock.today())) throw refusalOfDecline('expired');
  const customer = await askProcessor(billing, () =>
    billing.gateway.ensureCustomer(user_id, `customer-${user_id}`),
  );
  if (typeof customer !== 'string') throw new Refusal(billingRefusals.method_unconfirmed);
  await countMethodAttempt(billing, user_id);
  const saved = await savedOnce(billing, () =>
    billing.gateway.saveMethod(raw, customer, `method-${user_id}-${key}`),
  ).catch(async (error: unknown) => {
    if (!isRefusalOfBank(error)) await returnAttempt(billing.db, REFUSED, String(user_id));
    throw error;
  });
  billing.crashPoint('method saved at the processor');
  const method = await billing.db.transaction(async (tx) => {
    const inserted = insertMethod(tx, {
      user_id,
      program_group_id,
      paymentType: paymentTypeOf(raw.kind),
      name: holderOf(raw),
      saved,
      gateway_customer: customer,
      isGeneralTheSame: !isChosen,
      created_at: billing.clock.now(),
    });
    const [method] = await atOnce([inserted, returnAttempt(tx, REFUSED, String(user_id))]);
    if (is_default) await markDefault(tx, method, true);
    if (isChosen) await markChosen(tx, method.id, billing.clock.now());
    if (authorization)
      await authorizeDebits(tx, {
        ...authorization,
        user_id,
        payment_method_id: method.id,
        now: billing.clock.now(),
      });
    return method;
  });
  billing.crashPoint('method recorded');
  return chargeable(method);
}

/** Stolen numbers are tried out where nobody counts: ten that the bank refuses, and the user waits. */
const REFUSED: ThrottleRule = {
  scope: 'method.refused',
  attempts: 10,
  windowMs: HOUR_MS,
  lock: { kind: 'rest_of_window' },
};

/** Counted before the bank is asked, so that of many at once no more are answered (H7). */
async function countMethodAttempt({ db, clock }: BillingContext, user_id: number): Promise<void> {
  const retry_after_s = await consumeAttempt(db, REFUSED, String(user_id), clock.now());
  if (retry_after_s > 0) throw new Refusal(accountRefusals.too_many_attempts, { retry_after_s });
}

/**
 * Counts a card that could be saved and whose first charge is declined: numbers are tried out that way too.
 * Source: H7
 */
export async function countDeclinedCharge({ db, clock }: BillingContext, user_id: number): Promise<void> {
  await consumeAttempt(db, REFUSED, String(user_id), clock.now());
}

const isRefusalOfBank = (error: unknown) => error instanceof Refusal && error.kind.status === 402;

async function savedOnce(billing: BillingContext, ask: () => Promise<SaveOutcome>): Promise<SavedInstrument> {
  let outcome = await askProcessor(billing, ask);
  for (const delay of billing.replayDelaysMs) {
    if (outcome.k !== 'unknown') break;
    await billing.wait(delay);
    outcome = await askProcessor(billing, ask);
  }
  if (outcome.k === 'saved') return outcome.instrument;
  if (outcome.k === 'refused') throw refusalOfDecline(outcome.code);
  throw new Refusal(billingRefusals.method_unconfirmed);
}

type Wanted = { payment_method_id: number; user_id: number; program_group_id: number; today: PlainDate };

/**
 * A saved method that may be charged for a program group: own, active, general or of that group, not expired
 * (O7).
 * @throws Refusal method_not_found, card_expired
 */
export async function getChargeableMethod(
  tx: Db,
  { payment_method_id, user_id, program_group_id, today }: Wanted,
): Promise<ChargeableMethod> {
  const method = await findMethod(tx, payment_method_id);
  const isTheirs = method?.user_id === user_id && method.is_active;
  const isForGroup = method?.program_group_id == null || method.program_group_id === program_group_id;
  if (!method || !isTheirs || !isForGroup) throw new Refusal(billingRefusals.method_not_found);
  if (isExpired({ exp_month: method.exp_month, exp_year: method.exp_year }, today))
    throw new Refusal(billingRefusals.card_expired);
  return chargeable(method);
}

/** A saved method as a charge needs it. */
export const chargeable = (method: MethodRow): ChargeableMethod => ({
  ...method,
  kind: method.paymentType === 'paymentTypeAch' ? 'bank' : 'card',
});

/** The family's saved methods, newest first; expired cards among them (PM). */
export async function listMethods(db: Db, user_id: number): Promise<PaymentMethod[]> {
  return describeMethods(db, await methodsOfUser(db, user_id));
}

/** Saved methods as they travel, with the schools that they pay for. */
export async function describeMethods(db: Db, methods: readonly MethodRow[]): Promise<PaymentMethod[]> {
  const groupIds = new Set(methods.flatMap((method) => method.program_group_id ?? []));
  const groups = await groupsOfMethods(db, [...groupIds]);
  return methods.map((method) => toPaymentMethodResponse(method, groups));
}

function toPaymentMethodResponse(method: MethodRow, groups: Map<number, GroupFacts>): PaymentMethod {
  return {
    id: method.id,
    user_id: method.user_id,
    name: method.name,
    payment_type_id: method.payment_type_id,
    brand: method.brand,
    ident: `****${method.last_4}`,
    funding: method.funding,
    exp_month: method.exp_month,
    exp_year: method.exp_year,
    is_default: method.is_default,
    is_active: method.is_active,
    created_at: method.created_at.toISOString(),
    program_group: (method.program_group_id && groups.get(method.program_group_id)) || null,
  };
}
