import type { Answered } from '#kit/endpoint/endpoint.ts';
import { cents } from '#kit/money.ts';
import { addDays, dayIn, daysBetween } from '#kit/plain-date.ts';
import { fullName } from '#kit/text/full-name.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import { findNewestRun, listClosed, listOpen, sumOpen } from './differences.queries.ts';
import type { Difference, readReconciliation } from './reconciliation.contract.ts';

export { findNewestRun as newestComparison } from './differences.queries.ts';
export const countOpenDifferences = async (db: Db): Promise<number> => (await sumOpen(db)).open_count;

const SHOWN_FOR_DAYS = 30;

/** Closed differences are shown for a month (S18, S25). */
export async function readReconciliationOf(
  db: Db,
  clock: Clock,
): Promise<Answered<typeof readReconciliation>[number]> {
  const run = await findNewestRun(db);
  const open = await listOpen(db);
  const { open_count, open_cents } = await sumOpen(db);
  const closed = await listClosed(db, addDays(clock.today(), -SHOWN_FOR_DAYS));
  return {
    run: run
      ? {
          ended_at: run.ended_at.toISOString(),
          is_whole: run.is_whole,
          ledger_cents: run.ledger_cents,
          balance_cents: run.balance_cents,
          on_its_way_cents: run.on_its_way_cents,
        }
      : null,
    open_count,
    open_cents: cents(open_cents),
    open: open.map((row) => shown(row, clock)),
    closed: closed.map((row) => shown(row, clock)),
  };
}

type WithPerson = Awaited<ReturnType<typeof listOpen>>[number];

function shown({ difference, order_id, first_name, last_name }: WithPerson, clock: Clock): Difference {
  const { id, kind, ref, ours_cents, theirs_cents, gone_on, explanation } = difference;
  const { happened_at, taken_in_at, explained_at } = difference;
  const dayOf = (at: Date) => dayIn(clock.time_zone, at);
  return {
    id,
    kind,
    class: difference.class,
    ref,
    ours_cents,
    theirs_cents,
    order_id,
    happened_on: dayOf(happened_at),
    days_open: Math.max(0, daysBetween(dayOf(happened_at), gone_on ?? clock.today())),
    can_take_in: canTakeIn(difference),
    // A refund sent by this portal has an order.
    can_record: difference.class === 'refund' && kind === 'theirs_only' && order_id === null,
    taken_in_at: taken_in_at?.toISOString() ?? null,
    gone_on,
    explained_on: explained_at && dayOf(explained_at),
    explained_by: first_name === null ? null : fullName({ first_name, last_name: last_name ?? '' }),
    explanation,
  };
}

/** A line or balance has no object to read at the processor. */
export const canTakeIn = <Row extends Pick<WithPerson['difference'], 'class'>>(
  row: Row,
): row is Row & { class: 'charge' | 'refund' | 'dispute' } => row.class !== 'line' && row.class !== 'balance';
