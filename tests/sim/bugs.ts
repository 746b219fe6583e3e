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
  /**
   * a seed that has caught it; the tests try it first, as any change of the portal's steps may move what a
   * seed plays
   */
  seed: number;
};

export const BUGS: readonly Bug[] = [...ORDER_BUGS, ...MONEY_BUGS, ...LATER_BUGS, ...REFUND_BUGS];
