import type { Clock } from '#platform/clock/clock.ts';
import { cents, type Cents } from '#kit/money.ts';
import type { Database } from '#platform/db/database.ts';
import type { Movement, Payout } from '#platform/payments/movement.ts';
import {
  findPayout,
  movementsAfter,
  movementsInPayouts,
  payoutsSince,
  sumOfMovements,
  type SandboxPayout,
} from './movements.queries.ts';
import { advancePayouts } from './payouts.ts';

type Books = { db: Database; clock: Clock };

const PAGE = 500;

const nameOf = (id: number): string => `txn_sandbox_${id}`;

export async function* movements({ db, clock }: Books, since?: Date): AsyncGenerator<Movement> {
  await db.transaction((tx) => advancePayouts(tx, clock));
  for (let last = 0; ;) {
    const page = await movementsAfter(db, { id: last, since }, PAGE);
    for (const { id, available_on: _, payout_ref, ...movement } of page) {
      last = id;
      yield { id: nameOf(id), ...movement, payout_ref: movement.kind === 'payout' ? payout_ref : null };
    }
    if (page.length < PAGE) return;
  }
}

export async function* payouts({ db, clock }: Books, since: Date): AsyncGenerator<Payout> {
  await db.transaction((tx) => advancePayouts(tx, clock));
  yield* await described({ db, clock }, await payoutsSince(db, since));
}

export async function readPayout({ db, clock }: Books, ref: string): Promise<Payout | 'absent'> {
  await db.transaction((tx) => advancePayouts(tx, clock));
  const found = await findPayout(db, ref);
  return found ? (await described({ db, clock }, [found]))[0]! : 'absent';
}

async function described({ db }: Books, found: readonly SandboxPayout[]): Promise<Payout[]> {
  const inThem = await movementsInPayouts(
    db,
    found.map(({ ref }) => ref),
  );
  return found.map(({ id: _, ...payout }) => ({
    ...payout,
    movement_ids: payout.state === 'on_its_way' ? null : inThem.get(payout.ref)!.map(nameOf),
  }));
}

export const balance = async ({ db }: Books): Promise<Cents> => cents(await sumOfMovements(db));
