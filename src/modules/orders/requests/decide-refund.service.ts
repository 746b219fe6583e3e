import { m } from '#i18n/messages.js';
import { cents } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { isRefundOf } from '#modules/billing/refunds/refund-by-key.service.ts';
import { createRefund, type WithRefund } from '#modules/billing/refunds/refunds.service.ts';
import { agreeToRefund, type Approval } from '#modules/billing/second-person/agreed-refund.service.ts';
import { orAskSecondPerson } from '#modules/billing/second-person/concessions.service.ts';
import { refundsSubject } from '#modules/billing/second-person/second-person.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { syncRefundStatus, attemptKey } from './sync-refund-status.service.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import type { FinishRefund } from '#modules/orders/order-requests.contract.ts';
import type { RefundRequestForStaff } from './refund-inbox.contract.ts';
import { findRequest, lockRequest, lockRequestOf, updateRequest } from './requests.queries.ts';
import { readRequestForStaff } from './refund-inbox.service.ts';
import { mayBecome } from './request-transitions.ts';
import { UNDECIDED_REQUESTS, type RequestState } from '#modules/orders/request.states.ts';

type Deciding = { staff: Viewer; id: number };

/**
 * A repeated call changes nothing.
 * @throws refund_request_not_found, refund_request_decided
 */
export async function startReview(
  { tx, vault }: { tx: Tx; vault: Vault },
  now: Date,
  { staff, id }: Deciding,
): Promise<RefundRequestForStaff> {
  const request = await locked(tx, id);
  if (request.status === 'in_work') return readRequestForStaff({ db: tx, vault }, id);
  refuseUnlessMay(request.status, 'in_work');
  if (request.status === 'under_way') throw new Refusal(orderRefusals.refund_request_decided);
  await updateRequest(tx, id, { status: 'in_work', taken_up_by_id: staff.user_id, taken_up_at: now });
  await writeAudit(tx, now, staff, {
    action: 'refund_request.take_up',
    subject: `order:${request.order_id}`,
    before: { status: request.status },
    after: { status: 'in_work' },
  });
  await enqueue(tx, now, {
    kind: 'orders.refund_review_started',
    ref: `refund-request-${id}`,
    payload: { order_id: request.order_id },
  });
  return readRequestForStaff({ db: tx, vault }, id);
}

/**
 * The family reads the reason. The same reason again changes nothing.
 * @throws refund_request_not_found, refund_request_decided
 */
export async function decline(
  { tx, vault }: { tx: Tx; vault: Vault },
  now: Date,
  { staff, id }: Deciding,
  reason: string,
): Promise<RefundRequestForStaff> {
  const request = await locked(tx, id);
  if (request.status === 'declined' && request.reason === reason)
    return readRequestForStaff({ db: tx, vault }, id);
  refuseUnlessMay(request.status, 'declined');
  await updateRequest(tx, id, {
    status: 'declined',
    reason,
    decided_by_id: staff.user_id,
    decided_at: now,
    ended_at: now,
  });
  await writeAudit(tx, now, staff, {
    action: 'refund_request.decline',
    subject: `order:${request.order_id}`,
    before: { status: request.status },
    after: { status: 'declined' },
  });
  await enqueue(tx, now, {
    kind: 'orders.refund_declined',
    ref: `refund-request-${id}`,
    payload: { order_id: request.order_id },
  });
  return readRequestForStaff({ db: tx, vault }, id);
}

/**
 * The decision and billing's refund are one transaction under one key, so two presses, a lost answer or a
 * crash pay once. A refund not yet confirmed by the processor stays under way. A repeated call with another
 * way, check or amount is refused (R2, R4, I13, H4).
 * @throws refund_request_not_found, own_order, refund_request_decided, second_person_asked, and billing's
 *   refusals of a refund
 */
