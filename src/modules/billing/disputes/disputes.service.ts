import { m } from '#i18n/messages.js';
import { cents, subtract } from '#kit/money.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { PAYMENT_SURCHARGE } from '#modules/billing/billing.contract.ts';
import { afterFailure } from '#modules/billing/charges/after-failure.service.ts';
import { insertTransactions, journalOnce } from '#modules/billing/ledger/ledger.queries.ts';
import { addSums, returnPostings } from '#modules/billing/ledger/postings.ts';
import { lockAttempt, updateAttempt, type Locked } from '#modules/billing/payments/attempts.queries.ts';
import { lostInPart } from '#modules/billing/refunds/refunds.queries.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { Dispute } from '#platform/payments/dispute.ts';
import { disputePostings, lostShare, type LostShare } from './dispute-ledger.ts';
import { nextDisputeState } from './dispute-transitions.ts';
import { lockDispute, refundedOfCharge, upsertDispute, type DisputeRow } from './disputes.queries.ts';

export { listUndecidedDisputes } from './disputes.queries.ts';

/** The code of an attempt ended by a lost dispute; no bank uses this code. */
const DISPUTED = 'disputed';

/**
 * The only entry for card disputes, called after the outcome of the charge. Books the moved money by the
 * processor's sums in every state. A repeated or late reading changes nothing. Locks order, payment, attempt,
 * dispute (S17, I1, I12).
 */
export async function applyDispute(
  tx: Tx,
  billing: BillingContext,
  { attempt_id, dispute }: { attempt_id: number; dispute: Dispute },
): Promise<void> {
  const locked = await lockAttempt(tx, attempt_id);
  const before = await lockDispute(tx, dispute.ref);
  const { attempt } = locked;
  const isBooked = attempt.state === 'succeeded' || attempt.state === 'returned';
  if (!isBooked || attempt.gateway_ref !== dispute.charge_ref)
    return contradict(tx, billing, locked, dispute);
  await bookMoved(tx, billing, locked, dispute);
  const transition = nextDisputeState(before?.state, dispute.state, dispute.is_appeal);
  if (transition === 'conflict') return contradict(tx, billing, locked, dispute);
  if (transition === 'known_already') return;
  const row = await upsertDispute(tx, rowOf(locked, dispute, billing.clock.now()));
  if (before?.state !== row.state) await tellStaff(tx, billing, row);
  // A second reading of a loss books nothing, whatever was refunded in between.
  const isNew = !before || !isLost(before);
  if (isLost(row) && isNew && attempt.state === 'succeeded') await lose(tx, billing, locked, row);
  billing.crashPoint('dispute about to commit');
}

const isLost = ({ state, withdrawn_cents, reinstated_cents }: DisputeRow) =>
  state === 'lost' && withdrawn_cents > reinstated_cents;

function rowOf({ order, payment, attempt }: Locked, dispute: Dispute, now: Date) {
  const { ref, amount_cents, withdrawn_cents, reinstated_cents, fee_cents, state, reason, due_by } = dispute;
  const { unknown_state } = dispute;
  const isDecided = state === 'won' || state === 'lost';
  return {
    gateway_ref: ref,
    order_id: order.id,
    payment_id: payment.id,
    charge_attempt_id: attempt.id,
    payment_method_id: attempt.payment_method_id,
    amount_cents,
    withdrawn_cents,
    reinstated_cents,
    fee_cents,
    state,
    unknown_state,
    reason,
    due_at: due_by,
    opened_at: now,
    closed_at: isDecided ? now : null,
  };
}

async function bookMoved(tx: Tx, { clock }: BillingContext, { order }: Locked, dispute: Dispute) {
  const { ref, withdrawn_cents, reinstated_cents } = dispute;
  const event = { ref, order_id: order.id, at: clock.now() };
  if (withdrawn_cents > 0)
    await journalOnce(tx, { kind: 'dispute', ...event }, disputePostings(withdrawn_cents));
  if (reinstated_cents > 0) {
    const back = disputePostings(subtract(cents(0), reinstated_cents));
    await journalOnce(tx, { kind: 'dispute_won', ...event }, back);
  }
}

