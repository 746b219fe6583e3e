import type { PlainDate } from '#kit/plain-date.ts';
import { whySchoolIsClosed, type SchoolFacts } from './on-sale.ts';
import type { SeasonState } from './season.states.ts';

export type SchoolOfSeason = SchoolFacts & {
  /** the first day of the season that the school sells now, or sold last; null before its first one */
  current_starts_on: PlainDate | null;
};

export const sells = (school: SchoolOfSeason): boolean => whySchoolIsClosed(school) === null;

/** A school opens a season as it becomes the current one and its hour comes, and goes on to a later one. */
function hasOpened({ current_starts_on, period_program_group }: SchoolOfSeason, starts_on: PlainDate) {
  if (current_starts_on === null || current_starts_on < starts_on) return false;
  return current_starts_on > starts_on || period_program_group?.hours !== 'before';
}

type Days = { is_draft: boolean; starts_on: PlainDate; ends_on: PlainDate };

/** Source: SE1.2 */
export function seasonState(
  { is_draft, starts_on, ends_on }: Days,
  schools: readonly SchoolOfSeason[],
  today: PlainDate,
): SeasonState {
  if (is_draft) return 'draft';
  if (schools.some(sells)) return 'open';
  if (ends_on < today) return 'ended';
  return schools.some((school) => hasOpened(school, starts_on)) ? 'closed' : 'coming';
}
