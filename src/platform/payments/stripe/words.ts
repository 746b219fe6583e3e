import type { DeclineCode, NextAttempt, ReturnCode } from '#platform/payments/gateway.ts';
import type { RefundRefusal } from '#platform/payments/refund-refusal.ts';

export type Said = {
  code?: string | undefined;
  decline_code?: string | undefined;
  advice_code?: string | undefined;
  network_advice_code?: string | undefined;
  network_decline_code?: string | undefined;
  param?: string | undefined;
};

export type Decline = { code: DeclineCode; next: NextAttempt };

/** No bank was asked, and a later day may have room. */
export const COMPANY_LIMIT = { code: 'company_limit', next: 'later' } as const satisfies Decline;

const MEANINGS = {
  short_of_funds: { code: 'insufficient_funds', next: 'later' },
  for_now: { code: 'processing_error', next: 'later' },
  expired: { code: 'expired', next: 'new_method' },
  wrong_code: { code: 'wrong_code', next: 'new_method' },
  unconfirmed: { code: 'authentication_required', next: 'new_method' },
  blocked: { code: 'blocked', next: 'never' },
  over_limit: { code: 'over_limit', next: 'new_method' },
  company_limit: COMPANY_LIMIT,
  ours: { code: 'refused_request', next: 'later' },
  unusable: { code: 'account_unusable', next: 'new_method' },
  gone: { code: 'method_gone', next: 'new_method' },
  declined: { code: 'declined', next: 'new_method' },
  declined_today: { code: 'declined', next: 'later' },
} as const satisfies Record<string, Decline>;

const WORDS_OF: Readonly<Record<keyof typeof MEANINGS, string>> = {
  short_of_funds: 'insufficient_funds card_velocity_exceeded withdrawal_count_limit_exceeded',
  for_now: `processing_error issuer_not_available reenter_transaction try_again_later
    payment_method_not_available payment_method_provider_timeout
    three_d_secure_authentication_upstream_error`,
  expired: 'expired_card expired_payment_method expired_payment_information',
  wrong_code: 'incorrect_cvc invalid_cvc incorrect_zip incorrect_postal_code',
  unconfirmed: `authentication_required authentication_failure payment_intent_authentication_failure
    payment_intent_action_required setup_intent_authentication_failure mobile_device_authentication_required
    authentication_not_handled`,
  blocked: `lost_card stolen_card pickup_card fraudulent merchant_blacklist revocation_of_authorization
    revocation_of_all_authorizations payment_method_restricted partner_high_risk_customer`,
  over_limit: 'amount_too_large payment_limit_exceeded',
  // Limits of the company at Stripe, not of the family: docs/domain/retries.md has the source.
  company_limit: 'charge_exceeds_source_limit charge_exceeds_transaction_limit charge_exceeds_weekly_limit',
  // The account of the company is deactivated.
  ours: 'invalid_business_account',
  unusable: `bank_account_unusable payment_method_bank_account_blocked bank_account_declined
    bank_account_restricted bank_account_unverified bank_account_verification_failed account_closed no_account
    account_number_invalid bank_account_bad_routing_numbers routing_number_invalid debit_not_authorized
    payment_intent_mandate_invalid setup_intent_mandate_invalid invalid_customer_account
    invalid_billing_agreement invalid_authorization`,
  gone: 'payment_method_unexpected_state payment_intent_incompatible_payment_method',
  declined: `card_declined generic_decline do_not_honor do_not_try_again call_issuer card_not_supported
    currency_not_supported duplicate_transaction approve_with_id incorrect_address incorrect_number
    incorrect_pin invalid_account invalid_amount invalid_card_type invalid_expiry_month
    invalid_expiry_year invalid_number invalid_pin new_account_information_available no_action_taken
    not_permitted offline_pin_required online_or_offline_pin_required pin_try_exceeded
    refer_to_customer restricted_card security_violation service_not_allowed stop_payment_order
    testmode_decline transaction_not_allowed partner_generic_decline compliance_violation
    payment_disputed invalid_payment_information partner_payment_not_found payment_method_customer_decline
    payment_method_provider_decline payment_intent_payment_attempt_expired
    payment_intent_payment_attempt_failed setup_attempt_failed setup_intent_setup_attempt_expired
    three_d_secure_authentication_not_supported payment_method_microdeposit_failed
    payment_method_microdeposit_processing_error
    payment_method_microdeposit_verification_amounts_invalid
    payment_method_microdeposit_verification_amounts_mismatch
    payment_method_microdeposit_verification_attempts_exceeded
    payment_method_microdeposit_verification_descriptor_code_mismatch
    payment_method_microdeposit_verification_timeout`,
  declined_today: 'card_decline_rate_limit_exceeded',
};

