import type { Stripe } from 'stripe';
import { cents } from '#kit/money.ts';
import type { Dispute } from '#platform/payments/dispute.ts';
import type { DisputeReading } from '#platform/payments/gateway.ts';
import { type Account, ask, believed, type Expected, odd, orAbsent, oursOf } from './ask.ts';
import { isDebit, readCharge } from './charges.ts';
import { DISPUTE_STATES } from './statuses.ts';

/* Disputes of cards. A dispute of a debit, in the words of Stripe, is a return. */

const DISPUTE: Expected = { object: 'dispute', fields: { currency: 'usd' } };

/** @throws Unanswered if the state of the dispute cannot be determined */
export async function readDispute(account: Account, ref: string): Promise<DisputeReading | 'absent'> {
  const retrieve = () => account.stripe.disputes.retrieve(ref, { expand: ['charge'] });
  const found = await orAbsent(() => ask<Stripe.Dispute>(account, retrieve, { ...DISPUTE, id: ref }));
  if (found === 'absent') return 'absent';
  const { payment_intent } = found;
  const fields = { payment_intent, currency: 'usd' };
  const charge = believed(
    account,
    found.charge as Stripe.Charge,
    {
      object: 'charge',
      fields,
    },
    found,
  );
  const attempt_id = oursOf(account, charge.metadata, 'attempt_id');
  if (typeof payment_intent !== 'string') {
    if (attempt_id !== null) throw odd(account, `${ref} has no payment intent`, found);
    return { attempt_id, dispute: disputeOf(account, found, charge.id), charge: null, is_return: false };
  }
  const read = attempt_id === null ? 'absent' : await readCharge(account, payment_intent);
  return {
    attempt_id,
    dispute: disputeOf(account, found, payment_intent),
    charge: read === 'absent' ? null : read.outcome,
    is_return: isDebit(charge),
  };
}

function disputeOf(account: Account, dispute: Stripe.Dispute, charge_ref: string): Dispute {
  const { id: ref, amount, status, reason, evidence_details, balance_transactions } = dispute;
  if (typeof status !== 'string') throw odd(account, `${ref} has no status`, dispute);
  const known = DISPUTE_STATES[status];
  if (!known) account.log.error({ dispute: ref, status }, 'Stripe has a status of disputes without a word');
  const moved = (sign: 1 | -1) =>
    cents(balance_transactions.reduce((sum, line) => sum + Math.max(0, sign * line.amount), 0));
  const [withdrawn_cents, reinstated_cents] = [moved(-1), moved(1)];
  const due_by = evidence_details?.due_by;
  return {
    ref,
    charge_ref,
    amount_cents: cents(amount),
    withdrawn_cents,
    reinstated_cents,
    fee_cents: cents(balance_transactions.reduce((sum, { fee }) => sum + fee, 0)),
    state: known?.state ?? (withdrawn_cents > reinstated_cents ? 'open' : 'warning'),
    unknown_state: known ? null : status,
    is_appeal: known?.is_appeal ?? false,
    reason,
    due_by: due_by ? new Date(due_by * 1000) : null,
  };
}

export const pageOfDispute = ({ isLive }: Account, ref: string): string =>
  `https://dashboard.stripe.com/${isLive ? '' : 'test/'}disputes/${ref}`;
