import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { fullName } from '#kit/text/full-name.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { reasonOfAttempt } from '#modules/billing/charges/failure-reasons.ts';
import { collect, triedCents } from '#modules/billing/charges/charges.service.ts';
import { createRefund, type WithRefund } from '#modules/billing/refunds/refunds.service.ts';
import { keepingPlace } from '#modules/billing/processor/keep-place.service.ts';
import {
  agreeToRefund,
  refuseOtherPlan,
  type Approval,
} from '#modules/billing/second-person/agreed-refund.service.ts';
import { orAskSecondPerson } from '#modules/billing/second-person/concessions.service.ts';
import { findWaitingAbout, refundsSubject } from '#modules/billing/second-person/second-person.service.ts';
import { askForAidDifference } from '#modules/billing/staff-edits/aid-difference.service.ts';
import { releaseAidCode } from '#modules/catalog/routes/selling.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { lockOrder } from '#modules/orders/orders.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { endLockedOrder } from '#modules/orders/staff/staff-orders.service.ts';
import type { DeclineAid } from './aid-claims.contract.ts';
import { aidDifference } from '#modules/orders/contracts/aid-difference.ts';
import { decideAid, lockAid, type AidClaimRecord } from './aid-claims.queries.ts';
import { askForMethod, chargeWaitingOrder, type OpenClaim } from './charge-waiting-order.service.ts';
import { getClaim } from './aid-claims.service.ts';
import { giveAid } from './give-aid.service.ts';

type Deciding = { staff: Viewer; order_id: number };

type AidRequest = 'aid_end' | 'aid_confirm';

type Confirming = Deciding & { approval?: Omit<Approval, 'plan'> };

/**
 * Charges an order awaiting aid now. A refused charge ends the order as at checkout, and the aid stays
 * confirmed. A repeated call changes nothing. Opens transactions of its own (A6, O10, MH2, decision 62).
 * @throws aid_claim_not_found, aid_decided, aid_decline_waits, own_order, aid_method_gone, aid_debits_closed,
 *   charge_held, payments_closed, processor_busy; second_person_asked, second_person_other,
 *   second_person_meanwhile; charge_declined, charge_unconfirmed
 */
export async function confirmAid(billing: BillingContext, confirming: Confirming): Promise<void> {
  const open = (keepPlace: () => void) =>
    billing.db.transaction((tx) => confirm(tx, billing, { ...confirming, keepPlace }));
  const attempt_id = await orAskSecondPerson(billing, confirming.staff, () =>
    keepingPlace(billing, 'charge', open, { isByStaff: true }),
  ).catch((error: unknown) => askForMethod(billing, confirming.order_id, error));
  billing.crashPoint('aid confirmed');
  if (attempt_id === undefined) return;
  const collected = await collect(billing, attempt_id);
  if (collected.k === 'unknown' || collected.k === 'action')
    throw new Refusal(billingRefusals.charge_unconfirmed);
  if (collected.k !== 'declined') return;
  const reason = reasonOfAttempt({ state: 'declined', code: collected.code });
  const total = formatMoney(await triedCents(billing.db, attempt_id));
  throw new Refusal(billingRefusals.charge_declined, { data: { reason, total } });
}

async function confirm(
  tx: Tx,
  billing: BillingContext,
  { staff, order_id, approval, keepPlace }: Confirming & { keepPlace: () => void },
): Promise<number | undefined> {
  const open = await lockClaim(tx, { staff, order_id }, ({ outcome }) => outcome === 'confirmed');
  if (!open) return undefined;
  const now = billing.clock.now();
  const { claim, order } = open;
  if (!approval) await refuseWhileAsked(tx, order_id, ['aid_end']);
  const given_cents = await giveAid(tx, now, { staff, claim, approval });
  await approval?.approve(tx);
  await refuseWhileAsked(tx, order_id, ['aid_confirm']);
  if (order.status === 'awaiting_aid') keepPlace();
  const decided = { decided_by_id: staff.user_id, decided_at: now };
  await decideAid(tx, claim.aid.id, { outcome: 'confirmed', ...decided });
  await writeAudit(tx, now, staff, {
    action: 'aid.confirm',
    subject: `order:${order_id}`,
    before: { outcome: null },
    after: { outcome: 'confirmed', amount_cents: claim.aid.amount_cents, given_cents },
  });
  if (order.status === 'awaiting_aid') return chargeWaitingOrder(tx, billing, open);
  await enqueue(tx, now, { kind: 'orders.aid_confirmed', ref: `order-${order_id}`, payload: { order_id } });
  return undefined;
}

type Declining = Deciding & { body: DeclineAid; approval?: Approval };

/**
 * The rest of the price falls due in 14 days, or the order ends and the payments go back. A repeated call
 * changes nothing. Opens transactions of its own (A6, M11, R4, H4, decisions 62 and 83).
 * @throws aid_claim_not_found, aid_decided, aid_decline_waits, own_order, aid_order_waits,
 *   second_person_asked, second_person_other, second_person_meanwhile, and billing's refusals of a refund
 */
export async function declineAid(billing: BillingContext, declining: Declining): Promise<void> {
  if (declining.body.consequence === 'difference')
    return billing.db.transaction((tx) => declineAndGoOn(tx, billing, declining));
  await declineAndEnd(billing, declining);
}

const isSameDecline =
  ({ body }: Declining) =>
  ({ consequence, reason }: AidClaimRecord['aid']) =>
    consequence === body.consequence && reason === body.reason;

