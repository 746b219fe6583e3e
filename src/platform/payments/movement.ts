import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';

/**
 * One line of the processor's balance; a negative amount has left it. A line may change its mind: a debit is
 * there from the day that it is sent, and has arrived when its bank has settled it.
 */
export type Movement = {
  /** the processor's */
  id: string;
  /** `other` is what the port has no word for; `other_currency` is no dollars, and its sums are zero */
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
    | 'other_currency'
    | 'other';
  charge_ref: string | null;
  refund_ref: string | null;
  dispute_ref: string | null;
  amount_cents: Cents;
  /** what the processor has taken of it, or for it; negative when it gave a fee back */
  fee_cents: Cents;
  at: Date;
  /** the payout that it is, where it is one; what else is in a payout is told by the payout */
  payout_ref: string | null;
  /** false while it is on its way, and for ever when it never came: of a debit that was returned before */
  is_arrived: boolean;
  /** of a charge or refund that this portal has not asked for */
  is_foreign: boolean;
};

/** Money that went from the processor to the company's bank. */
export type Payout = {
  ref: string;
  amount_cents: Cents;
  made_at: Date;
  arrives_on: PlainDate;
  state: 'on_its_way' | 'arrived' | 'failed' | 'canceled';
  /** by which the bank finds it; null while there is none */
  trace: string | null;
  /** of the movements that it is the sum of, its own among them; null until the processor has them all */
  movement_ids: readonly string[] | null;
};
