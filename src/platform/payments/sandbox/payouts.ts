import { randomUUID } from 'node:crypto';
import { addBusinessDays } from '#kit/business-days.ts';
import { cents, subtract, ZERO, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import {
  insertPayout,
  listDaysToPayOut,
  lockPayoutsToArrive,
  lockToPayOut,
  updatePayout,
} from './movements.queries.ts';
import { insertEvent } from './sandbox.queries.ts';

/** The fee of the processor: 2.9 % and 30 cents of a card, 0.8 % and at most $5 of a debit. */
export const feeOf = (kind: 'card' | 'bank', amount_cents: number): Cents =>
  cents(
    kind === 'card' ? Math.round(amount_cents * 0.029) + 30 : Math.min(Math.round(amount_cents * 0.008), 500),
  );

const CARD_DAYS = 2;

export const availableOn = (today: PlainDate, kind: 'card' | 'other'): PlainDate =>
  addBusinessDays(today, kind === 'card' ? CARD_DAYS : 1);

export async function advancePayouts(tx: Tx, clock: Clock): Promise<void> {
  const today = clock.today();
  for (const day of await listDaysToPayOut(tx, today)) await payOut(tx, clock, day);
  for (const { ref, id } of await lockPayoutsToArrive(tx, today)) {
    await updatePayout(tx, ref, { state: 'arrived', trace: `SANDBOX${String(id).padStart(8, '0')}` });
    await insertEvent(tx, { object_kind: 'payout', object_ref: ref, at: clock.now() });
  }
}

async function payOut(tx: Tx, clock: Clock, day: PlainDate): Promise<void> {
  const ready = await lockToPayOut(tx, day);
  const amount = ready.reduce((sum, { amount_cents, fee_cents }) => sum + amount_cents - fee_cents, 0);
  // A negative balance is deducted from the next payout.
  if (amount <= 0) return;
  const ref = `po_sandbox_${randomUUID()}`;
  const at = clock.now();
  const payout = { ref, amount_cents: cents(amount), made_at: at, arrives_on: addBusinessDays(day, 1) };
  const own = { kind: 'payout', amount_cents: subtract(ZERO, cents(amount)), payout_ref: ref, at } as const;
  await insertPayout(tx, { payout, own, day });
  await insertEvent(tx, { object_kind: 'payout', object_ref: ref, at });
}
