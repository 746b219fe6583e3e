import { randomUUID } from 'node:crypto';
import type { Cents } from '#kit/money.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { answerOnce } from './answer-once.ts';
import { insertMovement } from './movements.queries.ts';
import { availableOn, feeOf } from './payouts.ts';
import { insertCharge } from './sandbox.queries.ts';

type Books = { db: Database; clock: Clock };

/**
 * A card that somebody charges at the processor's own pages, past the portal: its money is on the account,
 * and it names no attempt, customer or card of ours. Charged once a key.
 * @returns the processor's name of the charge
 */
export async function chargeElsewhere(
  books: Books,
  { amount_cents, key }: { amount_cents: Cents; key: string },
): Promise<string> {
  const what = { charge_elsewhere: amount_cents };
  const { answer } = await answerOnce(books, { key, what }, async (tx, { written }) => {
    const ref = `ch_sandbox_${randomUUID()}`;
    const created_at = books.clock.now();
    const available_on = availableOn(books.clock.today(), 'card');
    const fee_cents = feeOf('card', amount_cents);
    written.push(
      insertCharge(tx, { ref, amount_cents, state: 'captured', created_at }),
      insertMovement(tx, {
        charge_ref: ref,
        kind: 'charge',
        amount_cents,
        fee_cents,
        at: created_at,
        is_foreign: true,
        available_on,
      }),
    );
    return { ref };
  });
  return answer!.ref;
}
