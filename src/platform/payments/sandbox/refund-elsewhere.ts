import { randomUUID } from 'node:crypto';
import { addBusinessDays } from '#kit/business-days.ts';
import { cents, min, type Cents } from '#kit/money.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { RefundOutcome } from '#platform/payments/gateway.ts';
import { refundOnce } from './refund.ts';
import type { Rows } from './requests.queries.ts';
import type { SandboxCharge } from './sandbox.queries.ts';

type Books = { db: Database; clock: Clock };

type Wanted = { charge_ref: string; amount_cents: Cents; key: string };

/** As on the pages of the processor, without a refund number of ours; once for each key. */
export async function refundElsewhere(
  books: Books,
  { charge_ref, amount_cents, key }: Wanted,
): Promise<RefundOutcome> {
  const request = { refund_id: null, charge_ref, amount_cents };
  const { answer } = await refundOnce(books, { key, what: { refund_elsewhere: request } }, request);
  return answer?.outcome ?? { k: 'unknown', cause: 'the card takes no request for a refund' };
}

const REHEARSED = cents(50_00);

export const plannedRefund = (
  { ref: charge_ref, amount_cents }: Pick<SandboxCharge, 'ref' | 'amount_cents'>,
  { today, now }: Pick<Clock, 'today' | 'now'>,
): Rows['refund'] => ({
  ref: `re_sandbox_${randomUUID()}`,
  refund_id: null,
  charge_ref,
  amount_cents: min(REHEARSED, amount_cents),
  state: 'pending',
  becomes: 'succeeded',
  moves_on: addBusinessDays(today(), 1),
  created_at: now(),
});