export async function completeRefundRequest(
  billing: BillingContext,
  { staff, id }: Deciding,
  body: FinishRefund,
  approval?: Approval,
): Promise<RefundRequestForStaff> {
  const { way, amount_cents, check_number } = body;
  const { order_id, tries, request: before, parent } = await readRequestForStaff(billing, id);
  await refuseOwnFamily(billing.db, staff, { user_id: parent.id });
  if (!approval && (await isDecidedSo(billing, { id, before }, body)))
    return readRequestForStaff(billing, id);
  refuseUnlessMay(before.state, 'under_way');
  const asked = {
    order_id,
    amount_cents: amount_cents === null ? ('everything' as const) : cents(amount_cents),
    way,
    reference: check_number,
    reason: m.server_refund_request_reason({ id }),
    asked_by: approval?.asked_by_id,
    by: staff.user_id,
    request_key: attemptKey({ id, tries }),
  };
  const { reason } = asked;
  const about = { order_id, subject: refundsSubject(order_id), kind: 'refund_request', reason } as const;
  const command = { request_id: id, body };
  const refund: WithRefund = async (tx, plan) => {
    await agreeToRefund(tx, plan, { ...about, command }, approval);
    await startRefund(tx, billing, { staff, id, body });
  };
  await orAskSecondPerson(billing, staff, () => createRefund(billing, asked, refund));
  await syncRefundStatus(billing, id);
  return readRequestForStaff(billing, id);
}

async function startRefund(
  tx: Tx,
  { clock }: BillingContext,
  { staff, id, body }: Deciding & { body: FinishRefund },
): Promise<void> {
  const { way, check_number, amount_cents } = body;
  const { status, order_id } = await locked(tx, id);
  refuseUnlessMay(status, 'under_way');
  const now = clock.now();
  const decided = { decided_by_id: staff.user_id, decided_at: now };
  await updateRequest(tx, id, { status: 'under_way', way, check_number, ...decided });
  await writeAudit(tx, now, staff, {
    action: 'refund_request.finish',
    subject: `order:${order_id}`,
    before: { status },
    after: { status: 'under_way', way, amount_cents },
  });
}

type Decided = { id: number; before: RefundRequestForStaff['request'] };

async function isDecidedSo({ db }: Pick<BillingContext, 'db'>, { id, before }: Decided, body: FinishRefund) {
  const { way, amount_cents, check_number } = body;
  if (before.state !== 'under_way' && before.state !== 'finished') return false;
  if (before.way !== way || before.check_number !== check_number) return false;
  const row = await findRequest(db, id);
  return row !== undefined && isRefundOf(db, attemptKey(row.request), amount_cents);
}

type Answering = {
  staff: Viewer;
  order_id: number;
  refund_key: string;
  way: FinishRefund['way'];
  check_number: string | null;
};

/**
 * A refund from the order's page closes the family's open request too (R2). @returns undefined if none was
 * open
 */
export async function answerOpenRequest(
  tx: Tx,
  now: Date,
  { staff, order_id, refund_key, way, check_number }: Answering,
): Promise<number | undefined> {
  const request = await lockRequestOf(tx, order_id);
  if (!request || !UNDECIDED_REQUESTS.includes(request.status)) return undefined;
  const decided = { decided_by_id: staff.user_id, decided_at: now };
  await updateRequest(tx, request.id, { status: 'under_way', way, check_number, refund_key, ...decided });
  await writeAudit(tx, now, staff, {
    action: 'refund_request.finish',
    subject: `order:${order_id}`,
    detail: { refund_key },
    before: { status: request.status },
    after: { status: 'under_way', way },
  });
  return request.id;
}

async function locked(tx: Tx, id: number) {
  const request = await lockRequest(tx, id);
  if (!request) throw new Refusal(orderRefusals.refund_request_not_found);
  return request;
}

function refuseUnlessMay(from: RequestState, to: RequestState): void {
  if (!mayBecome(from, to)) throw new Refusal(orderRefusals.refund_request_decided);
}
