import type { PeriodProgram, Route } from './routes.contract.ts';

export type ProgramPrices = {
  program: { id: number; text: string };
  /** `is_full` is known to the browser alone: a page that is kept has no number of seats (MP10) */
  routes: readonly (Pick<Route, 'id' | 'name' | 'payment_terms'> & { is_full: boolean })[];
};

export function soldPrograms(programs: readonly PeriodProgram[], program_group_id: number): PeriodProgram[] {
  return programs.filter((each) => each.is_active && each.program.program_group.id === program_group_id);
}

/** Staff terms never appear on a school page. */
export function pricesOf({ id, program }: PeriodProgram, routes: readonly Route[]): ProgramPrices {
  return {
    program: { id, text: program.text },
    routes: routes.map((route) => ({
      id: route.id,
      name: route.name,
      is_full: route.seats_left === 0,
      payment_terms: route.payment_terms.filter(({ is_admin_only }) => !is_admin_only),
    })),
  };
}

export const schoolPricesKey = (program_group_id: number, period_id: number | null): readonly unknown[] => [
  'listRoutes',
  'school',
  program_group_id,
  period_id,
];
