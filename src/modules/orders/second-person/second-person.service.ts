import { daysBetween, dayIn } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { totalOf } from '#kit/list/list-total.ts';
import { fullName } from '#kit/text/full-name.ts';
import { ownFamiliesAmong, refuseOwnFamily } from '#modules/students/own-family.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import {
  countWaitingRequests,
  decideRequest,
  findRequest,
  listWaitingRequests,
  lockRequestRow,
  type RequestWithPeople,
  type SecondPersonRow,
} from '#modules/billing/second-person/second-person.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { editPayment } from '#modules/billing/staff-edits/edit-payment.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { pageOf, type CountedPage } from '#platform/db/page-of-rows.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { completeRefundRequest } from '#modules/orders/requests/decide-refund.service.ts';
import { approveAmendment } from '#modules/orders/amendments/answer-amendment.service.ts';
import { withdrawAmendment } from '#modules/orders/amendments/propose-amendment.service.ts';
import { confirmAid, declineAid } from '#modules/orders/aid/decide-aid.service.ts';
import { issueRefund } from '#modules/orders/staff/refund-order.service.ts';
import type { SecondPersonRequest } from './second-person.contract.ts';
import {
  aidEndShape,
  amendmentShape,
  editShape,
  refundShape,
  requestShape,
  shownOf,
} from './stored-command.ts';

export const waitingApprovals = countWaitingRequests;

export { approvalWork } from '#modules/billing/second-person/second-person.service.ts';

export async function listRequests(
  db: Db,
  clock: Clock,
  place: Place,
  staff: Viewer,
): Promise<CountedPage<SecondPersonRequest>> {
  const { rows, next } = pageOf(await listWaitingRequests(db, place), place, ({ request }) => [request.id]);
  const own = await ownFamiliesAmong(db, staff, [...new Set(rows.map(({ parent }) => parent.id))]);
  const { requests } = await countWaitingRequests(db);
  return { rows: rows.map((row) => toResponse(row, clock, { staff, own })), ...totalOf(requests), next };
}

function toResponse(
  { request, asked_by, parent }: RequestWithPeople,
  clock: Clock,
  { staff, own }: { staff: Viewer; own: ReadonlySet<number> },
): SecondPersonRequest {
  const { id, order_id, kind, amount_cents, reason, asked_at } = request;
  return {
    id,
    order_id,
    kind,
    ...shownOf(request),
    parent,
    amount_cents,
    reason,
    asked_by: fullName(asked_by),
    asked_at: asked_at.toISOString(),
    days_open: daysBetween(dayIn(clock.time_zone, asked_at), clock.today()),
    approve_refused: own.has(parent.id)
      ? 'own_order'
      : request.asked_by_id === staff.user_id
        ? 'is_first'
        : null,
  };
}

type Deciding = { staff: Viewer; id: number };

/**
 * The approval is in the same transaction as the refund or the changed payment, so a crash leaves both or
 * neither; a second approval changes nothing. Opens transactions of its own (H4, I13).
 * @throws second_person_not_found, second_person_decided, second_person_is_first, own_order, and the refusals
 *   of the command
 */
export async function approveRequest(billing: BillingContext, { staff, id }: Deciding): Promise<void> {
  const { request, parent } = await getRequest(billing.db, id);
  await refuseOwnFamily(billing.db, staff, { user_id: parent.id });
  if (request.asked_by_id === staff.user_id) throw new Refusal(orderRefusals.second_person_is_first);
  if (request.outcome === 'approved') return;
  refuseUnlessWaiting(request);
  const approve = (tx: Tx) => writeApproval(tx, billing.clock.now(), { staff, id });
  await carryOut(billing, request, { staff, approve });
}

type Approving = { staff: Viewer; approve: (tx: Tx) => Promise<void> };

