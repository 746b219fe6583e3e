import { and, count, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { processorMovements, processorPayouts } from '#db/tables/billing/processor-books.ts';
import type { Key } from '#kit/list/cursor.ts';
import type { DaySpan } from '#kit/list/filter-grammar.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { pageOfRows, type Sorting } from '#platform/db/page-of-rows.ts';
import type { Cents } from '#kit/money.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { isAmong, isBetween } from '#platform/db/filter-conditions.ts';
import type { Movement, Payout } from '#platform/payments/movement.ts';
import type { PayoutState } from './processor-books.states.ts';

/** Inserts or updates movements; `upsertPayout` sets the payout of known movements. */
export async function upsertMovements(tx: Tx, movements: readonly Movement[], read_at: Date): Promise<void> {
  // Sorted by id: two portals writing the same rows must not deadlock.
  const rows = movements
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((movement) => ({ ...movement, read_at }));
  const { kind, amount_cents, fee_cents, is_arrived, is_foreign, payout_ref } = processorMovements;
  await tx
    .insert(processorMovements)
    .values(rows)
    .onConflictDoUpdate({
      target: processorMovements.id,
      set: {
        kind: sql`excluded.kind`,
        amount_cents: sql`excluded.amount_cents`,
        fee_cents: sql`excluded.fee_cents`,
        is_arrived: sql`excluded.is_arrived`,
        is_foreign: sql`excluded.is_foreign`,
        read_at,
      },
      setWhere: sql`(${kind}, ${amount_cents}, ${fee_cents}, ${is_arrived}, ${is_foreign})
        is distinct from (excluded.kind, excluded.amount_cents, excluded.fee_cents, excluded.is_arrived,
          excluded.is_foreign) or (${payout_ref} is null and excluded.payout_ref is not null)`,
    });
}

export async function upsertPayout(
  tx: Tx,
  { movement_ids, ...payout }: Payout,
  read_at: Date,
): Promise<void> {
  const row = { ...payout, movement_count: movement_ids?.length ?? null, read_at };
  const { ref: _, ...changes } = row;
  await tx
    .insert(processorPayouts)
    .values(row)
    .onConflictDoUpdate({ target: processorPayouts.ref, set: changes });
  if (!movement_ids) return;
  const { id, payout_ref } = processorMovements;
  const isIn = sql`${id} in (select jsonb_array_elements_text(${JSON.stringify(movement_ids)}::jsonb))`;
  const isOther = or(isNull(payout_ref), ne(payout_ref, payout.ref));
  await tx.update(processorMovements).set({ payout_ref: payout.ref }).where(and(isIn, isOther));
}

export async function oldestOnItsWay(db: Db): Promise<Date | undefined> {
  const { rows } = await db.execute<{ at: string | null }>(sql`select min(m.at) as at
    from ${processorMovements} m where not m.is_arrived and m.kind <> 'return' and not exists
      (select 1 from ${processorMovements} r
        where r.charge_ref = m.charge_ref and r.kind = 'return' and not r.is_arrived)`);
  const [row] = rows;
  return row?.at ? new Date(row.at) : undefined;
}

export async function oldestOpenPayout(db: Db): Promise<Date | undefined> {
  const { made_at, movement_count, state } = processorPayouts;
  const isUndecided = inArray(state, ['on_its_way', 'unknown']);
  const isOpen = or(isUndecided, and(eq(state, 'arrived'), isNull(movement_count)));
  const [row] = await db
    .select({ made_at: sql<string | null>`min(${made_at})` })
    .from(processorPayouts)
    .where(isOpen);
  return row?.made_at ? new Date(row.made_at) : undefined;
}

export type PayoutSums = Record<
  'payments_cents' | 'fees_cents' | 'refunds_cents' | 'disputes_cents' | 'other_cents',
  Cents
>;

export type SummedPayout = { payout: typeof processorPayouts.$inferSelect; lines: number } & PayoutSums;

const amountOf = (kinds: SQL): SQL<Cents> => {
  const { amount_cents, kind } = processorMovements;
  const sum = sql`coalesce(sum(${amount_cents}) filter (where ${kind} in ${kinds}), 0)`;
  return sum.mapWith(Number) as SQL<Cents>;
};

const NEWEST_FIRST: Sorting = { by: [processorPayouts.made_at, processorPayouts.ref], descends: true };

export type PayoutFilters = {
  states?: readonly PayoutState[] | undefined;
  arrives?: DaySpan | undefined;
};

const isPayout = ({ states, arrives }: PayoutFilters) =>
  and(isAmong(processorPayouts.state, states), isBetween(processorPayouts.arrives_on, arrives));

export async function countPayouts(db: Db, filters: PayoutFilters): Promise<number> {
  return db.$count(processorPayouts, isPayout(filters));
}

const { id, kind, amount_cents, fee_cents, payout_ref } = processorMovements;
const fees = sql`coalesce(sum(${fee_cents}), 0)`;
const ownFees = sql`coalesce(sum(${amount_cents}) filter (where ${kind} = 'fee'), 0)`;

const summed = {
  payout: processorPayouts,
  lines: count(id),
  payments_cents: amountOf(sql`('charge', 'return')`),
  fees_cents: sql<string>`${ownFees} - ${fees}`.mapWith(Number) as SQL<Cents>,
  refunds_cents: amountOf(sql`('refund', 'refund_failed')`),
  disputes_cents: amountOf(sql`('dispute', 'dispute_back')`),
  other_cents: amountOf(sql`('other', 'payout_back', 'top_up', 'reserve')`),
};

/** All lines but the line of the payout itself. */
const isLineOf = and(eq(payout_ref, processorPayouts.ref), ne(kind, 'payout'));

export async function sumPayouts(
  db: Db,
  filters: PayoutFilters,
  place: Place,
): Promise<(SummedPayout & { keys: Key[] })[]> {
  const { keys, isBehind, orderBy, limit } = pageOfRows(NEWEST_FIRST, place);
  return db
    .select({ keys, ...summed })
    .from(processorPayouts)
    .leftJoin(processorMovements, isLineOf)
    .where(and(isPayout(filters), isBehind))
    .groupBy(processorPayouts.ref)
    .orderBy(...orderBy)
    .limit(limit);
}

export async function findSummedPayout(db: Db, ref: string): Promise<SummedPayout | undefined> {
  const [found] = await db
    .select(summed)
    .from(processorPayouts)
    .leftJoin(processorMovements, isLineOf)
    .where(eq(processorPayouts.ref, ref))
    .groupBy(processorPayouts.ref);
  return found;
}
