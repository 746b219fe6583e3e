import { hasRight, type Reader } from '#kit/endpoint/right.ts';
import { cents, ZERO } from '#kit/money.ts';
import { addMonthsClamped, dayIn, plainDate, type PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import { sellingCatalog, type SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';
import { seatsOf } from '#modules/office/seasons/board-routes.service.ts';
import { routesOfSeason } from '#modules/office/seasons/season-heads.service.ts';
import { publishedSeasons, seasonThatSells } from '#modules/reports/season-that-sells.service.ts';
import { listSeatUse } from '#modules/seats/season-seats.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Db } from '#platform/db/database.ts';
import { cumulated, difference, openingDay, signedSince, type SignedOn } from './cumulated-sales.ts';
import { OWED_AGES, type OverviewFacts, type RouteSeats } from './overview.contract.ts';
import { listSignedDays, sumByMonth, sumDue, sumOwedByAge, type MonthSums } from './overview.queries.ts';

type Needs = { db: Db; clock: Pick<Clock, 'now' | 'today' | 'time_zone'> };
type Season = SellingCatalog['periods'][number];
type Asked = { season?: number | undefined; school?: string | undefined };

const named = ({ id, text }: Season) => ({ id, text });

/** Sums are read for staff with the right `money` alone. @throws school_unknown */
export async function readOverview(
  { db, clock }: Needs,
  reader: Reader,
  { season, school }: Asked,
): Promise<OverviewFacts> {
  const [now, today] = [clock.now(), clock.today()];
  const catalog = await sellingCatalog(db, now);
  const seasons = publishedSeasons(catalog);
  const period = seasons.find(({ id }) => id === season) ?? seasonThatSells(catalog);
  const group = school ? catalog.program_groups.find(({ path }) => path === school) : undefined;
  if (school && !group) throw new Refusal(officeRefusals.school_unknown);
  const last = period && seasons[seasons.indexOf(period) + 1];
  const around = { catalog, clock, program_group_id: group?.id };
  const signedOf = (one: Season | undefined) =>
    one ? listSignedDays(db, { period_id: one.id, program_group_id: group?.id }, clock.time_zone) : [];
  const [signed, lastSigned, seats, money] = await atOnce([
    signedOf(period),
    signedOf(last),
    period ? seatsByRoute({ db, now }, catalog, period, group?.id) : [],
    hasRight(reader, 'money') ? moneyOf({ db, clock }, period, group?.id) : NO_MONEY,
  ]);
  const sales = salesOf(around, period, signed, today);
  const last_sales = last ? salesOf(around, last, lastSigned, null) : null;
  return {
    season: period ? named(period) : null,
    last_season: last ? named(last) : null,
    seasons: seasons.map(named),
    schools: catalog.program_groups.map(({ path, text }) => ({ path, text })),
    today,
    sales,
    last_sales,
    signed_today: signedSince(signed, today, 1),
    signed_last_7_days: signedSince(signed, today, 7),
    difference: difference(sales.contracts, last_sales?.contracts),
    seats,
    ...money,
  };
}

type Around = {
  catalog: SellingCatalog;
  clock: Pick<Clock, 'time_zone'>;
  program_group_id: number | undefined;
};

/** @param until  null: the line ends with the last contract */
function salesOf(
  { catalog, clock, program_group_id }: Around,
  period: Season | undefined,
  signed: readonly SignedOn[],
  until: PlainDate | null,
) {
  const opens = catalog.period_program_groups.flatMap((one) =>
    one.period_id === period?.id &&
    (program_group_id === undefined || one.program_group_id === program_group_id) &&
    one.opens_at
      ? [dayIn(clock.time_zone, one.opens_at)]
      : [],
  );
  const opened_on = openingDay(opens, signed);
  const days = signed.map(({ day }) => day).toSorted();
  const thru = until ?? days.at(-1) ?? opened_on;
  return { opened_on, contracts: thru ? cumulated(signed, opened_on, thru) : [] };
}

async function seatsByRoute(
  { db, now }: { db: Db; now: Date },
  catalog: SellingCatalog,
  period: Season,
  program_group_id: number | undefined,
): Promise<RouteSeats[]> {
  const used = new Map((await listSeatUse(db, now, period.id)).map((use) => [use.route_id, use]));
  return routesOfSeason(catalog, period.id).flatMap((route) => {
    const sold = catalog.period_programs.find(({ id }) => id === route.period_program_id);
    const program = catalog.programs.find(({ id }) => id === sold?.program_id);
    const group = catalog.program_groups.find(({ id }) => id === program?.program_group_id);
    if (!program || !group || (program_group_id !== undefined && group.id !== program_group_id)) return [];
    const { taken, held, offered, free, waiting } = seatsOf(route, used.get(route.id));
    if (!route.is_active && taken === 0) return [];
    const name = [route.text_before, route.name].join('').trim();
    return [
      {
        route_id: route.id,
        route: `${name}, ${program.text}`,
        school: group.text,
        taken,
        reserved: held + offered,
        free,
        waiting,
      },
    ];
  });
}

const NO_MONEY = { months: [], owed: [], due: [] };

async function moneyOf(
  { db, clock }: Needs,
  period: Season | undefined,
  program_group_id: number | undefined,
) {
  const today = clock.today();
  const [months, owed, due] = await atOnce([
    period ? sumByMonth(db, { period_id: period.id, program_group_id }, clock.time_zone) : new Map(),
    sumOwedByAge(db, today, program_group_id),
    sumDue(db, today, program_group_id),
  ]);
  return {
    months: everyMonth(months),
    owed: OWED_AGES.map(([from_days, thru_days], nr) => {
      const own = owed.find(({ age }) => age === nr);
      return {
        from_days,
        thru_days,
        payments: own?.payments ?? 0,
        amount_cents: own?.amount_cents ?? ZERO,
      };
    }),
    due,
  };
}

const NOTHING: MonthSums = { collected_cents: cents(0), expected_cents: cents(0), refunded_cents: cents(0) };

/** From the first month with money to the last, without gaps. */
function everyMonth(sums: ReadonlyMap<string, MonthSums>) {
  const known = [...sums.keys()].toSorted();
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return [];
  const months: ({ month: string } & MonthSums)[] = [];
  for (let day = plainDate(`${first}-01`); day.slice(0, 7) <= last; day = addMonthsClamped(day, 1)) {
    const month = day.slice(0, 7);
    months.push({ month, ...(sums.get(month) ?? NOTHING) });
  }
  return months;
}