/**
 * If nothing of the charge is left, the payment is due again, but never charged automatically and never to
 * the disputed card. Staff decide about a partial loss. The office tells the family.
 */
async function lose(tx: Tx, billing: BillingContext, locked: Locked, row: DisputeRow): Promise<void> {
  const { order, attempt, payment } = locked;
  const now = billing.clock.now();
  const amount = subtract(row.withdrawn_cents, row.reinstated_cents);
  const lostBefore = (await lostInPart(tx, order.id)).get(attempt.id);
  const gone = addSums(await refundedOfCharge(tx, attempt.id), lostBefore);
  const share = lostShare(amount, attempt, gone);
  if (!(await recordLoss(tx, locked, { row, share, now }))) return;
  if (share.is_whole) {
    const ended = { state: 'returned', code: DISPUTED, next: 'never', finished_at: now } as const;
    await updateAttempt(tx, attempt.id, ended);
    await afterFailure(tx, billing, locked, { ended: 'returned', code: DISPUTED, next: 'never' });
  }
  await writeAudit(tx, now, undefined, {
    action: share.is_whole ? 'billing.dispute_lost' : 'billing.dispute_lost_in_part',
    subject: `dispute:${row.id}`,
    detail: { amount_cents: amount, refunded_cents: payment.refunded_cents },
  });
}

type Loss = { row: DisputeRow; share: LostShare; now: Date };

async function recordLoss(tx: Tx, locked: Locked, { row, share, now }: Loss): Promise<boolean> {
  const { order, payment, attempt, payment_type_id } = locked;
  const event = share.is_whole
    ? { kind: 'return', ref: attempt.gateway_ref! }
    : { kind: 'dispute_lost', ref: row.gateway_ref };
  const sides = returnPostings(share, 'disputed');
  if (!(await journalOnce(tx, { ...event, order_id: order.id, at: now }, sides))) return false;
  const line = {
    order_id: order.id,
    payment_id: payment.id,
    charge_attempt_id: attempt.id,
    payment_type_id,
    payment_method_id: attempt.payment_method_id,
    is_success: true,
    is_credit: true,
    description: m.server_dispute_line({ payment_number: payment.payment_number }),
    created_at: now,
  };
  const lines = [
    { ...line, description_detail: null, value_cents: share.principal_cents },
    { ...line, description_detail: PAYMENT_SURCHARGE, value_cents: share.surcharge_cents },
  ];
  await insertTransactions(
    tx,
    lines.filter(({ value_cents }) => value_cents > 0),
  );
  return true;
}

/** Mails the office in states with something to do; families get no mail (S17). */
async function tellStaff(
  tx: Tx,
  { clock }: BillingContext,
  { id, state, due_at }: DisputeRow,
): Promise<void> {
  if (state === 'answered' || state === 'won') return;
  // A bank may ask again after an answer, with another deadline.
  const until = state === 'lost' || !due_at ? '' : `-${due_at.toISOString()}`;
  await enqueue(tx, clock.now(), {
    kind: 'billing.dispute',
    ref: `${id}-${state}${until}`,
    payload: { dispute_id: id, state },
  });
}

async function contradict(tx: Tx, billing: BillingContext, { attempt }: Locked, dispute: Dispute) {
  const detail = { state: dispute.state, dispute_ref: dispute.ref, attempt_state: attempt.state };
  const subject = `charge_attempt:${attempt.id}`;
  await writeAudit(tx, billing.clock.now(), undefined, {
    action: 'billing.dispute_contradicts',
    subject,
    detail,
  });
  billing.log.error({ charge_attempt_id: attempt.id, ...detail }, 'a dispute contradicts the books');
}

/** The card's bank suspects fraud. Staff may refund the charge before a dispute. */
export async function flagFraudWarning(tx: Tx, { clock, log }: BillingContext, attempt_id: number) {
  const subject = `charge_attempt:${attempt_id}`;
  await writeAudit(tx, clock.now(), undefined, { action: 'billing.fraud_warning', subject });
  log.warn({ charge_attempt_id: attempt_id }, 'the bank of a card warns of fraud');
}
