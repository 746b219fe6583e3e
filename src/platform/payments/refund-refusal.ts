/** Why a processor does not give money back. */
export type RefundRefusal =
  | 'exceeds_charge'
  | 'not_settled'
  | 'returned'
  | 'disputed'
  | 'no_such_charge'
  /** a debit beyond `caps.debitRefundDays` */
  | 'too_old'
  /** our balance at the processor does not reach for it, and it will not wait for that */
  | 'balance_too_low'
  | 'declined';
