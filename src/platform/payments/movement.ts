import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';

/**
 * A negative amount has left the balance. A line may change: a debit is listed from the day of the request,
 * and has arrived when the bank has settled the debit.
 */
export type Movement = {
  id: string;
  /**
   * `reserve`: held back by the processor, or released; `other`: unknown to the port; `other_currency`: not
   * in dollars, with sums of zero
   */
  kind:
    | 'charge'
    | 'return'
    | 'refund'
    | 'refund_failed'
    | 'dispute'
    | 'dispute_back'
    | 'fee'
    | 'payout'
    | 'payout_back'
    | 'top_up'
    | 'reserve'
    | 'other_currency'
    | 'other';
  charge_ref: string | null;
  refund_ref: string | null;
  dispute_ref: string | null;
  amount_cents: Cents;
  /** kept by the processor; negative for a fee returned */
  fee_cents: Cents;
  at: Date;
  /** set on the line of the payout alone; the payout lists the other lines */
  payout_ref: string | null;
  /** false while on the way, and forever for a debit returned before arrival */
  is_arrived: boolean;
  /** of a charge or refund not requested by this portal */
  is_foreign: boolean;
};

export type Payout = {
  ref: string;
  amount_cents: Cents;
  made_at: Date;
  arrives_on: PlainDate;
  /** `unknown`: a state without a word in the port; read again every night */
  state: 'on_its_way' | 'arrived' | 'failed' | 'canceled' | 'unknown';
  trace: string | null;
  /** the movements of the payout, with the line of the payout; null until the processor lists them all */
  movement_ids: readonly string[] | null;
};
