import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';
import { toPercent } from '#kit/money.ts';
import { capOfPrice, type CardPrice } from '#modules/pricing/quoted-prices.ts';
import { tooManyText } from '#kit/text/wait-text.ts';

export const orderRefusals = refusals({
  order_not_found: { status: 404, say: () => m.server_order_not_found() },
  dispute_papers_missing: { status: 404, say: () => m.server_dispute_papers_missing() },
  /** OF10.6 */
  ending_day: { status: 422, say: (data: { min: string; max: string }) => m.server_amendment_day(data) },
  order_inactive: { status: 409, say: () => m.server_order_not_active() },
  /** carries the order with the newer notes */
  notes_edited: { status: 409, say: () => m.server_notes_edited() },
  /** H11: an account is deleted once nothing binds the family */
  account_has_contract: {
    status: 409,
    say: (data: { day: string }) => m.server_account_has_contract(data),
  },
  account_owes: { status: 409, say: (data: { order_id: number }) => m.server_account_owes(data) },
  account_money_under_way: {
    status: 409,
    say: (data: { order_id: number }) => m.server_account_money_under_way(data),
  },
  /** as staff read them */
  family_has_contract: { status: 409, say: (data: { day: string }) => m.server_family_has_contract(data) },
  family_owes: { status: 409, say: (data: { order_id: number }) => m.server_family_owes(data) },
  /** O2 */
  order_exists: { status: 409, say: () => m.server_order_exists() },
  /** MC10: names no reason, because another account is one */
  order_by_phone: { status: 409, say: () => m.server_order_by_phone() },
  /** O9 */
  route_full: { status: 409, say: () => m.server_route_full() },
  /** O1: an id in the body does not belong there */
  selection_invalid: { status: 422, say: () => m.server_selection_invalid() },
  program_closed: { status: 422, say: () => m.server_program_closed() },
  photo_required: { status: 422, say: () => m.server_photo_required() },
  payment_required: { status: 422, say: () => m.server_payment_required() },
  /** P5: carries the new quote */
  quote_stale: { status: 409, say: () => m.server_quote_stale() },
  /** MP1: carries the quote, and as `priced_as` the price of the paying card, if a card pays */
  later_changed: { status: 409, say: () => m.server_later_changed() },
  /** S5: carries the quote, and as `priced_as` the price of the card */
  card_priced_otherwise: {
    status: 409,
    say: ({ priced_as }: { priced_as: CardPrice }) => {
      if (priced_as === 'debit_card') return m.server_card_is_debit();
      const cap = capOfPrice(priced_as);
      if (cap === undefined) return m.server_card_is_credit();
      return cap === 0 ? m.server_card_state_free() : m.server_card_state_cap({ percent: toPercent(cap) });
    },
  },
  /** H10: an agreement to surge pricing is due, and the body names no texts */
  surge_not_accepted: { status: 422, say: () => m.server_surge_not_accepted() },
  /** O4 */
  text_stale: { status: 409, say: () => m.server_text_stale() },
  /** O5 */
  payer_not_confirmed: { status: 422, say: () => m.server_payer_not_confirmed() },
  /** B2: the same text for every reason */
  sibling_number_invalid: { status: 422, say: () => m.server_sibling_number_invalid() },
  /** MC13: the check letter does not fit the number */
  sibling_number_mistyped: { status: 422, say: () => m.server_contract_number_mistyped() },
  /** A5: the same text for every reason */
  aid_code_invalid: { status: 422, say: () => m.server_aid_code_invalid() },
  aid_amount_awarded: { status: 422, say: (data: { amount: string }) => m.server_aid_amount_awarded(data) },
  aid_amount_below_floor: { status: 422, say: (data: { amount: string }) => m.server_aid_below_floor(data) },
  /** A6: the order has no aid to confirm, or does not exist */
  aid_claim_not_found: { status: 404, say: () => m.server_aid_claim_not_found() },
  /** A6: for staff: the aid was decided otherwise, or the order has ended */
  aid_decided: { status: 409, say: () => m.server_aid_decided() },
  /** A6: nothing was charged yet, so nothing can be requested */
  aid_order_waits: { status: 422, say: () => m.server_aid_order_waits() },
  /** H4: ending the order waits for a second person */
  aid_decline_waits: {
    status: 409,
    say: (data: { staff: string }) => m.server_aid_decline_waits(data),
  },
  /** MH2: confirming the aid waits for a second person */
  aid_confirm_waits: {
    status: 409,
    say: (data: { staff: string }) => m.server_aid_confirm_waits(data),
  },
  /** MH2: above the limit of a single person */
  discount_above_sum: {
    status: 409,
    say: (data: { limit: string }) => m.server_discount_above_sum(data),
  },
  /** OF1.11: nothing is to be asked for */
  photo_there: { status: 409, say: () => m.server_photo_there() },
  no_contract: { status: 409, say: () => m.server_no_contract() },
  /** H10: the family placed the order, or has accepted the texts already */
  acceptance_not_open: { status: 409, say: () => m.server_acceptance_not_open() },
  second_person_not_found: { status: 404, say: () => m.server_second_person_not_found() },
  second_person_decided: { status: 409, say: () => m.server_second_person_decided() },
  second_person_is_first: { status: 403, say: () => m.server_second_person_is_first() },
  /** A6: the order waits for the charge, and debits have stopped (MS2) */
  aid_debits_closed: { status: 409, say: () => m.server_aid_debits_closed() },
  /** A6: the bank put away the card or account of the checkout */
  aid_method_gone: { status: 409, say: () => m.server_aid_method_gone() },
  /** O3: the same key with another body */
  idempotency_reused: { status: 409, say: () => m.server_idempotency_reused() },
  /** R2: once per order */
  refund_requested: { status: 409, say: () => m.server_refund_requested() },
  /** R3: once per order */
  reassign_approved: { status: 409, say: () => m.server_reassign_approved() },
  /** R1, R2: `why` is the text under the button */
  request_refused: { status: 422, say: (data: { why: string }) => data.why },
  refund_request_not_found: { status: 404, say: () => m.server_refund_request_not_found() },
  /** for staff: the request is finished or declined, or about to be */
  refund_request_decided: { status: 409, say: () => m.server_refund_request_decided() },
  /** MB13: the school offers no contracts to print */
  checks_not_taken: { status: 422, say: () => m.server_checks_not_taken() },
  printed_contract_not_found: { status: 404, say: () => m.server_printed_contract_not_found() },
  /** OF3.7 */
  check_not_awaited: { status: 409, say: () => m.server_check_not_awaited() },
  check_in_future: { status: 422, say: () => m.server_check_in_future() },
  check_number_missing: { status: 422, say: () => m.server_check_number_missing() },
  offer_not_found: { status: 404, say: () => m.server_offer_not_found() },
  /** OF3.5 */
  offer_open_already: {
    status: 409,
    say: (data: { child: string; line: string }) => m.server_offer_open_already(data),
  },
  /** OF3.5: from an hour to fourteen days */
  offer_end_outside: { status: 422, say: () => m.server_offer_end_outside() },
  /** the family or a colleague was faster, or the time is over */
  offer_not_open: { status: 409, say: () => m.server_offer_not_open() },
  /** OF3.8 */
  scan_missing: { status: 422, say: () => m.server_scan_missing() },
  scan_refused: { status: 422, say: () => m.server_scan_refused() },
  /** the order of a scan is made, or the scan was uploaded a week ago */
  scan_used: { status: 422, say: () => m.server_scan_used() },
  signed_in_future: { status: 422, say: () => m.server_signed_in_future() },
  signed_too_long_ago: { status: 422, say: (data: { n: number }) => m.server_signed_too_long_ago(data) },
  surge_page_missing: { status: 422, say: (data: { n: number }) => m.server_surge_page_missing(data) },
  /** OF4.1 */
  code_unknown: { status: 404, say: () => m.server_code_unknown() },
  code_expired: { status: 404, say: (data: { day: string }) => m.server_code_expired(data) },
  code_used: { status: 409, say: (data: { number: string }) => m.server_code_used(data) },
  /** OF4.2 */
  received_before_printing: {
    status: 422,
    say: (data: { day: string }) => m.server_received_before_printing(data),
  },
  /** OF4.3 */
  printed_price_too_old: { status: 422, say: (data: { n: number }) => m.server_printed_price_too_old(data) },
  reason_missing: { status: 422, say: () => m.server_reason_missing() },
  too_many_attempts: { status: 429, say: tooManyText },
});
