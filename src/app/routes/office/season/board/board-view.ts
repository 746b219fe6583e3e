import type { Board, BoardProgram, BoardRoute, BoardSchool } from '#modules/office/seasons/board.contract.ts';
import { checksOfProgram, checksOfRoute, checksOfSchool, type StandingChecks } from './board-checks.ts';

export const ROUTE_SHOWS = ['all', 'checks', 'full', 'ended'] as const;
export type RouteShow = (typeof ROUTE_SHOWS)[number];

/** The filters of the board, as the address has them; blank: not set (SE1.6). */
export type BoardFilters = { school: string; program: string; show: RouteShow; search: string };

const isShown: Readonly<Record<RouteShow, (route: BoardRoute, checks: StandingChecks) => boolean>> = {
  all: () => true,
  checks: (route, checks) => checksOfRoute(checks, route).length > 0,
  full: ({ is_active, seats }) => is_active && seats.free === 0,
  ended: ({ is_active }) => !is_active,
};

export type ShownProgram = BoardProgram & {
  /** without filters */
  allRoutes: BoardProgram['routes'];
};

export type ShownSchool = Omit<BoardSchool, 'programs'> & {
  programs: ShownProgram[];
  /** without filters */
  allPrograms: BoardSchool['programs'];
};

/** The names that a search looks at, of a route with its school and program. */
function namesOf(school: BoardSchool, program: BoardProgram, route?: BoardRoute): string {
  const ofRoute = route ? [route, ...route.terms, ...route.addons, ...route.discounts] : [];
  return [school, program, ...ofRoute].map(({ name }) => name.toLowerCase()).join(' ');
}

/**
 * The schools, programs and routes that the filters leave; a part without a route left goes too, unless the
 * filter leaves checks and the part has one of its own.
 */
export function shownSchools(
  schools: Board['schools'],
  filters: BoardFilters,
  checks: StandingChecks,
): ShownSchool[] {
  const words = filters.search.toLowerCase().split(/\s+/).filter(Boolean);
  const hasWords = (names: string) => words.every((word) => names.includes(word));
  const isNarrowed = words.length > 0 || filters.show !== 'all' || filters.program !== '';
  const isProgramShown: Readonly<Record<RouteShow, (program: BoardProgram) => boolean>> = {
    all: () => true,
    checks: (program) => checksOfProgram(checks, program).length > 0,
    full: () => false,
    ended: () => false,
  };
  const isSchoolShown = (school: BoardSchool) =>
    filters.show === 'checks' &&
    filters.program === '' &&
    hasWords(school.name.toLowerCase()) &&
    checksOfSchool(checks, school).length > 0;
  const programsOf = (school: BoardSchool) =>
    school.programs
      .filter(({ id }) => filters.program === '' || String(id) === filters.program)
      .map((program) => ({
        ...program,
        allRoutes: program.routes,
        routes: program.routes
          .filter((route) => isShown[filters.show](route, checks))
          .filter((route) => hasWords(namesOf(school, program, route))),
      }))
      .filter(
        (program) =>
          program.routes.length > 0 ||
          (isProgramShown[filters.show](program) && hasWords(namesOf(school, program))),
      );
  return schools
    .filter(({ path }) => filters.school === '' || path === filters.school)
    .map((school) => ({ ...school, allPrograms: school.programs, programs: programsOf(school) }))
    .filter((school) => !isNarrowed || school.programs.length > 0 || isSchoolShown(school));
}
