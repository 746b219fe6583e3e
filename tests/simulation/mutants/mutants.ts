import { MONEY_BUGS } from './charge-mutants.ts';
import { LATER_BUGS } from './later-payment-mutants.ts';
import { ORDER_BUGS } from './order-mutants.ts';
import { REFUND_BUGS } from './refund-mutants.ts';
import type { Plant } from './mutation.ts';

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
