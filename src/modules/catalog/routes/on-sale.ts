import type { PlainDate } from '#kit/plain-date.ts';
import type { RouteForSale, TermForSale } from './route-for-sale.ts';

type Window = Pick<TermForSale, 'from_dt' | 'thru_dt' | 'is_admin_only'>;

const hasBegun = ({ from_dt }: Window, today: PlainDate) => from_dt === null || from_dt <= today;
export const hasEnded = ({ thru_dt }: Pick<Window, 'thru_dt'>, today: PlainDate) =>
  thru_dt !== null && thru_dt < today;

/** Ignores a cheaper term of the same type (T7). */
export const isOpenToFamilies = (term: Window, today: PlainDate): boolean =>
  !term.is_admin_only && hasBegun(term, today) && !hasEnded(term, today);

type Sold = Pick<RouteForSale, 'program_group' | 'period_program_group' | 'period_program' | 'period'>;

/** O1; does not check the current period, see `isCurrent`. */
export const isProgramOpen = ({ program_group, period_program_group, period_program }: Sold): boolean =>
  program_group.is_active && period_program_group?.is_active === true && period_program.is_active;

export const isCurrent = ({ period, program_group }: Sold): boolean =>
  period.id === program_group.current_period_id;

/** True if a family may sign for the route today, given a free seat (O1, T7). */
export const isOnSale = (sale: RouteForSale, today: PlainDate): boolean =>
  isCurrent(sale) &&
  isProgramOpen(sale) &&
  sale.route.is_active &&
  sale.terms.some((term) => isOpenToFamilies(term, today));
