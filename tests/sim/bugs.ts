import { MONEY_BUGS } from './bugs-of-charges.ts';
import { LATER_BUGS } from './bugs-of-later-payments.ts';
import { ORDER_BUGS } from './bugs-of-orders.ts';
import { REFUND_BUGS } from './bugs-of-refunds.ts';
import type { Plant } from './plant.ts';

/** A fault that somebody might build in one day, and what notices it. */
export type Bug = {
  name: string;
  /** what the portal would do */
  what: string;
  plant: Plant;
  /** the second guard, where one hides the bug: alone it harms nobody, and without that guard it is caught */
  mask?: { guard: string; without: Plant };
  /** seeds that catch it, for the test command; the first does by itself */
  seeds: readonly number[];
};

export const BUGS: readonly Bug[] = [...ORDER_BUGS, ...MONEY_BUGS, ...LATER_BUGS, ...REFUND_BUGS];
