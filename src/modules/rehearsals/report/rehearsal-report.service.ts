import { ZERO } from '#kit/money.ts';
import { addDays, addMonthsClamped, plainDate, startOfDayIn, type PlainDate } from '#kit/plain-date.ts';
import { pick } from '#kit/pick.ts';
import { DRAWN, missingFilesOf } from '#modules/catalog/checks/checks.service.ts';
import { routesIn } from '#modules/catalog/checks/check.ts';
import { checksOf } from '#modules/catalog/checks/season-checks.ts';
import type { Played } from '#modules/rehearsals/play/play-rehearsal.service.ts';
import type { Stage } from '#modules/rehearsals/play/register-family.service.ts';
import type { RehearsalReport } from '#modules/rehearsals/rehearsal-report.shapes.ts';
import {
  askedReport,
  computeSeasonReport,
  seasonReport,
} from '#modules/reports/season/season-report.service.ts';
import { countMails, listMonths, listSeats, type MonthSums } from './rehearsal-report.queries.ts';
import { checksAbout } from './told-by-checks.ts';

type Reporting = Stage & { played: Played };

/** What came of a rehearsal; nothing depends on the day or hour of the play (RP5.4). */
export async function rehearsalReport(reporting: Reporting): Promise<RehearsalReport> {
  const { billing, played } = reporting;
  const { db, clock } = billing;
  const { from, thru, families } = played;
  const asked = { season: played.season.period.id, by: 'school', second: 'route' } as const;
  return {
    from,
    thru,
    families,
    routes: await soldRoutes(reporting),
    months: await months(reporting),
    unsold: await unsold(reporting),
    mails: await countMails(db, played.staff_id),
    season: await seasonReport({ db, clock }, await askedReport({ db, clock }, asked)),
  };
}

async function soldRoutes({ billing: { db, clock }, played }: Reporting): Promise<RehearsalReport['routes']> {
  const seats = Map.groupBy(await listSeats(db, clock.time_zone), ({ route_id }) => route_id);
  return routesIn(played.season).map(({ school, line: { name, route } }) => {
    const days = (seats.get(route.id) ?? []).map((one) => pick(one, ['day', 'sold', 'ended']));
    const total = days.reduce((all, one) => all + one.sold, 0);
    return {
      school: school.group.text,
      route: name,
      capacity: route.capacity,
      sold: total,
      full_on: route.capacity === null ? null : firstFull(days, route.capacity),
      days,
    };
  });
}

/** The first day at whose end no seat was free. */
function firstFull(days: RehearsalReport['routes'][number]['days'], capacity: number): PlainDate | null {
  let free = capacity;
  return days.find(({ sold, ended }) => (free += ended - sold) <= 0)?.day ?? null;
}

const NOTHING: Omit<MonthSums, 'month'> = {
  charged_cents: ZERO,
  failed: 0,
  failed_cents: ZERO,
  recovered_cents: ZERO,
  returned_cents: ZERO,
  refunded_cents: ZERO,
};

/** Every month from the first sale to the last day, with what is owed at its end. */
async function months({ billing: { db, clock }, played }: Reporting): Promise<RehearsalReport['months']> {
  const { from, thru, season } = played;
  const moved = new Map((await listMonths(db, clock.time_zone)).map((one) => [one.month, one]));
  const listed: RehearsalReport['months'] = [];
  const first = plainDate(`${from.slice(0, 7)}-01`);
  for (let nr = 0; addMonthsClamped(first, nr) <= thru; nr += 1) {
    const month = addMonthsClamped(first, nr).slice(0, 7);
    const end = addDays(addMonthsClamped(first, nr + 1), -1);
    const as_of = end < thru ? end : thru;
    const { total } = await computeSeasonReport(
      { db, clock },
      { period_id: season.period.id, by: 'school', as_of },
    );
    listed.push({
      ...NOTHING,
      ...moved.get(month),
      month,
      ...pick(total, ['outstanding_cents', 'past_due_cents']),
    });
  }
  return listed;
}

/** Families without a contract for a child, by reason, with the checks that tell before the sale. */
async function unsold({ files, clock, played }: Reporting): Promise<RehearsalReport['unsold']> {
  const { from, season, obstacles } = played;
  const facts = {
    today: from,
    now: startOfDayIn(clock.time_zone, from),
    drawn: DRAWN,
    waiting: new Map<number, number>(),
    // The families of a rehearsal have codes, and no awards.
    awarded: new Set<number>(),
    missing_files: await missingFilesOf(files, [season]),
  };
  const found = new Set(checksOf(season, facts).map(({ code }) => code));
  return [...Map.groupBy(obstacles, ({ why }) => why)]
    .map(([why, all]) => ({
      why,
      sentence: all[0]!.sentence,
      families: new Set(all.map(({ nr }) => nr)).size,
      checks: checksAbout(why).map((code) => ({ code, is_found: found.has(code) })),
    }))
    .toSorted((a, b) => b.families - a.families || a.why.localeCompare(b.why));
}
