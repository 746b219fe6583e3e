import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { insertConcession, sumGivenAway, type NewConcession } from './concessions.queries.ts';
import { askSecondPerson, limitOf, type Asking } from './second-person.service.ts';

export { copyAidConcessions, listConcessions } from './concessions.queries.ts';

/** More is given away than one person decides; thrown to undo what was begun, and to ask a colleague. */
class SecondPersonNeeded extends Error {
  readonly asking: Asking;
  constructor(asking: Asking) {
    super('a second person is needed');
    this.asking = asking;
  }
}

/**
 * Ends the transaction where what was given away of an order, with what this transaction has just written,
 * is above the company's sum. The order is locked, so of two at once the second one sees the first.
 * @throws what `orAskSecondPerson` turns into a request
 * Source: H4, MH2
 */
export async function refuseAboveSum(tx: Tx, asking: Asking): Promise<void> {
  const limit = await limitOf(tx);
  if (limit === null || (await sumGivenAway(tx, asking.order_id)) <= limit) return;
  throw new SecondPersonNeeded(asking);
}

/** Who gives something away: one person, or whoever asked and a colleague who approves it now. */
export const giversOf = (staff: Pick<Viewer, 'user_id'>, approved?: { asked_by_id: number }) => ({
  given_by_id: approved?.asked_by_id ?? staff.user_id,
  approved_by_id: approved ? staff.user_id : null,
});

/** Writes down what is given away of an order; the order is locked by the caller. */
export async function recordConcession(tx: Tx, concession: NewConcession): Promise<void> {
  await insertConcession(tx, concession);
}

/**
 * Runs what gives something away; where that is above the company's sum, nothing of it happens and a
 * colleague is asked.
 * @param act  opens its own transactions, in which it calls `refuseAboveSum`
 * @throws second_person_asked, second_person_other, and what `act` throws
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
