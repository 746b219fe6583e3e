import type { Dispute } from '#platform/payments/dispute.ts';
import type { Payout } from '#platform/payments/movement.ts';
import type { Capability } from '#platform/payments/readiness.ts';

/* `words-of-stripe.test.ts` fails for a new state in an upgrade of the SDK. */

type Words<Ours> = Readonly<Record<string, Ours>>;

/** `never`: the adapter leaves no intent in this state. */
export const INTENT_STATES: Words<'paid' | 'under_way' | 'waits' | 'failed' | 'ended' | 'never'> = {
  succeeded: 'paid',
  processing: 'under_way',
  requires_action: 'waits',
  requires_payment_method: 'failed',
  canceled: 'ended',
  requires_confirmation: 'never',
  requires_capture: 'never',
};

export const SETUP_STATES: Words<'saved' | 'ended' | 'waits' | 'failed' | 'open'> = {
  succeeded: 'saved',
  canceled: 'ended',
  requires_action: 'waits',
  requires_payment_method: 'failed',
  requires_confirmation: 'open',
  processing: 'open',
};

export const SETUP_ATTEMPT_STATES: Words<'refused' | 'not_refused'> = {
  failed: 'refused',
  abandoned: 'not_refused',
  processing: 'not_refused',
  requires_action: 'not_refused',
  requires_confirmation: 'not_refused',
  succeeded: 'not_refused',
};

export const MANDATE_STATES: Words<'active' | 'inactive' | 'pending'> = {
  active: 'active',
  inactive: 'inactive',
  pending: 'pending',
};

/** `undone`: refused, or bounced if the money had left the balance. */
export const REFUND_STATES: Words<'succeeded' | 'pending' | 'undone'> = {
  succeeded: 'succeeded',
  pending: 'pending',
  requires_action: 'pending',
  failed: 'undone',
  canceled: 'undone',
};

export const REFUND_WAITS: Words<'balance' | 'time'> = {
  insufficient_funds: 'balance',
  charge_pending: 'time',
  processing: 'time',
};

export const PAYOUT_STATES: Words<Payout['state']> = {
  pending: 'on_its_way',
  in_transit: 'on_its_way',
  paid: 'arrived',
  failed: 'failed',
  canceled: 'canceled',
};

export const PAYOUT_LISTS: Words<'listed' | 'not_listed'> = {
  completed: 'listed',
  in_progress: 'not_listed',
  not_applicable: 'not_listed',
};

export const CAPABILITY_STATES: Words<Capability> = {
  active: 'active',
  pending: 'pending',
  inactive: 'inactive',
};

/** An appeal follows a decision of the bank. */
export const DISPUTE_STATES: Words<{ state: Dispute['state']; is_appeal?: true }> = {
  warning_needs_response: { state: 'warning' },
  warning_under_review: { state: 'warning' },
  // A question of the bank without consequences.
  warning_closed: { state: 'won' },
  needs_response: { state: 'open' },
  under_review: { state: 'answered' },
  appeal_needs_response: { state: 'open', is_appeal: true },
  appeal_under_review: { state: 'answered', is_appeal: true },
  // Enrolled companies refund a prevented charge before a dispute begins: nobody can answer.
  prevented: { state: 'lost' },
  won: { state: 'won' },
  lost: { state: 'lost' },
};
