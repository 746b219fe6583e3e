/** `by_source`: decided by the refund, dispute or payout of the line. */
type LineType = 'charge' | 'debit_failed' | 'by_source' | 'top_up' | 'fee' | 'other';

const ALL = (words: string, type: LineType) => words.split(' ').map((word) => [word, type] as const);

/** `words-of-stripe.test.ts` compares the types with the description of Stripe. */
export const LINE_TYPES: Readonly<Record<string, LineType>> = Object.fromEntries([
  ...ALL('charge payment', 'charge'),
  ...ALL('payment_failure_refund', 'debit_failed'),
  ...ALL('refund payment_refund refund_failure payment_reversal adjustment', 'by_source'),
  ...ALL('payout payout_cancel payout_failure', 'by_source'),
  ...ALL('topup topup_reversal', 'top_up'),
  ...ALL('stripe_fee stripe_fx_fee tax_fee', 'fee'),
  // Reserves, and products of Stripe never used by the portal.
  ...ALL('reserve_hold reserve_release reserve_transaction reserved_funds', 'other'),
  ...ALL('payment_network_reserve_hold payment_network_reserve_release', 'other'),
  ...ALL('payout_minimum_balance_hold payout_minimum_balance_release', 'other'),
  ...ALL('advance advance_funding anticipation_repayment contribution payment_unreconciled', 'other'),
  ...ALL('application_fee application_fee_refund connect_collection_transfer tax_fund', 'other'),
  ...ALL('climate_order_purchase climate_order_refund fee_credit_funding', 'other'),
  ...ALL('inbound_transfer inbound_transfer_reversal obligation_outbound', 'other'),
  ...ALL('obligation_reversal_inbound issuing_authorization_hold issuing_authorization_release', 'other'),
  ...ALL('issuing_dispute issuing_dispute_provisional_credit issuing_transaction', 'other'),
  ...ALL('issuing_dispute_provisional_credit_reversal stripe_balance_payment_debit', 'other'),
  ...ALL('stripe_balance_payment_debit_reversal', 'other'),
  ...ALL('transfer transfer_cancel transfer_failure transfer_refund', 'other'),
]);
