import { Refusal } from '#kit/refusal.ts';
import { fullName } from '#kit/text/full-name.ts';
import {
  applyMoney,
  type AmendedOrder,
  type MoneyPlan,
} from '#modules/billing/amendments/amendment-payments.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { reserveRefund } from '#modules/billing/refunds/refunds.service.ts';
import { getRouteForSale } from '#modules/catalog/routes/selling.service.ts';
import { signedRouteName } from '#modules/documents/contract-snapshot.ts';
import type { OrderRecord } from '#modules/orders/reading/order-response.ts';
import { mayMoveChild } from '#modules/orders/checkout/same-child.service.ts';
import { moveSeat } from '#modules/seats/seats.service.ts';
import { writeAudit, type Actor } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { followContract, updateAmendment, type AmendmentRecord } from './amendments.queries.ts';
import { amendmentRefusals } from './amendments.refusals.ts';
import { wholePlan } from './plan-amendment.service.ts';
import { invariant } from '#kit/invariant.ts';

export type Applying = {
  actor: Actor;
  order: OrderRecord;
  amendment: AmendmentRecord;
  amended: AmendedOrder;
  /** as the family has accepted it */
  money: MoneyPlan;
  keepPlace: () => void;
};

/**
 * In one transaction: contract in force, seats, payments, books, refund, mail and audit log. The caller has
 * locked order, payments and amendment, in this order, and sends the refund after the commit (OF5.9).
 * @returns the id of the refund, if money goes back
 * @throws amendment_same_child, amendment_line_full, payments_closed, processor_busy, and the refusals of a
 *   refund
 */
export async function applyAmendment(
  tx: Tx,
  billing: BillingContext,
  { actor, order, amendment, amended, money, keepPlace }: Applying,
): Promise<number | undefined> {
  const now = billing.clock.now();
  await followInForce(tx, billing, { order, amendment });
  const { number, fee_cents } = amendment;
  await applyMoney(tx, billing, { ...amended, plan: money, number, fee_cents });
  const refund =
    money.refund && (await reserveBack(tx, billing, { amendment, refund: money.refund, keepPlace }));
  const plan = wholePlan(amendment.plan, money);
  await updateAmendment(tx, amendment.id, {
    state: 'applied',
    applied_at: now,
    plan,
    plan_hash: plan.hash,
    refund_key: refund ? keyOf(amendment) : null,
  });
  await writeAudit(tx, now, actor, {
    action: 'amendment.apply',
    subject: `order:${order.id}`,
    detail: {
      number,
      difference_cents: plan.difference_cents,
      refund_cents: money.refund?.amount_cents ?? 0,
    },
    before: placeOf(order.snapshot),
    after: placeOf(amendment.snapshot_after),
  });
  await enqueue(tx, now, {
    kind: 'orders.amendment_applied',
    ref: String(amendment.id),
    payload: { order_id: order.id, amendment_id: amendment.id },
  });
  return refund?.order_refund_id;
}

const placeOf = ({ route, payment_term, program, grade }: AmendmentRecord['snapshot_after']) => ({
  route_id: route.id,
  payment_term_id: payment_term.id,
  program_id: program.id,
  grade_id: grade?.id ?? null,
});

/** The route of the order before the seats, as in signing, to avoid a deadlock. */
async function followInForce(
  tx: Tx,
  { clock, vault }: Pick<BillingContext, 'clock' | 'vault'>,
  { order, amendment: { snapshot_after } }: Pick<Applying, 'order' | 'amendment'>,
): Promise<void> {
  const now = clock.now();
  const { route, student, parent } = snapshot_after;
  const sale = await getRouteForSale(tx, now, route.id);
  invariant(sale, `route ${route.id} is in the catalog`);
  const line = signedRouteName(route);
  const inForce = { ...snapshot_after, period_program_id: sale.period_program.id };
  const ridesThere = new Refusal(amendmentRefusals.amendment_same_child, {
    data: { child: fullName(student), line },
  });
  if (!(await followContract(tx, order.id, inForce))) throw ridesThere;
  if (route.id === order.snapshot.route.id) return;
  const seat = { from_id: order.snapshot.route.id, to: sale.route, student_id: order.student_id };
  if (!(await moveSeat(tx, now, seat)))
    throw new Refusal(amendmentRefusals.amendment_line_full, { data: { line } });
  const place = { user_id: parent.id, student_id: order.student_id, route_id: route.id };
  if (!(await mayMoveChild(tx, { now, vault }, { ...place, order_id: order.id }))) throw ridesThere;
}

const keyOf = ({ id }: AmendmentRecord) => `amendment-${id}`;

type Back = Pick<Applying, 'amendment' | 'keepPlace'> & { refund: NonNullable<MoneyPlan['refund']> };

function reserveBack(tx: Tx, billing: BillingContext, { amendment, refund, keepPlace }: Back) {
  const { order_id, proposed_by_id, approved_by_id, reason, change } = amendment;
  const principal = refund.amount_cents - refund.surcharge_cents;
  return reserveRefund(tx, billing, {
    order_id,
    amount_cents: principal as typeof refund.amount_cents,
    way: refund.way,
    reference: change.request.less.reference,
    reason,
    ...(approved_by_id !== null && { asked_by: proposed_by_id }),
    by: approved_by_id ?? proposed_by_id,
    request_key: keyOf(amendment),
    keepPlace,
  });
}
