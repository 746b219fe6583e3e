import { m } from '#i18n/messages.js';
import { fieldName } from '#kit/endpoint/field-labels.ts';
import { refusals } from '#kit/refusal.ts';

export const billingRefusals = refusals({
  /** OF5.16 */
  order_being_charged: { status: 409, say: () => m.server_order_being_charged() },
  amendment_refund_short: {
    status: 409,
    say: (data: { possible: string; wanted: string; reason: string }) =>
      m.server_amendment_refund_short(data),
  },
  method_not_found: { status: 404, say: () => m.server_method_not_found() },
  /** M5 */
  method_needed: {
    status: 409,
    say: (data: { day: string; order_id: number }) => m.server_method_needed(data),
  },
  /** a family authorizes debits of an account for one school, in the words of this school */
  only_cards_are_shared: { status: 422, say: () => m.server_only_cards_are_shared() },
  /** the default of a school would give way to the default for general use */
  general_default_taken: {
    status: 409,
    say: (data: { school: string }) => m.server_general_default_taken(data),
  },
  /** S17: settled by another person, or gone by itself */
  matter_not_found: { status: 404, say: () => m.server_matter_not_found() },
  method_form_missing: { status: 422, say: () => m.server_method_form_missing() },
  program_group_unknown: {
    status: 422,
    say: () => m.server_field_default({ field: fieldName(['program_group_id']) }),
  },
  congestion_fee_not_found: { status: 404, say: () => m.server_congestion_fee_not_found() },
  /** S4 */
  /** staff are asked first (MC8) */
  congestion_fee_paid: {
    status: 409,
    say: (data: { n: number; amount: string }) => m.server_congestion_fee_paid(data),
  },
  congestion_fee_begun: { status: 409, say: () => m.server_congestion_fee_begun() },
  congestion_too_early: { status: 422, say: (data: { day: string }) => m.server_congestion_too_early(data) },
  congestion_fee_stands: { status: 409, say: () => m.server_congestion_fee_stands() },
  difference_not_found: { status: 404, say: () => m.server_difference_not_found() },
  difference_not_taken_in: { status: 409, say: () => m.server_difference_not_taken_in() },
  difference_closed: { status: 409, say: () => m.server_difference_closed() },
  congestion_key_reused: { status: 409, say: () => m.server_congestion_key_reused() },
  /** O4 */
  terms_stale: { status: 409, say: () => m.server_text_stale() },
  card_declined: { status: 402, say: () => m.server_card_declined() },
  card_insufficient_funds: { status: 402, say: () => m.server_card_insufficient_funds() },
  card_expired: { status: 402, say: () => m.server_card_expired() },
  card_wrong_code: { status: 402, say: () => m.server_card_wrong_code() },
  card_needs_confirmation: { status: 402, say: () => m.server_card_needs_confirmation() },
  /** the data holds a secret for the processor's script; the same request follows the confirmation */
  payment_action_required: { status: 402, say: () => m.server_payment_action_required() },
  nothing_to_confirm: { status: 404, say: () => m.server_nothing_to_confirm() },
  account_unusable: { status: 402, say: () => m.server_account_unusable() },
  method_gone: { status: 402, say: () => m.server_method_gone() },
  charge_over_limit: { status: 402, say: () => m.server_charge_over_limit() },
  /** the limit of the company at the processor, not of the family (MS2): no bank was asked */
  payment_over_company_limit: { status: 402, say: () => m.server_payment_over_company_limit() },
  cards_closed: { status: 409, say: () => m.server_cards_closed() },
  debits_closed: { status: 409, say: () => m.server_debits_closed() },
  /** a mistake of this portal or a setting at the processor: no bank was asked, and nothing was charged */
  payment_refused_here: { status: 402, say: () => m.server_payment_refused_here() },
  processing_error: { status: 402, say: () => m.server_processing_error() },
  number_invalid: { status: 422, say: () => m.server_number_invalid() },
  /** the database belongs to another account of a processor, or the account is not known yet */
  payments_closed: { status: 503, say: () => m.server_payments_closed() },
  /** too many requests wait for the processor; nothing was written or asked */
  payments_busy: { status: 503, say: () => m.server_payments_busy() },
  processor_busy: { status: 503, say: () => m.server_processor_busy() },
  /** the method may or may not have been saved; nothing was charged yet */
  method_unconfirmed: { status: 503, say: () => m.server_method_unconfirmed() },
  /** S15 */
  fields_are_ours: { status: 409, say: () => m.server_fields_are_ours() },
  entry_not_found: { status: 404, say: () => m.server_entry_not_found() },
  entry_open: { status: 409, say: () => m.server_entry_open() },
  entry_ended: { status: 409, say: () => m.server_entry_ended() },
  method_verifying: { status: 409, say: () => m.server_method_verifying() },
  entry_key_reused: { status: 409, say: () => m.server_idempotency_reused() },
  payment_not_found: { status: 404, say: () => m.server_payment_not_found() },
  /** M8: carries the payment in the present state */
  payment_edited: { status: 409, say: () => m.server_payment_edited() },
  payment_in_flight: { status: 409, say: () => m.server_payment_in_flight() },
  payment_processing: { status: 409, say: () => m.server_payment_processing() },
  /** OF3.7: the amount of a check is what is due */
  check_short: {
    status: 422,
    say: (data: { amount: string; due: string }) => m.server_check_short(data),
  },
  check_above: {
    status: 422,
    say: (data: { amount: string; due: string }) => m.server_check_above(data),
  },
  payment_paid: { status: 409, say: () => m.server_payment_paid() },
  payment_cancelled: { status: 409, say: () => m.server_payment_cancelled() },
  payment_not_due: { status: 409, say: () => m.server_payment_not_due() },
  order_not_active: { status: 409, say: () => m.server_order_not_active() },
  adjustment_reason_missing: {
    status: 422,
    say: () => m.server_field_required({ field: fieldName(['adjustment_reason']) }),
  },
  amount_below_refunded: {
    status: 422,
    say: (data: { amount: string }) => m.server_amount_below_refunded(data),
  },
  /** nobody entered the payment by hand, or the entry was taken back before (MC9) */
  nothing_to_reverse: { status: 409, say: () => m.server_nothing_to_reverse() },
  only_checks_are_returned: { status: 422, say: () => m.server_only_checks_are_returned() },
  /** MC12 */
  received_too_little: { status: 422, say: () => m.server_received_too_little() },
  surplus_open: { status: 422, say: (data: { amount: string }) => m.server_surplus_open(data) },
  nothing_above_due: { status: 422, say: () => m.server_nothing_above_due() },
  /** another payment of the same check was changed, or is of another family */
  other_payment_edited: { status: 409, say: () => m.server_other_payment_edited() },
  pay_on_missing: { status: 422, say: () => m.server_field_required({ field: fieldName(['pay_on']) }) },
  check_number_missing: { status: 422, say: () => m.server_check_number_missing() },
  one_change_at_a_time: { status: 422, say: () => m.server_one_change_at_a_time() },
  pay_on_past: { status: 422, say: () => m.server_pay_on_past() },
  pay_on_too_far: { status: 422, say: () => m.server_pay_on_too_far() },
  /** reliability 3.1 */
  notice_needed: { status: 422, say: (data: { days: number; day: string }) => m.server_notice_needed(data) },
  method_missing: { status: 409, say: () => m.server_method_missing() },
  /** M7: the bank refused a debit for good, and only the family may pay by another method */
  method_held_back: { status: 409, say: () => m.server_method_held_back() },
  method_exhausted: { status: 409, say: () => m.server_method_exhausted() },
  pay_now_settled: { status: 409, say: () => m.server_pay_now_settled() },
  pay_now_method_refused: { status: 409, say: () => m.server_pay_now_method_refused() },
  pay_now_sum_changed: { status: 409, say: () => m.server_pay_now_sum_changed() },
  /** S22: a typed card has another price than the page showed; the data holds the total */
  pay_now_card_priced_otherwise: {
    status: 409,
    say: (data: { total: string }) => m.server_pay_now_card_priced_otherwise(data),
  },
  charge_declined: {
    status: 402,
    say: (data: { reason: string; total: string }) => m.server_charge_declined(data),
  },
  charge_unconfirmed: { status: 503, say: () => m.server_charge_unconfirmed() },
  payment_unconfirmed: {
    status: 503,
    say: (data: { order_id: number }) => m.server_payment_unconfirmed(data),
  },
  second_person_asked: {
    status: 409,
    say: (data: { limit: string }) => m.server_second_person_asked(data),
  },
  /** another request about the same money waits for a second person (H4) */
  second_person_other: {
    status: 409,
    say: (data: { what: string; amount: string; staff: string }) => m.server_second_person_other(data),
  },
  /** a request about the same money was decided since the asker looked (H4) */
  second_person_meanwhile: {
    status: 409,
    say: ({ is_approved, ...data }: { what: string; amount: string; staff: string; is_approved: boolean }) =>
      is_approved ? m.server_second_person_just_approved(data) : m.server_second_person_just_declined(data),
  },
  /** the effect has changed since the page was shown to the approver (MH3) */
  second_person_changed: {
    status: 409,
    say: (data: { shown: string; now: string }) => m.server_second_person_changed(data),
  },
  /** the payment has changed since a colleague asked to waive, lower or receive it (MC15) */
  second_person_payment_changed: { status: 409, say: () => m.server_second_person_payment_changed() },
  refund_not_found: { status: 404, say: () => m.server_refund_not_found() },
  refund_not_by_hand: { status: 409, say: () => m.server_refund_not_by_hand() },
  refund_taken_back: { status: 409, say: () => m.server_refund_taken_back() },
  only_checks_are_cashed: { status: 422, say: () => m.server_only_checks_are_cashed() },
  refund_nothing_left: { status: 409, say: () => m.server_refund_nothing_left() },
  /** R4 */
  refund_above_left: { status: 422, say: () => m.server_refund_above_left() },
  refund_above_principal: { status: 422, say: () => m.server_refund_above_principal() },
  refund_charge_on_its_way: {
    status: 409,
    say: (data: { payment_number: number }) => m.server_refund_charge_on_its_way(data),
  },
  /** the bank may still return the debit, and the family would have the money twice */
  refund_not_settled: {
    status: 409,
    say: (data: { payment_number: number }) => m.server_refund_not_settled(data),
  },
  /** S17: the bank of the card holds the money until the decision */
  method_disputed: { status: 409, say: () => m.server_method_disputed() },
  /** S21: the payment may have been charged before a backup was restored */
  family_held: { status: 409, say: () => m.server_family_held() },
  charge_held: { status: 409, say: () => m.server_charge_held() },
  refund_elsewhere: {
    status: 409,
    say: (data: { payment_number: number }) => m.server_refund_elsewhere(data),
  },
  refund_too_old: { status: 409, say: (data: { payment_number: number }) => m.server_refund_too_old(data) },
  refund_disputed: { status: 409, say: (data: { payment_number: number }) => m.server_refund_disputed(data) },
  refund_returned: { status: 409, say: (data: { payment_number: number }) => m.server_refund_returned(data) },
  refund_received_outside: {
    status: 409,
    say: (data: { payment_number: number }) => m.server_refund_received_outside(data),
  },
  payout_not_found: { status: 404, say: () => m.server_payout_not_found() },
  /** S25 */
  refund_unread: { status: 503, say: () => m.server_refund_unread() },
  refund_not_there: { status: 404, say: () => m.server_refund_not_there() },
  refund_has_failed: { status: 409, say: () => m.server_refund_has_failed() },
  refund_of_unknown_charge: {
    status: 409,
    say: (data: { charge: string }) => m.server_refund_of_unknown_charge(data),
  },
  refund_above_books: {
    status: 409,
    say: (data: { payment_number: number; amount: string; left: string }) =>
      m.server_refund_above_books(data),
  },
  refund_key_reused: { status: 409, say: () => m.server_idempotency_reused() },
  sandbox_numbers_only: { status: 422, say: () => m.server_sandbox_numbers_only() },
});
