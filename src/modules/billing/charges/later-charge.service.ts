import type { PlainDate } from '#kit/plain-date.ts';
import { invariant } from '#kit/invariant.ts';
import type { FeeDay } from '#modules/catalog/card-fee.ts';
import { currentCatalog, type Catalog } from '#modules/catalog/current-catalog.service.ts';
import { atOnce, onOneConnection } from '#platform/db/at-once.ts';
import type { Db } from '#platform/db/database.ts';
import { SMALLEST_CHARGE } from '#modules/catalog/smallest-charge.ts';
import {
  attemptsOf,
  checkoutMethodId,
  firstLineText,
  type ChargedOrder,
  type DuePayment,
  type LockedPayment,
  type PaymentAttempt,
} from '#modules/billing/payments/collection.queries.ts';
import { chargeable } from '#modules/billing/methods/methods.service.ts';
import type { NextCharge } from '#modules/billing/payments/next-charge.ts';
import { isMethodDisputed } from '#modules/billing/payments/left-alone.queries.ts';
import { collectionStep, type CollectionStep } from '#modules/billing/payments/collection-step.ts';
import { methodsAndReturnedOf, type MethodRow } from '#modules/billing/methods/methods.queries.ts';
import {
  automaticMethodBy,
  laterPriceBy,
  nextChargeBy,
  withPayerFacts,
  type LaterPrice,
  type PayerFacts,
  type PriceAsked,
} from '#modules/billing/methods/later/planned-charge.service.ts';
import { laterDescriptor, statementName } from '#modules/billing/payments/payment-texts.ts';

type Place = { order: ChargedOrder; payment_id: number | null };

export type AutomaticMethod = {
  method: MethodRow | undefined;
  isHeldBack: boolean;
  isDisputed: boolean;
  pastAttempts: PaymentAttempt[];
};

async function payerFactsOf(db: Db, { order, payment_id }: Place): Promise<PayerFacts> {
  const [pastAttempts, methods, checkout_method_id] = await onOneConnection(db, (one) =>
    atOnce([
      payment_id === null ? [] : attemptsOf(one, payment_id),
      methodsAndReturnedOf(one, [order.user_id]),
      checkoutMethodId(one, order.id),
    ]),
  );
  return { pastAttempts, methods, checkout_method_id };
}

/** @returns `isHeldBack` when the family must choose first; attempts, the last first (M5, M7) */
export async function automaticMethod(db: Db, place: Place, on: PlainDate): Promise<AutomaticMethod> {
  const { order } = place;
  const facts = await payerFactsOf(db, place);
  const chosen = automaticMethodBy(order, facts, on);
  const isDisputed = chosen.method !== undefined && (await isMethodDisputed(db, order.id, chosen.method.id));
  return { ...chosen, pastAttempts: facts.pastAttempts, isDisputed };
}

/** The next charge if the family does nothing, without its price (MC5). */
export async function nextChargeOf(
  db: Db,
  due: LockedPayment,
  today: PlainDate,
): Promise<NextCharge<MethodRow>> {
  const { order, payment } = due;
  return nextChargeBy(due, await payerFactsOf(db, { order, payment_id: payment.id }), today);
}

/** Staff speak with the family first about a disputed card (S17). */
export type ComingCharge = (
  | (Extract<NextCharge<MethodRow>, { step: 'charge' }> & LaterPrice)
  | Exclude<NextCharge<MethodRow>, { step: 'charge' }>
) & { isDisputed: boolean };

/** The next charge if the family does nothing, priced for its day (MC5, MC6). */
export async function comingCharge(db: Db, due: LockedPayment, now: FeeDay): Promise<ComingCharge> {
  const next = await nextChargeOf(db, due, now.today);
  if (next.step !== 'charge') return { ...next, isDisputed: false };
  const price = await priceOfLater(db, due, { method: next.method, day: { ...now, today: next.on } });
  return { ...next, ...price, isDisputed: await isMethodDisputed(db, due.order.id, next.method.id) };
}

export type DueStep = {
  due: LockedPayment;
  step: CollectionStep;
  method: MethodRow | undefined;
  isHeldBack: boolean;
  pastAttempts: (PaymentAttempt & { attempt_no: number })[];
};

export async function collectionStepsOf(
  db: Db,
  due: readonly DuePayment[],
  today: PlainDate,
): Promise<DueStep[]> {
  return (await withPayerFacts(db, due)).map(({ due: one, facts }) => {
    const { order, payment } = one;
    const { pastAttempts } = facts;
    const { method, isHeldBack } = automaticMethodBy(order, facts, today);
    // The card is not charged until the bank decides, and no other method replaces the card (S17).
    const isDisputed = method !== undefined && one.disputed_methods.includes(method.id);
    // The payment may have been charged before a backup was restored; staff check first (S21).
    const isHeld = method !== undefined && one.held_customers.includes(method.gateway_customer);
    const question = { row: payment, method, pastAttempts, today };
    // The company has reached a limit for this kind (MS2).
    const isStopped = method !== undefined && one.stopped_kinds.includes(chargeable(method).kind);
    // No family is asked for a card for an amount below the smallest charge (S27).
    const isTooSmall = method === undefined && payment.amount_cents < SMALLEST_CHARGE;
    const step = isDisputed || isHeld || isStopped || isTooSmall ? 'wait' : collectionStep(question);
    return { due: one, step, method, isHeldBack, pastAttempts };
  });
}

/** S2 */
export async function priceOfLater(db: Db, due: LockedPayment, asked: PriceAsked): Promise<LaterPrice> {
  return laterPriceBy(await currentCatalog(db), due, asked);
}

export async function wordsOfLater(
  db: Db,
  { order, payment }: LockedPayment,
): Promise<{ descriptor: string; statement: string }> {
  const descriptor = laterDescriptor(await firstLineText(db, order.id), payment);
  return { descriptor, statement: statementOf(await currentCatalog(db)) };
}

export function statementOf({ company: [company] }: Catalog): string {
  invariant(company, 'the catalog has its company');
  return statementName(company.name);
}
