import { createHash } from 'node:crypto';
import { cents } from '#kit/money.ts';
import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import { pick } from '#kit/pick.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { isRefundOf } from '#modules/billing/refunds/refund-by-key.service.ts';
import { refundDenial } from '#modules/billing/refunds/refund-denial.ts';
import { planRefund, type RefundPlan } from '#modules/billing/refunds/refund-plan.ts';
import { isAboveSum } from '#modules/billing/second-person/concessions.service.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { signedRouteName } from '#modules/documents/contract-snapshot.ts';
import { lockOrder } from '#modules/orders/orders.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import type { OrderRecord } from '#modules/orders/reading/order-response.ts';
import { nextWaiting } from '#modules/seats/waiting-list.service.ts';
import { isOwnFamily } from '#modules/students/own-family.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import { once } from '#platform/once/once.ts';
import { cancelByStaff, isEndable } from './staff-orders.service.ts';
import { issueRefund, readRefundsOf, requestKeyOf, shownOrder } from './refund-order.service.ts';
import { findChildName, findOrderStatus, listNamedBy, listUnpaid } from './end-contract.queries.ts';
import type { Ending } from './end-contract.contract.ts';
import type { EndContractBody } from './end-contract.shapes.ts';

type MoneyBack = Pick<NonNullable<EndContractBody['refund']>, 'amount_cents' | 'way'> | null;
type Asked = { staff: Viewer; order_id: number; refund: MoneyBack };

/** @throws order_not_found */
export async function previewEnding(billing: BillingContext, asked: Asked): Promise<Ending> {
  return (await reviewRefund(billing, asked)).ending;
}

async function reviewRefund(billing: BillingContext, asked: Asked): Promise<Reviewed> {
  const plan = asked.refund && (await planOf(billing, asked.order_id, asked.refund));
  return review(billing.db, billing.clock, { ...asked, plan });
}

type Planned = Asked & { plan: RefundPlan | null };

/** A refusal of any kind. */
type Why = Error & { readonly sentences: readonly string[] };

type Reviewed = { ending: Ending; refusal: Why | undefined };

async function review(
  db: Db,
  clock: Clock,
  { staff, order_id, refund: asked, plan }: Planned,
): Promise<Reviewed> {
  const order = await shownOrder(db, order_id);
  const { snapshot, contract_number: number } = order;
  const refund = asked && plan?.k === 'plan' ? toRefund(plan, asked) : null;
  const refusal = await refusalOf(db, staff, { order, plan });
  const facts = {
    canceled: await listUnpaid(db, order_id),
    line: signedRouteName(snapshot.route),
    next_child: await nextChild(db, clock.now(), snapshot.route.id),
    siblings: number === null ? [] : await listNamedBy(db, { order_id, number }),
    refund,
    needs_second_person: refund !== null && (await isAboveSum(db, order_id, refund.amount_cents)),
    ...daysOf(snapshot, clock.today()),
    refused: refusal?.sentences[0] ?? null,
  };
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  return { ending: { ...facts, hash }, refusal };
}

/** The contract ends at the moment of the act, so its last day is not in the future (decision 202). */
const daysOf = ({ signed_on, period }: OrderRecord['snapshot'], today: PlainDate) => ({
  first_day: signed_on < today ? signed_on : today,
  last_day: period.ends_on < today ? period.ends_on : today,
});

async function planOf(
  billing: BillingContext,
  order_id: number,
  { amount_cents, way }: NonNullable<MoneyBack>,
): Promise<RefundPlan> {
  const { taken, fee_refund } = await readRefundsOf(billing, order_id);
  return planRefund({
    captured: taken,
    asked: amount_cents === null ? 'everything' : cents(amount_cents),
    is_through_processor: way === 'processor',
    fee: fee_refund,
  });
}

const toRefund = (
  { amount_cents, parts }: Extract<RefundPlan, { k: 'plan' }>,
  { way }: NonNullable<MoneyBack>,
): Ending['refund'] => ({
  way,
  amount_cents,
  parts: parts.map((part) => pick(part, ['payment_number', 'principal_cents', 'surcharge_cents'])),
});

async function nextChild(db: Db, now: Date, route_id: number): Promise<Ending['next_child']> {
  const next = await nextWaiting(db, now, route_id);
  return next ? ((await findChildName(db, next.student_id)) ?? null) : null;
}

type Ended = { order: OrderRecord; plan: RefundPlan | null };

async function refusalOf(db: Db, staff: Viewer, { order, plan }: Ended): Promise<Why | undefined> {
  if (await isOwnFamily(db, staff, { user_id: order.snapshot.parent.id }))
    return new Refusal(accountRefusals.own_order);
  if (!isEndable(await findOrderStatus(db, order.id))) return new Refusal(orderRefusals.order_inactive);
  return plan?.k === 'refused' ? refundDenial(plan) : undefined;
}

type Seen = Pick<EndContractBody, 'seen' | 'ended_on'>;

function refuseOther({ ending, refusal }: Reviewed, { seen, ended_on }: Seen): void {
  if (refusal) throw refusal;
  const { first_day, last_day, hash } = ending;
  if (hash !== seen) throw new Refusal(catalogRefusals.effects_changed);
  if (ended_on < first_day || ended_on > last_day)
    throw refuseField(orderRefusals.ending_day, 'ended_on', {
      min: formatDate(first_day),
      max: formatDate(last_day),
    });
}

type EndingOf = { staff: Viewer; order_id: number; body: EndContractBody; idempotency_key: string };

/**
 * Without money in one transaction, with money in the transaction of the refund; both exactly once for a key.
 * @throws order_not_found, order_inactive, own_order, ending_day, effects_changed, second_person_asked,
 *   refund_*
 * Source: OF10.6, M11, R4
 */
export async function endContract(billing: BillingContext, ending: EndingOf) {
  const { order_id, body } = ending;
  await (body.refund ? endWithRefund(billing, ending, body.refund) : endWithout(billing, ending));
  return { order_id, status: await findOrderStatus(billing.db, order_id) };
}

async function endWithRefund(
  billing: BillingContext,
  { staff, order_id, body, idempotency_key }: EndingOf,
  refund: NonNullable<EndContractBody['refund']>,
): Promise<void> {
  const { reason, is_aid_spent, ended_on } = body;
  const key = requestKeyOf(staff, idempotency_key);
  if (!(await isRefundOf(billing.db, key, refund.amount_cents)))
    refuseOther(await reviewRefund(billing, { staff, order_id, refund }), body);
  const sent = { ...refund, reason, cancel_order: true, is_aid_spent, ended_on };
  await issueRefund(billing, { staff, order_id, body: sent, idempotency_key });
}

async function endWithout(
  { db, clock }: BillingContext,
  { staff, order_id, body, idempotency_key: key }: EndingOf,
): Promise<void> {
  const { reason, is_aid_spent, ended_on } = body;
  const call = { by_id: staff.user_id, call: 'endContract', key, sent: { order_id, body } };
  await db.transaction((tx) =>
    once(tx, clock.now(), call, async () => {
      await shownOrder(tx, order_id);
      await lockOrder(tx, order_id);
      refuseOther(await review(tx, clock, { staff, order_id, refund: null, plan: null }), body);
      await cancelByStaff(tx, clock, staff, { order_id, reason, is_aid_spent, ended_on });
      return order_id;
    }),
  );
}
