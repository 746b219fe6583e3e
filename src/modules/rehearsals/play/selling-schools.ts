import { addDays, dayIn, type PlainDate } from '#kit/plain-date.ts';
import { offeredTerms, sellingTime } from '#modules/catalog/checks/selling-time.ts';
import type { SchoolView, SeasonView } from '#modules/catalog/checks/season-view.ts';
import type { DrawnSchool } from './drawn-families.ts';

/** A school without an hour of opening, and with terms without a first day, sells from this long before. */
const SELLS_BEFORE_DAYS = 180;

/** Wanted as often as a route with this many seats, if the route has no limit. */
const SEATS_WITHOUT_LIMIT = 50;

const routesOf = ({ programs }: SchoolView) => programs.flatMap(({ routes }) => routes);

/** The first day of the first term, if each term has a first day. */
function firstDayOfTerms(school: SchoolView): PlainDate | null {
  const days = routesOf(school).flatMap(({ terms }) => offeredTerms(terms).map(({ from_dt }) => from_dt));
  const [first = null] = days.includes(null) ? [] : (days as PlainDate[]).toSorted();
  return first;
}

function firstDayOf({ period, time_zone }: SeasonView, school: SchoolView): PlainDate {
  const { opens_at } = school.in_season;
  if (opens_at) return dayIn(time_zone, opens_at);
  return firstDayOfTerms(school) ?? addDays(period.starts_on, -SELLS_BEFORE_DAYS);
}

/** The schools of a season with the days on which families come; none without a route or a day of sale. */
export function sellingSchools(season: SeasonView): DrawnSchool[] {
  return season.schools.flatMap((school) => {
    const days = sellingTime(season, school, firstDayOf(season, school));
    const routes = routesOf(school).map(({ route: { id, capacity } }) => ({
      id,
      seats: Math.max(1, capacity ?? SEATS_WITHOUT_LIMIT),
    }));
    return days && routes.length > 0
      ? [{ program_group_id: school.group.id, from: days.from, thru: days.thru, routes }]
      : [];
  });
}
