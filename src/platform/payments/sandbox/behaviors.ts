import { addBusinessDays } from '#kit/business-days.ts';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import type { DeclineCode, NextAttempt, ReturnCode } from '#platform/payments/gateway.ts';
import type { RefundRefusal } from '#platform/payments/refund-refusal.ts';

/** What a test instrument does (reliability 1.2); the only thing about its number that is kept. */
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

/** What a charge comes to. */
export type Effect =
  | { k: 'capture'; isAnswerLost: boolean }
  /** business days from the day of the charge; null is never */
  | { k: 'debit'; settlesAfter: number | null; returnsAfter: number | null; code: ReturnCode | null }
  | ({ k: 'refuse' } & Refusal)
  /** the payer has to confirm */
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
  // As if the company had reached the limit of its debits, whosever account it is.
  debits_over_limit: { code: 'company_limit', next: 'later' },
};

const CAN_BE_SAVED: readonly Behavior[] = [
  'declines_charges',
  'processing_error',
  'blocked',
  'debits_blocked',
  'debits_over_limit',
];

/**
 * Why an instrument cannot even be saved; undefined when it can. Processors try a card before they keep it.
 */
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
  // The family says weeks later that it never agreed: the money has arrived by then.
  returns_R10: { k: 'debit', settlesAfter: SETTLES_AFTER, returnsAfter: 10, code: 'R10' },
};

type Facts = {
  /** how many charges of this instrument have succeeded before */
  charges_taken: number;
  isPayerHere: boolean;
};

/** What the bank of a card says where its payer does not confirm. */
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

/** Whether a refusal that was looked up later is worth another try; as it was said at once. */
export function nextAfterRefusal(code: DeclineCode): NextAttempt {
  if (code === 'blocked') return 'never';
  return REPEATABLE.includes(code) ? 'later' : 'new_method';
}

/** Whether a returned debit is worth another try (reliability 3.2). */
export function nextAfterReturn(code: ReturnCode): NextAttempt {
  if (code === 'R01' || code === 'R09') return 'later';
  return code === 'R10' ? 'never' : 'new_method';
}

/** What a payer does about a charge days later, and what the bank of the card decides. */
export type DisputePlan = { opens_as: 'warning' | 'open'; becomes: 'won' | 'lost' };

const DISPUTES: Partial<Record<Behavior, DisputePlan>> = {
  disputed_then_lost: { opens_as: 'open', becomes: 'lost' },
  disputed_then_won: { opens_as: 'open', becomes: 'won' },
  disputed_as_a_question: { opens_as: 'warning', becomes: 'won' },
};

export const disputeOfCharge = (behaviour: Behavior): DisputePlan | undefined => DISPUTES[behaviour];

/** How many business days after a charge its dispute opens. */
export const OPENS_AFTER = 3;

/** What comes of giving money back to an instrument, over and above what the charge allows. */
export type RefundEffect =
  | { k: 'give'; isAnswerLost: boolean }
  /** done, or only accepted, at once; `REFUND_DAYS` business days later it becomes something else */
  | { k: 'later'; now: 'pending' | 'succeeded'; becomes: 'succeeded' | 'refused' | 'bounced' }
  | { k: 'refuse'; code: RefundRefusal }
  | { k: 'vanish' };

/** On which days an account that waits for its bank's deposits has them, is verified, or is given up. */
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

/** For how many days after it was made a debit can be given back, as at Stripe. */
export const DEBIT_REFUND_DAYS = 180;

/** The least and the most that one charge takes, in cents; the most is that of Stripe. */
const SMALLEST_CENTS = 1;
const LARGEST_CENTS = 99_999_999;

/** Why no card or account is asked for a sum; undefined for one that can be charged. */
export function refusalOfSum(amount_cents: number): Refusal | undefined {
  if (amount_cents < SMALLEST_CENTS) return { code: 'refused_request', next: 'later' };
  return amount_cents > LARGEST_CENTS ? { code: 'over_limit', next: 'new_method' } : undefined;
}

/** How many business days a refund takes that is not settled at once. */
export const REFUND_DAYS = 3;

const LATER: Partial<Record<Behavior, Extract<RefundEffect, { k: 'later' }>>> = {
  refund_comes_back: { k: 'later', now: 'succeeded', becomes: 'bounced' },
  refund_pending: { k: 'later', now: 'pending', becomes: 'succeeded' },
  refund_pending_then_refused: { k: 'later', now: 'pending', becomes: 'refused' },
};

/** A card whose answers are lost loses those about refunds too. */
export function effectOfRefund(behaviour: Behavior | undefined): RefundEffect {
  if (behaviour === 'refund_request_lost') return { k: 'vanish' };
  if (behaviour === 'refund_refused') return { k: 'refuse', code: 'declined' };
  if (behaviour === 'refund_short_of_balance') return { k: 'refuse', code: 'balance_too_low' };
  const later = behaviour && LATER[behaviour];
  return later ?? { k: 'give', isAnswerLost: behaviour === 'answer_lost_after_charge' };
}