export const DECLINES: Readonly<Record<string, Decline>> = Object.fromEntries(
  Object.entries(WORDS_OF).flatMap(([meaning, words]) =>
    words.split(/\s+/).map((word) => [word, MEANINGS[meaning as keyof typeof MEANINGS]] as const),
  ),
);

export const ISSUER_ADVICE: Readonly<Record<string, NextAttempt>> = {
  do_not_try_again: 'never',
  try_again_later: 'later',
  confirm_card_data: 'new_method',
};

/** The merchant advice codes of Mastercard. */
const NETWORK_ADVICE: Readonly<Record<string, NextAttempt>> = {
  '01': 'new_method',
  '02': 'later',
  '03': 'never',
  '21': 'never',
  ...Object.fromEntries(['24', '25', '26', '27', '28', '29', '30'].map((code) => [code, 'later' as const])),
};

export const isCompanyLimit = ({ code, decline_code }: Pick<Said, 'code' | 'decline_code'>): boolean =>
  [code, decline_code].some((word) => DECLINES[word ?? ''] === COMPANY_LIMIT);

/** The advice of the issuer overrides the usual meaning of the code. */
export function declineOf({ code = '', decline_code = '', advice_code, network_advice_code }: Said): Decline {
  if (isCompanyLimit({ code, decline_code })) return COMPANY_LIMIT;
  const word = DECLINES[decline_code] ?? DECLINES[code] ?? MEANINGS.declined;
  const advised = ISSUER_ADVICE[advice_code ?? ''] ?? NETWORK_ADVICE[network_advice_code ?? ''];
  return { ...word, next: advised ?? word.next };
}

/** A call not executed because of the card, the account or the sum. @returns undefined for a wrong call */
export function declineOfCall(said: Said): Decline | undefined {
  const { code = '', param = '' } = said;
  const isMissing = code === 'resource_missing' && ['payment_method', 'customer'].includes(param);
  if (isMissing) return MEANINGS.gone;
  return DECLINES[code] && declineOf(said);
}

export const RETURNS: Readonly<Record<string, ReturnCode>> = {
  insufficient_funds: 'R01',
  account_closed: 'R02',
  no_account: 'R03',
  incorrect_account_details: 'R03',
  account_number_invalid: 'R04',
  debit_not_authorized: 'R10',
  customer_initiated: 'R10',
  bank_account_restricted: 'R16',
  // The bank did not say.
  bank_account_declined: 'R99',
  bank_cannot_process: 'R99',
  general: 'R99',
};

/** The network code counts before the word of Stripe. R99 stands for an unknown reason. */
export function returnCodeOf(
  network: string | null | undefined,
  word: string | null | undefined,
): ReturnCode {
  return /^R\d\d$/.test(network ?? '') ? (network as ReturnCode) : (RETURNS[word ?? ''] ?? 'R99');
}

const REVOKING = new Set<ReturnCode>(['R05', 'R07', 'R10', 'R29']);

/** Source: reliability 3.2 */
export function nextAfterReturn(code: ReturnCode): NextAttempt {
  if (code === 'R01' || code === 'R09') return 'later';
  return REVOKING.has(code) ? 'never' : 'new_method';
}

const DISPUTED = new Set(['charge_disputed', 'refund_disputed_payment']);

/** Stripe refunds a debit for 180 days. */
export function refundRefusalOf({ code, param }: Said, { isDebit }: { isDebit: boolean }): RefundRefusal {
  if (DISPUTED.has(code ?? '')) return 'disputed';
  if (code === 'charge_already_refunded' || param === 'amount') return 'exceeds_charge';
  if (code === 'balance_insufficient') return 'balance_too_low';
  if (code === 'charge_not_refundable' && isDebit) return 'too_old';
  return param === 'payment_intent' ? 'no_such_charge' : 'declined';
}