async function declineAndGoOn(tx: Tx, billing: BillingContext, declining: Declining): Promise<void> {
  const open = await lockClaim(tx, declining, isSameDecline(declining));
  if (!open) return;
  await refuseWhileAsked(tx, declining.order_id, ['aid_end', 'aid_confirm']);
  if (open.order.status === 'awaiting_aid') throw new Refusal(orderRefusals.aid_order_waits);
  const { aid } = open.claim;
  const { reason } = declining.body;
  const { difference_cents } = aidDifference({ ...open.claim, amount_cents: aid.amount_cents });
  const asked = {
    order_id: open.order.id,
    user_id: open.order.user_id,
    financial_aid_id: aid.id,
    amount_cents: difference_cents,
    reason: m.server_aid_declined_line({ reason }),
  };
  // Zero if the family's contribution equals the full price, or all but some cents.
  if (difference_cents > 0) await askForAidDifference(tx, billing, asked);
  await writeDecline(tx, billing, declining, { open, difference_cents });
}

async function declineAndEnd(billing: BillingContext, declining: Declining): Promise<void> {
  const { staff, approval } = declining;
  const claim = await getClaim(billing.db, declining.order_id);
  await refuseOwnFamily(billing.db, staff, claim.order);
  const isDecided = claim.aid.outcome !== null;
  const endAlone = async (tx: Tx) => {
    if (approval) refuseOtherPlan(approval, []);
    await endOrder(tx, billing, declining);
  };
  if (claim.order.status !== 'active' || isDecided) return billing.db.transaction(endAlone);
  try {
    await refundAndEnd(billing, declining, claim.aid.id);
  } catch (error) {
    if (!(error instanceof Refusal) || !isNothingLeft(error)) throw error;
    await billing.db.transaction(endAlone);
  }
}

async function endOrder(tx: Tx, billing: BillingContext, declining: Declining): Promise<void> {
  const open = await lockClaim(tx, declining, isSameDecline(declining));
  if (!open) return;
  await refuseWhileAsked(tx, declining.order_id, ['aid_end', 'aid_confirm']);
  await writeDecline(tx, billing, declining, { open, difference_cents: 0 });
  await endLockedOrder(tx, billing.clock, open.order);
}

async function refundAndEnd(billing: BillingContext, declining: Declining, aid_id: number): Promise<void> {
  const { order_id, staff, body, approval } = declining;
  const { reason } = body;
  const refund = {
    order_id,
    amount_cents: 'everything' as const,
    way: body.way,
    reference: body.check_number,
    reason,
    asked_by: approval?.asked_by_id,
    by: staff.user_id,
    request_key: `aid-${aid_id}`,
  };
  const about = { order_id, subject: refundsSubject(order_id), kind: 'aid_end', reason } as const;
  const endWithRefund: WithRefund = async (tx, plan) => {
    await agreeToRefund(tx, plan, { ...about, command: { body } }, approval);
    await endOrder(tx, billing, declining);
  };
  await orAskSecondPerson(billing, staff, () => createRefund(billing, refund, endWithRefund));
}

// Nothing was due yet, staff have refunded everything before, or the bank has taken the money back.
const isNothingLeft = ({ kind }: Refusal) =>
  kind === billingRefusals.refund_nothing_left || kind === billingRefusals.refund_returned;

type Declined = { open: OpenClaim; difference_cents: number };

async function writeDecline(
  tx: Tx,
  { clock }: BillingContext,
  { staff, order_id, body: { consequence, reason } }: Declining,
  { open, difference_cents }: Declined,
): Promise<void> {
  const now = clock.now();
  const decided = { decided_by_id: staff.user_id, decided_at: now };
  const { id, financial_aid_code_id } = open.claim.aid;
  await decideAid(tx, id, { outcome: 'declined', consequence, reason, ...decided });
  // The code before the seat, as in signing, to avoid a deadlock.
  await releaseAidCode(tx, financial_aid_code_id);
  await writeAudit(tx, now, staff, {
    action: 'aid.decline',
    subject: `order:${order_id}`,
    before: { outcome: null },
    after: { outcome: 'declined', consequence, difference_cents },
  });
  await enqueue(tx, now, { kind: 'orders.aid_declined', ref: `order-${order_id}`, payload: { order_id } });
}

/**
 * Locks the order, then the claim. @returns undefined if the same decision exists already
 * @throws aid_claim_not_found, own_order; aid_decided if decided otherwise, or if the order has ended
 */
async function lockClaim(
  tx: Tx,
  { staff, order_id }: Deciding,
  isSame: (aid: AidClaimRecord['aid']) => boolean,
): Promise<OpenClaim | undefined> {
  const claim = await getClaim(tx, order_id);
  await refuseOwnFamily(tx, staff, claim.order);
  const order = await lockOrder(tx, order_id);
  const aid = await lockAid(tx, claim.aid.id);
  if (aid.outcome && isSame(aid)) return undefined;
  const isLive = order.status === 'active' || order.status === 'awaiting_aid';
  if (aid.outcome || !isLive) throw new Refusal(orderRefusals.aid_decided);
  return { claim, order };
}

/**
 * An approver has decided the request by now, so an approval passes.
 * @throws aid_decline_waits, aid_confirm_waits
 */
async function refuseWhileAsked(tx: Tx, order_id: number, kinds: readonly AidRequest[]): Promise<void> {
  const waiting = await findWaitingAbout(tx, refundsSubject(order_id));
  const kind = kinds.find((one) => one === waiting?.request.kind);
  if (!waiting || !kind) return;
  const refusal = kind === 'aid_end' ? orderRefusals.aid_decline_waits : orderRefusals.aid_confirm_waits;
  throw new Refusal(refusal, { data: { staff: fullName(waiting.asked_by) } });
}
