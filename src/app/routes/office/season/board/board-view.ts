import type { Board, BoardProgram, BoardRoute, BoardSchool } from '#modules/office/seasons/board.contract.ts';

export const ROUTE_SHOWS = ['all', 'full', 'ended'] as const;
export type RouteShow = (typeof ROUTE_SHOWS)[number];

/** The filters of the board, as the address has them; blank: not set (SE1.6). */
export type BoardFilters = { school: string; program: string; show: RouteShow; search: string };

const isShown: Readonly<Record<RouteShow, (route: BoardRoute) => boolean>> = {
  all: () => true,
  full: ({ is_active, seats }) => is_active && seats.free === 0,
  ended: ({ is_active }) => !is_active,
};

/** The names that a search looks at, of a route with its school and program. */
function namesOf(school: BoardSchool, program: BoardProgram, route?: BoardRoute): string {
  const ofRoute = route ? [route, ...route.terms, ...route.addons, ...route.discounts] : [];
  return [school, program, ...ofRoute].map(({ name }) => name.toLowerCase()).join(' ');
}

/** The schools, programs and routes that the filters leave; a part without a route left goes too. */
export function shownSchools(schools: Board['schools'], filters: BoardFilters): BoardSchool[] {
  const words = filters.search.toLowerCase().split(/\s+/).filter(Boolean);
  const hasWords = (names: string) => words.every((word) => names.includes(word));
  const isNarrowed = words.length > 0 || filters.show !== 'all' || filters.program !== '';
  const programsOf = (school: BoardSchool) =>
    school.programs
      .filter(({ id }) => filters.program === '' || String(id) === filters.program)
      .map((program) => ({
        ...program,
        routes: program.routes
          .filter(isShown[filters.show])
          .filter((route) => hasWords(namesOf(school, program, route))),
      }))
      .filter(
        (program) =>
          program.routes.length > 0 || (filters.show === 'all' && hasWords(namesOf(school, program))),
      );
  return schools
    .filter(({ path }) => filters.school === '' || path === filters.school)
    .map((school) => ({ ...school, programs: programsOf(school) }))
    .filter(({ programs }) => !isNarrowed || programs.length > 0);
}
