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
    for (const { ref, amountCents } of await lockDueToSettle(tx, today)) {
      await updateCharge(tx, ref, { state: 'settled', isReported: false });
      await insertMovement(tx, { chargeRef: ref, kind: 'charge', amountCents, at: clock.now() });
    }
    for (const { ref, amountCents, state } of await lockDueToReturn(tx, today)) {
      await updateCharge(tx, ref, { state: 'returned', isReported: false });
      if (state === 'settled')
        await insertMovement(tx, {
          chargeRef: ref,
          kind: 'return',
          amountCents: subtract(ZERO, amountCents),
          at: clock.now(),
        });
    }
  });
}
