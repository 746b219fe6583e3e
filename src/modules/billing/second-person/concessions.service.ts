import type { Cents } from '#kit/money.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import { insertConcession, sumGivenAway, type NewConcession } from './concessions.queries.ts';
import {
  askSecondPerson,
  lastDecidedAbout,
  limitOf,
  type Asking,
  type AskingAfter,
} from './second-person.service.ts';

export { copyAidConcessions, listConcessions } from './concessions.queries.ts';

/** An amount, with what was given away of the order before, is above the company's sum (H4). */
export async function isAboveSum(db: Db, order_id: number, amount_cents: Cents): Promise<boolean> {
  const limit = await limitOf(db);
  return limit !== null && (await sumGivenAway(db, order_id)) + amount_cents > limit;
}

export class SecondPersonNeeded extends Error {
  readonly asking: AskingAfter;
  constructor(asking: AskingAfter) {
    super('a second person is needed');
    this.asking = asking;
  }
}

/**
 * The order is locked, so of two at once the second sees the first (H4, MH2).
 * @param of  the order whose sum counts, where a check pays for several (MC12)
 * @throws an error for `orAskSecondPerson`
 */
export async function refuseAboveSum(tx: Tx, asking: Asking, of = asking.order_id): Promise<void> {
  const limit = await limitOf(tx);
  if (limit === null || (await sumGivenAway(tx, of)) <= limit) return;
  throw new SecondPersonNeeded({
    ...asking,
    decided_before: await lastDecidedAbout(tx, asking),
  });
}

export const giversOf = (staff: Pick<Viewer, 'user_id'>, approved?: { asked_by_id: number }) => ({
  given_by_id: approved?.asked_by_id ?? staff.user_id,
  approved_by_id: approved ? staff.user_id : null,
});

export async function recordConcession(tx: Tx, concession: NewConcession): Promise<void> {
  await insertConcession(tx, concession);
}

/**
 * Above the limit of the company, rolls `act` back and asks a colleague.
 * @param act  opens its own transactions and calls `refuseAboveSum` inside
 * @throws second_person_asked, second_person_other, second_person_meanwhile, and the errors of `act`
 */
export async function orAskSecondPerson<T>(
  deps: { db: Database; clock: Clock },
  staff: Viewer,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof SecondPersonNeeded)) throw error;
    return askSecondPerson(deps, staff, error.asking);
  }
}
