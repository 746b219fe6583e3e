import { addBusinessDays } from '#kit/business-days.ts';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import type { DeclineCode, NextAttempt, ReturnCode } from '#platform/payments/gateway.ts';
import type { RefundRefusal } from '#platform/payments/refund-refusal.ts';

/** Source: reliability 1.2 */
export const BEHAVIORS = [
  'succeeds',
  'declined',
  'insufficient_funds',
  'expired',
  'wrong_code',
  'declines_charges',
  'blocked',
  'first_charge_only',
  'later_requests_refused',
  'processing_error',
  'asks_to_confirm',
  'answer_lost_after_charge',
  'answer_lost_without_charge',
  'refund_request_lost',
  'refund_refused',
  'refund_short_of_balance',
  'refund_comes_back',
  'refund_pending',
  'refund_pending_then_refused',
  'refunded_by_hand',
  'disputed_then_lost',
  'disputed_then_won',
  'disputed_as_a_question',
  'settles',
  'stays_on_its_way',
  'debits_blocked',
  'debits_over_limit',
  'returns_R01',
  'returns_R02',
  'returns_R03',
  'returns_R10',
  'verifies',
  'never_verified',
] as const;
export type Behavior = (typeof BEHAVIORS)[number];

export type Refusal = { code: DeclineCode; next: NextAttempt };

export type Effect =
  | { k: 'capture'; isAnswerLost: boolean }
  /** business days after the day of the charge; null: never */
  | { k: 'debit'; settlesAfter: number | null; returnsAfter: number | null; code: ReturnCode | null }
  | ({ k: 'refuse' } & Refusal)
  | { k: 'ask' }
  /** the request never arrives, and no answer comes */
  | { k: 'vanish' };

const REFUSALS: Partial<Record<Behavior, Refusal>> = {
  declined: { code: 'declined', next: 'new_method' },
  insufficient_funds: { code: 'insufficient_funds', next: 'later' },
  expired: { code: 'expired', next: 'new_method' },
  wrong_code: { code: 'wrong_code', next: 'new_method' },
  processing_error: { code: 'processing_error', next: 'later' },
  declines_charges: { code: 'declined', next: 'new_method' },
  blocked: { code: 'blocked', next: 'never' },
  debits_blocked: { code: 'account_unusable', next: 'new_method' },
  // As if the company had reached the limit of debits, for any account.
  debits_over_limit: { code: 'company_limit', next: 'later' },
};

const CAN_BE_SAVED: readonly Behavior[] = [
  'declines_charges',
  'processing_error',
  'blocked',
  'debits_blocked',
  'debits_over_limit',
];

/** @returns why an instrument cannot be saved; undefined if savable. Processors test a card before saving. */
export function refusalOnSaving(behaviour: Behavior): DeclineCode | undefined {
  return CAN_BE_SAVED.includes(behaviour) ? undefined : REFUSALS[behaviour]?.code;
}

const SETTLES_AFTER = 4;

const DEBITS: Partial<Record<Behavior, Extract<Effect, { k: 'debit' }>>> = {
  settles: { k: 'debit', settlesAfter: SETTLES_AFTER, returnsAfter: null, code: null },
  stays_on_its_way: { k: 'debit', settlesAfter: null, returnsAfter: null, code: null },
  verifies: { k: 'debit', settlesAfter: SETTLES_AFTER, returnsAfter: null, code: null },
  returns_R01: { k: 'debit', settlesAfter: null, returnsAfter: 3, code: 'R01' },
  returns_R02: { k: 'debit', settlesAfter: null, returnsAfter: 3, code: 'R02' },
  returns_R03: { k: 'debit', settlesAfter: null, returnsAfter: 3, code: 'R03' },
  // Weeks later the family denies the authorization, when the money has arrived already.
  returns_R10: { k: 'debit', settlesAfter: SETTLES_AFTER, returnsAfter: 10, code: 'R10' },
};

type Facts = {
  charges_taken: number;
  isPayerHere: boolean;
};

/** The answer of the bank of a card without the confirmation of the payer. */
export const UNCONFIRMED: Refusal = { code: 'authentication_required', next: 'new_method' };

