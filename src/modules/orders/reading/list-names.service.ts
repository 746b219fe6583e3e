import { invariant } from '#kit/invariant.ts';
import { signedRouteName } from '#modules/documents/contract-snapshot.ts';
import type { SellingCatalog } from '#modules/catalog/current-catalog.service.ts';

const byId = <Row extends { id: number }>(rows: readonly Row[], id: number): Row => {
  const row = rows.find((one) => one.id === id);
  invariant(row, `the catalog has the row ${id}`);
  return row;
};

/** A lookup that finds each route once, for the rows of a page. */
export function namesOf(catalog: SellingCatalog) {
  const known = new Map<number, ReturnType<typeof read>>();
  const read = (route_id: number) => {
    const route = byId(catalog.routes, route_id);
    const sold = byId(catalog.period_programs, route.period_program_id);
    const program = byId(catalog.programs, sold.program_id);
    return {
      line: signedRouteName(route),
      season: byId(catalog.periods, sold.period_id).text,
      program: program.text,
      school: byId(catalog.program_groups, program.program_group_id).text,
    };
  };
  const grades = new Map(catalog.program_grades.map(({ id, text }) => [id, text]));
  const terms = new Map(catalog.payment_terms.map(({ id, name }) => [id, name]));
  return {
    /** season, school, program and line, as they are named today */
    ofRoute: (route_id: number) => {
      const names = known.get(route_id) ?? read(route_id);
      known.set(route_id, names);
      return names;
    },
    grade: (id: number | null) => (id === null ? null : (grades.get(id) ?? null)),
    term: (id: number) => terms.get(id) ?? '',
  };
}
