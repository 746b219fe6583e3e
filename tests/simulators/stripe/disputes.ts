import type { Stripe } from 'stripe';
import { move } from './ledger.ts';
import { made } from './store.ts';
import { stamp, type World } from './world.ts';

/* Disputes of cards, and returns of debits that had settled, which Stripe calls disputes too. */

type Opened = {
  reason: string;
  /** a question of the bank: no money moves */
  isInquiry?: boolean;
  /** a return of a debit: nothing can be answered */
  isFinal?: boolean;
  /** given back by rule before it became a dispute: nothing can be answered, and it costs no fee */
  isPrevented?: boolean;
  network_reason_code?: string | null;
  amount?: number;
};

const FEE = 1500;
const DAYS_TO_ANSWER = 20;

export function openDispute(world: World, charge: Stripe.Charge, opened: Opened): Stripe.Dispute {
  const { reason, isInquiry = false, network_reason_code, amount = charge.amount, isPrevented } = opened;
  const isFinal = opened.isFinal ?? isPrevented ?? false;
  const dispute = made<Stripe.Dispute>('Dispute', {
    id: world.store.nextId('du'),
    amount,
    charge: charge.id,
    currency: charge.currency,
    evidence_details: made('Dispute.EvidenceDetails', {
      due_by: isFinal ? null : world.clock.afterDays(DAYS_TO_ANSWER),
      submission_count: 0,
      submission_method: 'not_submitted',
    } as Partial<Stripe.Dispute.EvidenceDetails>),
    is_charge_refundable: isInquiry,
    metadata: {},
    ...(network_reason_code !== undefined && { network_reason_code }),
    payment_intent: charge.payment_intent,
    reason,
    // That a returned debit is a lost dispute from its beginning is assumed; the portal does not rely on it.
    status: isPrevented
      ? 'prevented'
      : isFinal
        ? 'lost'
        : isInquiry
          ? 'warning_needs_response'
          : 'needs_response',
    ...stamp(world),
  });
  world.store.add(dispute);
  charge.disputed = true;
  world.events.emit('charge.dispute.created', dispute);
  if (!isInquiry) withdraw(world, dispute, isFinal ? 0 : FEE);
  if (isFinal) world.events.emit('charge.dispute.closed', dispute);
  return dispute;
}

function withdraw(world: World, dispute: Stripe.Dispute, fee: number): void {
  const movement = move(world, {
    type: 'adjustment',
    category: 'dispute',
    amount: -dispute.amount,
    fee,
    source: dispute.id,
    availableAfter: 0,
  });
  dispute.balance_transactions = [...dispute.balance_transactions, structuredClone(movement)];
  world.events.emit('charge.dispute.funds_withdrawn', dispute);
}

/** What staff or the bank do with an open dispute; a lost inquiry becomes a dispute. */
export type DisputeMove = 'answered' | 'appealable' | 'appealed' | 'won' | 'lost';

export function moveDispute(world: World, dispute: Stripe.Dispute, to: DisputeMove): void {
  if (to === 'appealable' || to === 'appealed') return moveAppeal(world, dispute, to);
  const isInquiry = dispute.status.startsWith('warning');
  if (to === 'answered') {
    dispute.status = isInquiry ? 'warning_under_review' : 'under_review';
    Object.assign(dispute.evidence_details, { has_evidence: true, submission_count: 1 });
    world.events.emit('charge.dispute.updated', dispute);
    return;
  }
  if (isInquiry && to === 'lost') {
    dispute.status = 'needs_response';
    dispute.is_charge_refundable = false;
    withdraw(world, dispute, FEE);
    world.events.emit('charge.dispute.updated', dispute);
    return;
  }
  dispute.status = isInquiry ? 'warning_closed' : to;
  if (to === 'won' && !isInquiry) reinstate(world, dispute);
  world.events.emit('charge.dispute.closed', dispute);
}

/** The bank has decided against the company, which may contest it until another day. */
function moveAppeal(world: World, dispute: Stripe.Dispute, to: 'appealable' | 'appealed'): void {
  dispute.status = to === 'appealable' ? 'appeal_needs_response' : 'appeal_under_review';
  if (to === 'appealable') dispute.evidence_details.due_by = world.clock.afterDays(DAYS_TO_ANSWER);
  world.events.emit('charge.dispute.updated', dispute);
}

function reinstate(world: World, dispute: Stripe.Dispute): void {
  const movement = move(world, {
    type: 'adjustment',
    category: 'dispute_reversal',
    amount: dispute.amount,
    fee: -FEE,
    source: dispute.id,
    availableAfter: 0,
  });
  dispute.balance_transactions = [...dispute.balance_transactions, structuredClone(movement)];
  world.events.emit('charge.dispute.funds_reinstated', dispute);
}
