import { useItems } from '#app/api/use-items.ts';
import { listGrades, listProgramGroups, listPrograms } from '#modules/catalog/catalog.contract.ts';
import { listPeriodPrograms, listRoutes, type Route } from '#modules/catalog/routes/routes.contract.ts';
import { isFull, type Place, type Sale } from './sale.ts';

/** All that may be chosen next to what is chosen; staff read every term and add-on (OF3.2). */
export function useSold(sale: Sale, replaced?: Place) {
  const { school_id, program_id, route_id } = sale;
  const schools = useItems(listProgramGroups, { params: {} });
  const school = schools.data?.find(({ id }) => String(id) === school_id);
  const period_id = school?.current_period_id ?? undefined;
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
    { params: { period_id, program_id: program?.id } },
    { enabled: isSchool && program !== undefined },
  );
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
    programs: (programs.data ?? []).filter(({ is_active }) => is_active),
    grades: program ? (grades.data ?? []) : [],
    areGradesKnown: program !== undefined && grades.data !== undefined,
    routes: periodProgram ? sold : [],
    route: periodProgram && sold.find(({ id }) => String(id) === route_id),
    isFull: (route: Route) => isFull(sale, route, replaced),
    hasPickup: periodProgram?.has_pickup_location ?? false,
  };
}

export type Sold = ReturnType<typeof useSold>;
