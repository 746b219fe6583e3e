import { cents } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import type { RefundsOfOrder } from '#modules/billing/refunds/refunds.contract.ts';
import { refundsOfOrder } from '#modules/billing/refunds/refunds-of-order.service.ts';
import { createRefund, type WithRefund } from '#modules/billing/refunds/refunds.service.ts';
import { reverseRefund, type ReversedRefund } from '#modules/billing/refunds/reverse-refund.service.ts';
import { agreeToRefund, type Approval } from '#modules/billing/second-person/agreed-refund.service.ts';
import { orAskSecondPerson } from '#modules/billing/second-person/concessions.service.ts';
import { refundsSubject } from '#modules/billing/second-person/second-person.service.ts';
import { cardFeeRefundOf } from '#modules/catalog/card-fee.ts';
import { findCompany } from '#modules/catalog/catalog.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { cancelByStaff } from './staff-orders.service.ts';
import { lockOrder } from '#modules/orders/orders.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { findShownOrder } from '#modules/orders/reading/read-orders.queries.ts';
import { answerOpenRequest } from '#modules/orders/requests/decide-refund.service.ts';
import { syncRefundStatus } from '#modules/orders/requests/sync-refund-status.service.ts';
import type { RefundOrderBody } from './refund-order.contract.ts';

export type SecondPerson = Approval & { request_key: string };

type StaffRefund = {
  staff: Viewer;
  order_id: number;
  body: RefundOrderBody;
  idempotency_key: string;
  secondPerson?: SecondPerson;
};

/**
 * The order becomes inactive in the same transaction. Answers the family's open request too (R2).
 * @throws Refusal order_not_found, own_order, second_person_asked, refund_*
 * Source: R2, R4, M11, H4
 */
export async function issueRefund(
  billing: BillingContext,
  { staff, order_id, body, idempotency_key, secondPerson }: StaffRefund,
): Promise<RefundsOfOrder> {
  const { snapshot } = await shownOrder(billing.db, order_id);
  await refuseOwnFamily(billing.db, staff, { user_id: snapshot.parent.id });
  const request = {
    order_id,
    amount_cents: body.amount_cents === null ? ('everything' as const) : cents(body.amount_cents),
    way: body.way,
    reference: body.reference,
    reason: body.reason,
    asked_by: secondPerson?.asked_by_id,
    by: staff.user_id,
    request_key: secondPerson?.request_key ?? requestKeyOf(staff, idempotency_key),
  };
  const about = { order_id, subject: refundsSubject(order_id), kind: 'refund', reason: body.reason } as const;
  let answered: number | undefined;
  const refund: WithRefund = async (tx, plan) => {
    await agreeToRefund(tx, plan, { ...about, command: { body } }, secondPerson);
    answered = await writeDecision(tx, billing, { staff, order_id, body, refund_key: request.request_key });
  };
  await orAskSecondPerson(billing, staff, () => createRefund(billing, request, refund));
  // A job follows refunds not yet confirmed by the processor.
  if (answered !== undefined) await syncRefundStatus(billing, answered);
  return readRefundsOf(billing, order_id);
}

/** The key of a refund, by the Idempotency-Key of the member of staff. */
export const requestKeyOf = ({ user_id }: Pick<Viewer, 'user_id'>, idempotency_key: string) =>
  `staff-${user_id}-${idempotency_key}`;

type Decision = Pick<StaffRefund, 'staff' | 'order_id' | 'body'> & { refund_key: string };

/** @returns the id of the answered request of the family, if a request was open */
async function writeDecision(
  tx: Tx,
  { clock }: BillingContext,
  { staff, order_id, body, refund_key }: Decision,
): Promise<number | undefined> {
  const { amount_cents, way, cancel_order, is_aid_spent, ended_on, reference: check_number, reason } = body;
  await writeAudit(tx, clock.now(), staff, {
    action: 'order.refund',
    subject: `order:${order_id}`,
    after: { amount_cents, way, cancel_order },
  });
  const answer = { staff, order_id, refund_key, way, check_number };
  const answered = await answerOpenRequest(tx, clock.now(), answer);
  // The order may have become inactive in the meantime; then nothing is left to do.
  if (cancel_order && (await lockOrder(tx, order_id)).status === 'active')
    await cancelByStaff(tx, clock, staff, { order_id, reason, is_aid_spent, ended_on });
  return answered;
}

type Reversing = Omit<ReversedRefund, 'order_refund_id'> & { staff: Viewer; refund_id: number };

/** @throws Refusal order_not_found, own_order, and those of `reverseRefund` (MC9) */
export async function reverseIssuedRefund(
  billing: BillingContext,
  { staff, order_id, refund_id: order_refund_id, why, reason }: Reversing,
): Promise<RefundsOfOrder> {
  const { snapshot } = await shownOrder(billing.db, order_id);
  await refuseOwnFamily(billing.db, staff, { user_id: snapshot.parent.id });
  await billing.db.transaction((tx) =>
    reverseRefund(tx, billing, staff, { order_id, order_refund_id, why, reason }),
  );
  return readRefundsOf(billing, order_id);
}

export async function readRefundsOf(
  { db, gateway, clock }: Pick<BillingContext, 'db' | 'gateway' | 'clock'>,
  order_id: number,
): Promise<RefundsOfOrder> {
  const { id, is_active } = await shownOrder(db, order_id);
  const fee_refund = cardFeeRefundOf(await findCompany(db), gateway.processor);
  return { order_id: id, is_active, fee_refund, ...(await refundsOfOrder({ db, gateway, clock }, id)) };
}

/** @throws order_not_found */
export async function shownOrder(db: Db, order_id: number) {
  const order = await findShownOrder(db, order_id, null);
  if (!order) throw new Refusal(orderRefusals.order_not_found);
  return order;
}
