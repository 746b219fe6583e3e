import { m } from '#i18n/messages.js';
import { sum } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import { feeDayOf, type BillingContext } from '#modules/billing/billing-context.service.ts';
import { openFirstAttempt } from '#modules/billing/charges/charges.service.ts';
import { notifyOfOtherPayer, payerOfFirst } from '#modules/billing/charges/first-payer.service.ts';
import { statementOf } from '#modules/billing/charges/later-charge.service.ts';
import { refuseHeldFamily } from '#modules/billing/payments/left-alone.service.ts';
import { refuseWhileClosed } from '#modules/billing/processor/binding.service.ts';
import { isKindClosed } from '#modules/billing/processor/closed-kinds.service.ts';
import { cardFeeOfDay } from '#modules/catalog/catalog.service.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import { signedTariff } from '#modules/pricing/price-snapshot.ts';
import { priceKeyOf, type PriceKey } from '#modules/pricing/quoted-prices.ts';
import { surchargesOn, surchargeTotal, type Surcharge } from '#modules/pricing/surcharges.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { pricedBy } from '#modules/orders/contracts/priced-by.ts';
import { getSignedPrice, startFirstCharge, type HeldByOrder } from '#modules/orders/orders.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import type { AidClaimRecord } from './aid-claims.queries.ts';

export type OpenClaim = { claim: AidClaimRecord; order: HeldByOrder };

/**
 * Opens the first charge, which always exists, because aid leaves an amount for the first day (A2). Price,
 * surcharges and method are as signed. A method that can no longer be charged is replaced by the method of
 * later payments, with the surcharges of that method, and the family reads old and new (MC7).
 * @returns the attempt to send
 * @throws aid_method_gone, aid_debits_closed, charge_held, payments_closed
 */
export async function chargeWaitingOrder(
  tx: Tx,
  billing: BillingContext,
  { claim, order }: OpenClaim,
): Promise<number> {
  refuseWhileClosed(billing);
  await refuseHeldFamily(tx, { user_id: order.user_id, isByStaff: true });
  const { clock } = billing;
  const { route, program } = claim.snapshot;
  const catalog = await currentCatalog(tx);
  const signed = await getSignedPrice(tx, order.id);
  const { quote, paid_by } = signed;
  const tariff = signedTariff(signed, cardFeeOfDay(catalog, feeDayOf(billing)));
  const payer = await payerOfFirst(tx, clock.today(), order);
  if (!payer) throw new Refusal(orderRefusals.aid_method_gone);
  const { method } = payer;
  if (await isKindClosed(tx, billing, method.kind)) throw new Refusal(orderRefusals.aid_debits_closed);
  const { principal_cents: charge, surcharge_base_cents: base } = pricedBy(quote, paid_by);
  const surchargesBy = (key: PriceKey) => surchargesOn({ charge, base }, tariff, key);
  const asSigned = surchargesBy(paid_by);
  const surcharges = payer.isAsSigned ? asSigned : surchargesBy(priceKeyOf(method, tariff.card_fee));
  const totalWith = (rows: readonly Surcharge[]) => sum([charge, surchargeTotal(rows)]);
  const totals = { signed_cents: totalWith(asSigned), total_cents: totalWith(surcharges) };
  if (!payer.isAsSigned) await notifyOfOtherPayer(tx, clock, { order, payer, ...totals });
  await startFirstCharge(tx, order.id, signed.is_left === true);
  const attempt = await openFirstAttempt(tx, {
    order_id: order.id,
    today: clock.today(),
    method,
    surcharges,
    descriptor: m.server_order_descriptor({ route: route.name, program: program.text }),
    statement: statementOf(catalog),
    presence: 'away',
    now: clock.now(),
  });
  return attempt.id;
}

/** The family adds a card or account, and staff confirm again (MC7). @throws the error, in any case */
export async function askForMethod(
  { db, clock }: BillingContext,
  order_id: number,
  error: unknown,
): Promise<never> {
  const isGone = error instanceof Refusal && error.kind === orderRefusals.aid_method_gone;
  const ref = `order-${order_id}-${clock.today()}`;
  const asked = { kind: 'orders.aid_method_needed', ref, payload: { order_id } };
  if (isGone) await db.transaction((tx) => enqueue(tx, clock.now(), asked));
  throw error;
}
