import { Refusal, type RefusalKind } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { keepAcceptedTexts } from '#modules/documents/accepted-texts.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { textDigest } from '#platform/html/text-hash.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { lockOrder } from '#modules/orders/orders.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { readOwnOrder } from '#modules/orders/reading/read-orders.service.ts';
import {
  blockReasonText,
  htmlOf,
  reassignedOf,
  reassignText,
  refundText,
  type AgreedText,
  type RequestKind,
} from './request-texts.ts';
import { requestBlockReason } from '#modules/orders/reading/request-window.ts';
import type { ReassignApproval, RefundRequest, RefundType } from '#modules/orders/order-requests.contract.ts';
import { toRefundRequestResponse } from '#modules/orders/reading/request-response.ts';
import { insertReassignApproval, insertRefundRequest, type Agreement } from './requests.queries.ts';

export type Asking = { viewer: Viewer; order_id: number; ip: string; user_agent: string };

type Deps = { db: Database; clock: Clock; vault: Vault };

/**
 * No money moves until staff finish or decline the request (R1, R2).
 * @throws order_not_found, refund_requested, request_refused
 */
export async function submitRefundRequest(
  { db, clock, vault }: Deps,
  asking: Asking,
  type: RefundType,
): Promise<RefundRequest> {
  const order = await readOwnOrder({ db, vault }, asking.viewer, asking.order_id);
  refuseIfBlocked('refund', order, order.order_refund_request !== null, clock);
  return db.transaction(async (tx) => {
    await lockActive(tx, order, 'refund', clock);
    const made = await insertRefundRequest(tx, type, await agreeTo(tx, refundText(type), asking, clock));
    if (!made) throw new Refusal(orderRefusals.refund_requested);
    await enqueue(tx, clock.now(), {
      kind: 'orders.refund_requested',
      ref: `refund-request-${made.id}`,
      payload: { order_id: order.id },
    });
    return toRefundRequestResponse(made);
  });
}

/**
 * Records the agreed text; nothing else changes (R1, R3).
 * @throws order_not_found, reassign_approved, request_refused
 */
export async function approveReassignment(
  { db, clock, vault }: Deps,
  asking: Asking,
): Promise<ReassignApproval> {
  const order = await readOwnOrder({ db, vault }, asking.viewer, asking.order_id);
  const reassigned = reassignedOf(order);
  refuseIfBlocked('reassign', order, order.order_reassign_approval !== null, clock);
  return db.transaction(async (tx) => {
    await lockActive(tx, order, 'reassign', clock);
    const made = await insertReassignApproval(tx, await agreeTo(tx, reassignText(reassigned), asking, clock));
    if (!made) throw new Refusal(orderRefusals.reassign_approved);
    await enqueue(tx, clock.now(), {
      kind: 'orders.reassign_approved',
      ref: `reassign-approval-${made.id}`,
      payload: { order_id: order.id },
      words: { company: reassigned.company },
    });
    return { requested_at: made.requested_at.toISOString() };
  });
}

// With the lock, a concurrent cancellation by staff either comes first or finds the request (M11).
async function lockActive(tx: Tx, order: Order, kind: RequestKind, clock: Clock): Promise<void> {
  const { status } = await lockOrder(tx, order.id);
  refuseIfBlocked(kind, { ...order, is_active: status === 'active' }, false, clock);
}

const made: Record<RequestKind, RefusalKind<undefined>> = {
  refund: orderRefusals.refund_requested,
  reassign: orderRefusals.reassign_approved,
};

function refuseIfBlocked(kind: RequestKind, order: Order, is_made: boolean, clock: Clock): void {
  const window = order.request_windows[kind];
  const blockReason = requestBlockReason({ ...order, is_made, window }, clock.today());
  if (blockReason === 'made') throw new Refusal(made[kind]);
  if (blockReason)
    throw new Refusal(orderRefusals.request_refused, {
      data: { why: blockReasonText(kind, blockReason, window) },
    });
}

async function agreeTo(
  tx: Tx,
  text: AgreedText,
  { viewer, order_id, ip, user_agent }: Asking,
  clock: Clock,
): Promise<Agreement> {
  const html = htmlOf(text);
  const text_hash = textDigest(html);
  const requested_at = clock.now();
  await keepAcceptedTexts(tx, [{ hash: text_hash, html }], requested_at);
  return { order_id, user_id: viewer.user_id, text_hash, ip, user_agent, requested_at };
}
