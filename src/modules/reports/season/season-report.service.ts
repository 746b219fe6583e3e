import { addDays, startOfDayIn, type PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { z } from 'zod';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { publishedSeasons, seasonThatSells } from '#modules/reports/season-that-sells.service.ts';
import { reportRefusals } from '#modules/reports/reports.refusals.ts';
import { signedBy } from '#modules/orders/reading/signed-by.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import type { SeasonGrouping } from './season-groupings.ts';
import type { SeasonReport, seasonReportQuery } from './season-report.contract.ts';
import { listSeasonFacts, type FactsGrouping } from './season-report.queries.ts';
import { seasonRows, type GroupedFacts, type PartRow, type SeasonRow } from './season-rows.ts';
import { ordersOf, owedOf, type RowPlace } from './season-orders.service.ts';
import { groupText } from './season-texts.service.ts';

export type Deps = { db: Db; clock: Pick<Clock, 'now' | 'today' | 'time_zone'> };

type Asked = { period_id: number; by: FactsGrouping; second?: FactsGrouping | undefined; as_of: PlainDate };

/** Rows by key, without texts. */
export async function computeSeasonReport({ db, clock: { time_zone } }: Deps, asked: Asked) {
  const until = startOfDayIn(time_zone, addDays(asked.as_of, 1));
  const facts = await listSeasonFacts(db, { ...asked, until, time_zone });
  return seasonRows(facts.map((row) => withPaymentType(row, asked)));
}

/** Credit cards with a limit of the fee count with the others. */
function withPaymentType(row: GroupedFacts, { by, second }: Asked): GroupedFacts {
  return {
    ...row,
    group: by === 'payment_type' ? signedBy(row.group) : row.group,
    part: second === 'payment_type' && row.part !== null ? signedBy(row.part) : row.part,
  };
}

const inOrder = (grouping: SeasonGrouping) => (a: { key: string; text: string }, b: typeof a) =>
  grouping === 'month' ? a.key.localeCompare(b.key) : a.text.localeCompare(b.text);

/**
 * Which report is asked for, before its rows are read.
 * @throws season_unknown, day_ahead
 */
export async function askedReport(
  { db, clock }: Deps,
  { season, by, second, as_of = clock.today() }: z.output<typeof seasonReportQuery>,
) {
  const catalog = await sellingCatalog(db, clock.now());
  const seasons = publishedSeasons(catalog);
  const period = season ? seasons.find(({ id }) => id === season) : seasonThatSells(catalog);
  if (!period) throw new Refusal(reportRefusals.season_unknown);
  if (as_of > clock.today()) throw new Refusal(reportRefusals.day_ahead);
  return { catalog, seasons, period, by, below: second === by ? undefined : second, as_of };
}

/** A day before today answers what was known at the end of the day (RP2.3). */
export async function seasonReport(
  deps: Deps,
  { catalog, seasons, period, by, below, as_of }: Awaited<ReturnType<typeof askedReport>>,
): Promise<SeasonReport> {
  const of = { catalog, period_id: period.id, as_of, today: deps.clock.today() };
  const { rows, total } = await computeSeasonReport(deps, { period_id: period.id, by, second: below, as_of });
  return {
    season: { id: period.id, text: period.text },
    seasons: seasons.map(({ id, text }) => ({ id, text })),
    by,
    second: below ?? null,
    as_of,
    rows: withTexts(of, rows, { by, below }),
    total: { ...total, orders: ordersOf(of, []), owed: owedOf(of, []) },
  };
}

const NAMES_SCHOOL: readonly SeasonGrouping[] = ['school', 'program', 'route'];

function withTexts(
  of: Parameters<typeof owedOf>[0],
  rows: readonly SeasonRow[],
  { by, below }: { by: SeasonGrouping; below: SeasonGrouping | undefined },
) {
  const isBelow = NAMES_SCHOOL.includes(by);
  const named = <R extends PartRow>(row: R, grouping: SeasonGrouping, place: RowPlace = []) => ({
    ...row,
    text: groupText(of.catalog, grouping, row.key, place.length > 0 && isBelow),
    orders: ordersOf(of, [...place, [grouping, row.key]]),
    owed: owedOf(of, [...place, [grouping, row.key]]),
  });
  return rows
    .map(({ parts, ...row }) => ({
      ...named(row, by),
      parts: below ? parts.map((part) => named(part, below, [[by, row.key]])).toSorted(inOrder(below)) : [],
    }))
    .toSorted(inOrder(by));
}
