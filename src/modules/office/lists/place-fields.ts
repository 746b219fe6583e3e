import { m } from '#i18n/messages.js';
import type { FilterField } from '#kit/list/list-view.ts';

/** The filters by what is sold, as `PlaceFilters` takes them. */
export const PLACE_FIELDS = {
  season: { label: m.list_season, from: 'seasons' },
  school: { label: m.list_school, from: 'schools' },
  program: { label: m.list_program, from: 'programs' },
  line: { label: m.list_line, from: 'lines' },
  grade: { label: m.list_grade, from: 'grades' },
} as const satisfies Record<string, FilterField>;
