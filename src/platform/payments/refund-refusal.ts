export type RefundRefusal =
  | 'exceeds_charge'
  | 'not_settled'
  | 'returned'
  | 'disputed'
  | 'no_such_charge'
  /** a debit beyond `caps.debitRefundDays` */
  | 'too_old'
  /** our balance at the processor is too low, and the refund does not wait */
  | 'balance_too_low'
  | 'declined';
