import { useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { listGrades, listProgramGroups, listPrograms } from '#modules/catalog/catalog.contract.ts';
import { readListChoices } from '#modules/office/lists/list-choices.contract.ts';
import { listPeriodPrograms, listRoutes, type Route } from '#modules/catalog/routes/routes.contract.ts';
import { isFull, seasonsToSell, type Place, type Sale } from './sale.ts';

/** All that may be chosen next to what is chosen; staff read every term and add-on (OF3.2). */
export function useSold(sale: Sale, replaced?: Place) {
  const { school_id, program_id, route_id } = sale;
  const schools = useItems(listProgramGroups, { params: {} });
  const school = schools.data?.find(({ id }) => String(id) === school_id);
  const current_id = school?.current_period_id ?? null;
  const known = useItems(readListChoices, {}, { enabled: useRight('families') });
  const seasons = seasonsToSell(known.data?.[0]?.seasons ?? [], current_id);
  const season = seasons.find(({ id }) => String(id) === sale.period_id);
  const period_id = season?.id ?? current_id ?? undefined;
  const isOfNow = period_id === current_id;
  const isSchool = school !== undefined && period_id !== undefined;
  const programs = useItems(
    listPrograms,
    { params: { program_group_id: school?.id } },
    { enabled: isSchool },
  );
  const program = programs.data?.find(({ id }) => String(id) === program_id);
  const grades = useItems(
    listGrades,
    { params: { program_id: program?.id } },
    { enabled: program !== undefined },
  );
  const periodPrograms = useItems(
    listPeriodPrograms,
    { params: { period_id, program_id: isOfNow ? program?.id : undefined } },
    { enabled: isSchool && (!isOfNow || program !== undefined) },
  );
  const ofSeason = new Set(periodPrograms.data?.map(({ program_id: id }) => id));
  const periodProgram = periodPrograms.data?.find((one) => one.program_id === program?.id);
  const routes = useItems(
    listRoutes,
    { params: { period_program_id: periodProgram?.id, active: '1' } },
    { enabled: periodProgram !== undefined },
  );
  const sold = routes.data ?? [];
  return {
    schools: (schools.data ?? []).filter((one) => one.is_active && one.current_period_id),
    school,
    seasons,
    current_id,
    // Whether a program sells is told of the present school year alone.
    programs: (programs.data ?? []).filter(({ id, is_active }) => (isOfNow ? is_active : ofSeason.has(id))),
    grades: program ? (grades.data ?? []) : [],
    areGradesKnown: program !== undefined && grades.data !== undefined,
    routes: periodProgram ? sold : [],
    route: periodProgram && sold.find(({ id }) => String(id) === route_id),
    isFull: (route: Route) => isFull(sale, route, replaced),
    hasPickup: periodProgram?.has_pickup_location ?? false,
  };
}

export type Sold = ReturnType<typeof useSold>;
