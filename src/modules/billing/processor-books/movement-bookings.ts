import { cents } from '#kit/money.ts';
import {
  feePostings,
  payoutPostings,
  reservePostings,
  type Booking,
} from '#modules/billing/ledger/postings.ts';
import type { Movement } from '#platform/payments/movement.ts';

type Moved = Pick<Movement, 'id' | 'kind' | 'amount_cents' | 'fee_cents' | 'at'>;

/** Fees, payouts, top-ups and reserves only: charges and refunds are booked with the outcome (S18). */
export function bookingsOf({ id: ref, kind, amount_cents, fee_cents, at }: Moved): Booking[] {
  const taken = cents(fee_cents - (kind === 'fee' ? amount_cents : 0));
  const fee: Booking[] = taken === 0 ? [] : [{ kind: 'fee', ref, at, sides: feePostings(taken) }];
  if (kind === 'reserve') return [...fee, { kind, ref, at, sides: reservePostings(amount_cents) }];
  if (kind !== 'payout' && kind !== 'payout_back' && kind !== 'top_up') return fee;
  return [...fee, { kind, ref, at, sides: payoutPostings(amount_cents) }];
}
