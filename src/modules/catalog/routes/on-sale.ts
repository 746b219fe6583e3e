import type { PlainDate } from '#kit/plain-date.ts';
import type { RouteForSale, TermForSale } from './route-for-sale.ts';

type Window = Pick<TermForSale, 'from_dt' | 'thru_dt' | 'is_admin_only'>;

const hasBegun = ({ from_dt }: Window, today: PlainDate) => from_dt === null || from_dt <= today;
export const hasEnded = ({ thru_dt }: Pick<Window, 'thru_dt'>, today: PlainDate) =>
  thru_dt !== null && thru_dt < today;

/** Whether a family may choose a payment term today, where no cheaper one takes its place (T7). */
export const isOpenToFamilies = (term: Window, today: PlainDate): boolean =>
  !term.is_admin_only && hasBegun(term, today) && !hasEnded(term, today);

type Sold = Pick<RouteForSale, 'program_group' | 'period_program_group' | 'period_program' | 'period'>;

/** Whether the school and the program of a route are open, in the school's current period (O1). */
export const isProgramOpen = ({ program_group, period_program_group, period_program }: Sold): boolean =>
  program_group.is_active && period_program_group?.is_active === true && period_program.is_active;

export const isCurrent = ({ period, program_group }: Sold): boolean =>
  period.id === program_group.current_period_id;

/** Whether a family may sign for a route today, while it has a seat (O1, T7). */
export const isOnSale = (sale: RouteForSale, today: PlainDate): boolean =>
  isCurrent(sale) &&
  isProgramOpen(sale) &&
  sale.route.is_active &&
  sale.terms.some((term) => isOpenToFamilies(term, today));
