import { randomUUID } from 'node:crypto';
import type { Cents } from '#kit/money.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { answerOnce } from './answer-once.ts';
import { rowsOfCharge, movementOf } from './charge.ts';

type Books = { db: Database; clock: Clock };

/** As on the pages of the processor, without an attempt, customer or card of ours. */
export async function chargeElsewhere(
  books: Books,
  { amount_cents, key }: { amount_cents: Cents; key: string },
): Promise<string> {
  const what = { charge_elsewhere: amount_cents };
  const { answer } = await answerOnce(books, { key, what }, async () => {
    const ref = `ch_sandbox_${randomUUID()}`;
    const charge = { ref, amount_cents, state: 'captured' as const, created_at: books.clock.now() };
    const movement = { ...movementOf(charge, 'card', books.clock), is_foreign: true };
    return { answer: { ref }, rows: { ...rowsOfCharge(charge), movement } };
  });
  return answer!.ref;
}
