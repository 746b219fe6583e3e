import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { PlainDate } from '#kit/plain-date.ts';
import { SEASON_MONEY, type SeasonColumns } from '#modules/reports/season/season-columns.ts';
import { SEASON_GROUPINGS } from '#modules/reports/season/season-groupings.ts';
import { computeSeasonReport } from '#modules/reports/season/season-report.service.ts';
import type { BrokenRule } from '#tests/support/database/broken-rules.ts';
import type { World } from './world.ts';

type Stored = Pick<
  SeasonColumns,
  'billed_cents' | 'outstanding_cents' | 'past_due_cents' | 'net_received_cents'
>;
type StoredRow = { id: string; is_settled: boolean } & Record<keyof Stored, string>;

async function periodsOf({ db }: World): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select distinct period_id as id from orders where activated_at is not null`,
  );
  return rows.map(({ id }) => Number(id));
}

/** Contract by contract, what payments and the ledger say. */
async function storedOf({ db, clock }: World, period_id: number): Promise<StoredRow[]> {
  const { rows } = await db.execute<StoredRow>(sql`
    select o.id::text, sums.billed_cents, sums.outstanding_cents, sums.past_due_cents,
      not (o.status = 'cancelled' and sums.is_in_flight) as is_settled,
      (select coalesce(-sum(s.amount_cents), 0) from journal j join postings s on s.journal_id = j.id
        where j.order_id = o.id and s.account in ('contracts', 'surcharges')) as net_received_cents
    from orders o cross join lateral (
      select coalesce(sum(p.amount_cents) filter (where p.status <> 'cancelled'), 0) as billed_cents,
        coalesce(sum(p.amount_cents) filter (where p.status <> 'cancelled' and p.paid_at is null), 0)
          as outstanding_cents,
        coalesce(sum(p.amount_cents) filter (where p.status <> 'cancelled' and p.paid_at is null
          and p.pay_on < ${clock.today()}), 0) as past_due_cents,
        coalesce(bool_or(p.status = 'in_flight'), false) as is_in_flight
      from payments p where p.order_id = o.id) sums
    where o.period_id = ${period_id} and o.activated_at is not null order by o.id`);
  return rows;
}

const COMPARED = ['billed_cents', 'outstanding_cents', 'past_due_cents', 'net_received_cents'] as const;

const holds = (row: SeasonColumns): boolean =>
  row.billed_cents ===
    row.principal_cents +
      row.addons_cents -
      row.discounts_cents -
      row.aid_cents +
      row.amendments_cents +
      row.adjustments_cents +
      row.congestion_fees_cents -
      row.cancelled_cents &&
  row.billed_cents === row.collected_cents + row.outstanding_cents &&
  row.net_received_cents ===
    row.collected_cents - row.refunded_cents + row.surcharges_cents - row.surcharges_refunded_cents;

/** The identities of the season report, for each contract, each row and the total (RP2.2). */
export async function brokenReport(world: World): Promise<BrokenRule[]> {
  const broken: unknown[] = [];
  for (const period_id of await periodsOf(world)) {
    const as_of = world.clock.today();
    const { rows, total } = await computeSeasonReport(world.context, { period_id, by: 'order', as_of });
    const byOrder = new Map(rows.map((row) => [row.key, row]));
    for (const stored of await storedOf(world, period_id)) {
      const row = byOrder.get(stored.id);
      // A charge under way of an ended contract is decided by its answer.
      const wrong = COMPARED.filter(
        (column) =>
          (stored.is_settled || column === 'net_received_cents') && row?.[column] !== Number(stored[column]),
      );
      if (wrong.length > 0 || !row || !holds(row)) broken.push({ wrong, stored, row });
      else for (const column of SEASON_MONEY) if (row[column] !== 0) world.simEvents(`report ${column}`);
    }
    for (const by of SEASON_GROUPINGS) {
      const grouped = await computeSeasonReport(world.context, { period_id, by, second: 'month', as_of });
      if (!isDeepStrictEqual(grouped.total, total))
        broken.push({ by, total: grouped.total, of_orders: total });
      broken.push(...grouped.rows.filter((row) => !holds(row)));
    }
  }
  return broken.length > 0
    ? [{ name: 'RP2.2 the season report is what payments and ledger say', rows: broken }]
    : [];
}

type Kept = { as_of: PlainDate; period_id: number; report: unknown };

/**
 * Keeps the report of each day, as the day was last seen, and compares the days over with what the report
 * says of them now (RP2.3).
 */
export function keptReports(world: World) {
  const kept = new Map<string, Kept>();
  const read = (period_id: number, as_of: PlainDate) =>
    computeSeasonReport(world.context, { period_id, by: 'order', as_of });
  return {
    async keep(): Promise<void> {
      const as_of = world.clock.today();
      for (const period_id of await periodsOf(world))
        kept.set(`${as_of} ${period_id}`, { as_of, period_id, report: await read(period_id, as_of) });
    },
    async broken(): Promise<BrokenRule[]> {
      const rows: unknown[] = [];
      for (const { as_of, period_id, report } of kept.values())
        if (as_of < world.clock.today()) {
          const now = await read(period_id, as_of);
          if (!isDeepStrictEqual(inOrder(now), inOrder(report))) rows.push({ as_of, report, now });
        }
      return rows.length > 0 ? [{ name: 'RP2.3 the report of a day over stays as it was', rows }] : [];
    },
  };
}

const inOrder = (report: unknown) =>
  (report as { rows: { key: string }[] }).rows.toSorted((a, b) => a.key.localeCompare(b.key));