/** Refuses if the effect would differ by now (MH3). */
async function carryOut(
  billing: BillingContext,
  { id, kind, order_id, command, asked_by_id }: SecondPersonRow,
  { staff, approve }: Approving,
): Promise<void> {
  if (kind === 'refund') {
    const { body, plan } = refundShape.parse(command);
    const secondPerson = { request_key: `second-person-${id}`, asked_by_id, plan, approve };
    await issueRefund(billing, { staff, order_id, body, idempotency_key: '', secondPerson });
    return;
  }
  if (kind === 'refund_request') {
    const { request_id, body, plan } = requestShape.parse(command);
    await completeRefundRequest(billing, { staff, id: request_id }, body, { asked_by_id, plan, approve });
    return;
  }
  if (kind === 'aid_end') {
    const { body, plan } = aidEndShape.parse(command);
    await declineAid(billing, { staff, order_id, body, approval: { asked_by_id, plan, approve } });
    return;
  }
  if (kind === 'amendment') {
    const { amendment_id } = amendmentShape.parse(command);
    await approveAmendment(billing, { staff, amendment_id, approve });
    return;
  }
  if (kind === 'aid_confirm') {
    await confirmAid(billing, { staff, order_id, approval: { asked_by_id, approve } });
    return;
  }
  const { payment_id, edit } = editShape.parse(command);
  const edited = { order_id, payment_id, edit, approved: { asked_by_id } };
  await billing.db
    .transaction(async (tx) => {
      await editPayment(tx, billing, staff, edited);
      await approve(tx);
    })
    .catch(refuseOtherPayment);
}

/** The sentence for whoever edits a payment speaks of typed changes, and an approver has typed none. */
function refuseOtherPayment(error: unknown): never {
  const isStale = error instanceof Refusal && error.kind === billingRefusals.payment_edited;
  throw isStale ? new Refusal(billingRefusals.second_person_payment_changed) : error;
}

async function writeApproval(tx: Tx, now: Date, { staff, id }: Deciding): Promise<void> {
  const request = await lockRequestRow(tx, id);
  refuseUnlessWaiting(request);
  await decideRequest(tx, id, { outcome: 'approved', decided_by_id: staff.user_id, decided_at: now });
  await auditDecision(tx, now, staff, { request, action: 'second_person.approve' });
}

/**
 * The asker may withdraw a request by declining.
 * @throws second_person_not_found, second_person_decided
 */
export async function declineRequest(
  tx: Tx,
  now: Date,
  { staff, id }: Deciding,
  decline_reason: string,
): Promise<void> {
  await getRequest(tx, id);
  const request = await lockRequestRow(tx, id);
  if (request.outcome === 'declined' && request.decline_reason === decline_reason) return;
  refuseUnlessWaiting(request);
  const decided = { decided_by_id: staff.user_id, decided_at: now };
  await decideRequest(tx, id, { outcome: 'declined', decline_reason, ...decided });
  await auditDecision(tx, now, staff, { request, action: 'second_person.decline' });
  // Without the refund there is no amendment (OF5.11).
  if (request.kind === 'amendment') {
    const { amendment_id } = amendmentShape.parse(request.command);
    await withdrawAmendment(tx, now, { staff, id: amendment_id, reason: decline_reason });
  }
  if (request.asked_by_id !== staff.user_id)
    await enqueue(tx, now, {
      kind: 'orders.second_person_declined',
      ref: String(id),
      payload: { request_id: id },
    });
}

type Decided = { request: SecondPersonRow; action: 'second_person.approve' | 'second_person.decline' };

const OUTCOMES = {
  'second_person.approve': 'approved',
  'second_person.decline': 'declined',
} as const satisfies Record<Decided['action'], string>;

async function auditDecision(tx: Tx, now: Date, staff: Viewer, { request, action }: Decided): Promise<void> {
  const { id, subject, kind, amount_cents, asked_by_id } = request;
  await writeAudit(tx, now, staff, {
    action,
    subject,
    detail: { request_id: id, kind, amount_cents, asked_by_id },
    before: { outcome: null },
    after: { outcome: OUTCOMES[action] },
  });
}

async function getRequest(db: Db, id: number): Promise<RequestWithPeople> {
  const found = await findRequest(db, id);
  if (!found) throw new Refusal(orderRefusals.second_person_not_found);
  return found;
}

function refuseUnlessWaiting({ outcome }: SecondPersonRow): void {
  if (outcome !== null) throw new Refusal(orderRefusals.second_person_decided);
}