export function effectOfCharge(behaviour: Behavior, { charges_taken, isPayerHere }: Facts): Effect {
  if (behaviour === 'asks_to_confirm') return isPayerHere ? { k: 'ask' } : { k: 'refuse', ...UNCONFIRMED };
  if (behaviour === 'answer_lost_without_charge') return { k: 'vanish' };
  if (behaviour === 'first_charge_only' && charges_taken > 0)
    return { k: 'refuse', code: 'insufficient_funds', next: 'later' };
  if (behaviour === 'later_requests_refused' && charges_taken > 0)
    return { k: 'refuse', code: 'refused_request', next: 'later' };
  const refusal = REFUSALS[behaviour];
  if (refusal) return { k: 'refuse', ...refusal };
  return DEBITS[behaviour] ?? { k: 'capture', isAnswerLost: behaviour === 'answer_lost_after_charge' };
}

const REPEATABLE: readonly DeclineCode[] = [
  'insufficient_funds',
  'processing_error',
  'refused_request',
  'company_limit',
];

/** A declined charge found by a look-up gets the same `next` as in the first answer. */
export function nextAfterRefusal(code: DeclineCode): NextAttempt {
  if (code === 'blocked') return 'never';
  return REPEATABLE.includes(code) ? 'later' : 'new_method';
}

/** Source: reliability 3.2 */
export function nextAfterReturn(code: ReturnCode): NextAttempt {
  if (code === 'R01' || code === 'R09') return 'later';
  return code === 'R10' ? 'never' : 'new_method';
}

export type DisputePlan = { opens_as: 'warning' | 'open'; becomes: 'won' | 'lost' };

const DISPUTES: Partial<Record<Behavior, DisputePlan>> = {
  disputed_then_lost: { opens_as: 'open', becomes: 'lost' },
  disputed_then_won: { opens_as: 'open', becomes: 'won' },
  disputed_as_a_question: { opens_as: 'warning', becomes: 'won' },
};

export const disputeOfCharge = (behaviour: Behavior): DisputePlan | undefined => DISPUTES[behaviour];

/** business days between a charge and the dispute */
export const OPENS_AFTER = 3;

export type RefundEffect =
  | { k: 'give'; isAnswerLost: boolean }
  /** done, or only accepted, at once; `REFUND_DAYS` business days later the state changes to `becomes` */
  | { k: 'later'; now: 'pending' | 'succeeded'; becomes: 'succeeded' | 'refused' | 'bounced' }
  | { k: 'refuse'; code: RefundRefusal }
  | { k: 'vanish' };

export function verificationOf(
  behaviour: Behavior,
  today: PlainDate,
): { deposits_on: PlainDate; verifies_on: PlainDate | null; fails_on: PlainDate | null } | undefined {
  const deposits_on = addBusinessDays(today, 1);
  if (behaviour === 'verifies')
    return { deposits_on, verifies_on: addBusinessDays(today, 2), fails_on: null };
  const isNever = behaviour === 'never_verified';
  return isNever ? { deposits_on, verifies_on: null, fails_on: addDays(today, 10) } : undefined;
}

/** days after a debit with a refund still possible, as at Stripe */
export const DEBIT_REFUND_DAYS = 180;

/** The limits of a charge, in cents; the largest is the limit of Stripe. */
const SMALLEST_CENTS = 1;
const LARGEST_CENTS = 99_999_999;

export function refusalOfSum(amount_cents: number): Refusal | undefined {
  if (amount_cents < SMALLEST_CENTS) return { code: 'refused_request', next: 'later' };
  return amount_cents > LARGEST_CENTS ? { code: 'over_limit', next: 'new_method' } : undefined;
}

/** business days of a delayed refund */
export const REFUND_DAYS = 3;

const LATER: Partial<Record<Behavior, Extract<RefundEffect, { k: 'later' }>>> = {
  refund_comes_back: { k: 'later', now: 'succeeded', becomes: 'bounced' },
  refund_pending: { k: 'later', now: 'pending', becomes: 'succeeded' },
  refund_pending_then_refused: { k: 'later', now: 'pending', becomes: 'refused' },
};

/** A card with lost answers loses the answers to refunds as well. */
export function effectOfRefund(behaviour: Behavior | undefined): RefundEffect {
  if (behaviour === 'refund_request_lost') return { k: 'vanish' };
  if (behaviour === 'refund_refused') return { k: 'refuse', code: 'declined' };
  if (behaviour === 'refund_short_of_balance') return { k: 'refuse', code: 'balance_too_low' };
  const later = behaviour && LATER[behaviour];
  return later ?? { k: 'give', isAnswerLost: behaviour === 'answer_lost_after_charge' };
}
