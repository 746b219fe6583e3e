import { subtract, ZERO } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { insertMovement, lockDueToReturn, lockDueToSettle, updateCharge } from './sandbox.queries.ts';

/** Lets the bank do everything that falls due up to a day: settle debits, return some (reliability 1.2). */
export async function advanceBank(
  { db, clock }: { db: Database; clock: Clock },
  today: PlainDate,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { ref, amount_cents } of await lockDueToSettle(tx, today)) {
      await updateCharge(tx, ref, { state: 'settled', is_reported: false });
      await insertMovement(tx, { charge_ref: ref, kind: 'charge', amount_cents, at: clock.now() });
    }
    for (const { ref, amount_cents, state } of await lockDueToReturn(tx, today)) {
      await updateCharge(tx, ref, { state: 'returned', is_reported: false });
      if (state === 'settled')
        await insertMovement(tx, {
          charge_ref: ref,
          kind: 'return',
          amount_cents: subtract(ZERO, amount_cents),
          at: clock.now(),
        });
    }
  });
}
