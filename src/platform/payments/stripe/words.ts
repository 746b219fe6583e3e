import type { DeclineCode, NextAttempt, ReturnCode } from '#platform/payments/gateway.ts';
import type { RefundRefusal } from '#platform/payments/refund-refusal.ts';

/* What Stripe's codes are called on the port. Nothing here asks anything. */

/** Why Stripe says no, of a charge or of a whole call. */
export type Said = {
  code?: string | undefined;
  decline_code?: string | undefined;
  advice_code?: string | undefined;
  network_advice_code?: string | undefined;
  network_decline_code?: string | undefined;
  param?: string | undefined;
};

export type Decline = { code: DeclineCode; next: NextAttempt };

const DECLINES: Readonly<Record<string, Decline>> = {
  insufficient_funds: { code: 'insufficient_funds', next: 'later' },
  card_velocity_exceeded: { code: 'insufficient_funds', next: 'later' },
  withdrawal_count_limit_exceeded: { code: 'insufficient_funds', next: 'later' },
  processing_error: { code: 'processing_error', next: 'later' },
  issuer_not_available: { code: 'processing_error', next: 'later' },
  reenter_transaction: { code: 'processing_error', next: 'later' },
  try_again_later: { code: 'processing_error', next: 'later' },
  expired_card: { code: 'expired', next: 'new_method' },
  incorrect_cvc: { code: 'wrong_code', next: 'new_method' },
  invalid_cvc: { code: 'wrong_code', next: 'new_method' },
  incorrect_zip: { code: 'wrong_code', next: 'new_method' },
  authentication_required: { code: 'authentication_required', next: 'new_method' },
  payment_intent_authentication_failure: { code: 'authentication_required', next: 'new_method' },
  lost_card: { code: 'blocked', next: 'never' },
  stolen_card: { code: 'blocked', next: 'never' },
  pickup_card: { code: 'blocked', next: 'never' },
  fraudulent: { code: 'blocked', next: 'never' },
  merchant_blacklist: { code: 'blocked', next: 'never' },
  revocation_of_authorization: { code: 'blocked', next: 'never' },
  revocation_of_all_authorizations: { code: 'blocked', next: 'never' },
  charge_exceeds_source_limit: { code: 'over_limit', next: 'new_method' },
  charge_exceeds_transaction_limit: { code: 'over_limit', next: 'new_method' },
  charge_exceeds_weekly_limit: { code: 'over_limit', next: 'new_method' },
  amount_too_large: { code: 'over_limit', next: 'new_method' },
  bank_account_unusable: { code: 'account_unusable', next: 'new_method' },
  payment_method_bank_account_blocked: { code: 'account_unusable', next: 'new_method' },
};

const ISSUER_ADVICE: Readonly<Record<string, NextAttempt>> = {
  do_not_try_again: 'never',
  try_again_later: 'later',
  confirm_card_data: 'new_method',
};

/** Mastercard's merchant advice codes. */
const NETWORK_ADVICE: Readonly<Record<string, NextAttempt>> = {
  '01': 'new_method',
  '02': 'later',
  '03': 'never',
  '21': 'never',
  ...Object.fromEntries(['24', '25', '26', '27', '28', '29', '30'].map((code) => [code, 'later' as const])),
};

/** What the issuer advises goes before what its code usually means. */
export function declineOf({ code = '', decline_code = '', advice_code, network_advice_code }: Said): Decline {
  const word = DECLINES[decline_code] ?? DECLINES[code] ?? { code: 'declined', next: 'new_method' };
  const advised = ISSUER_ADVICE[advice_code ?? ''] ?? NETWORK_ADVICE[network_advice_code ?? ''];
  return { ...word, next: advised ?? word.next };
}

const GONE = new Set(['payment_method_unexpected_state', 'payment_intent_incompatible_payment_method']);
const UNUSABLE = new Set([
  'bank_account_unusable',
  'payment_method_bank_account_blocked',
  'amount_too_large',
]);

/**
 * A call that Stripe would not execute because of the card or account that it named, or of the sum for it.
 * @returns undefined for one that is wrong in itself
 */
export function declineOfCall(said: Said): Decline | undefined {
  const { code = '', param = '' } = said;
  const isMissing = code === 'resource_missing' && ['payment_method', 'customer'].includes(param);
  if (isMissing || GONE.has(code)) return { code: 'method_gone', next: 'new_method' };
  return UNUSABLE.has(code) ? declineOf(said) : undefined;
}

const RETURNS: Readonly<Record<string, ReturnCode>> = {
  insufficient_funds: 'R01',
  account_closed: 'R02',
  no_account: 'R03',
  incorrect_account_details: 'R03',
  account_number_invalid: 'R04',
  debit_not_authorized: 'R10',
  customer_initiated: 'R10',
  bank_account_restricted: 'R16',
};

/**
 * The code of a returned debit: the network's where the bank gave one, else by Stripe's word; the last
 * number, which no bank uses, where it did not say.
 */
export function returnCodeOf(
  network: string | null | undefined,
  word: string | null | undefined,
): ReturnCode {
  return /^R\d\d$/.test(network ?? '') ? (network as ReturnCode) : (RETURNS[word ?? ''] ?? 'R99');
}

const REVOKING = new Set<ReturnCode>(['R05', 'R07', 'R10', 'R29']);

/** Whether a returned debit is worth another try (reliability 3.2). */
export function nextAfterReturn(code: ReturnCode): NextAttempt {
  if (code === 'R01' || code === 'R09') return 'later';
  return REVOKING.has(code) ? 'never' : 'new_method';
}

const DISPUTED = new Set(['charge_disputed', 'refund_disputed_payment']);

/** Why Stripe would not make a refund; it gives a debit back for 180 days. */
export function refundRefusalOf({ code, param }: Said, { isDebit }: { isDebit: boolean }): RefundRefusal {
  if (DISPUTED.has(code ?? '')) return 'disputed';
  if (code === 'charge_already_refunded' || param === 'amount') return 'exceeds_charge';
  if (code === 'balance_insufficient') return 'balance_too_low';
  if (code === 'charge_not_refundable' && isDebit) return 'too_old';
  return param === 'payment_intent' ? 'no_such_charge' : 'declined';
}
