import { AID_MUTANTS } from './aid-mutants.ts';
import { AMENDMENT_MUTANTS } from './amendment-mutants.ts';
import { BOOKS_MUTANTS } from './books-mutants.ts';
import { CHARGE_MUTANTS } from './charge-mutants.ts';
import { EVENT_MUTANTS } from './event-mutants.ts';
import { FEE_MUTANTS } from './fee-mutants.ts';
import { LATER_PAYMENT_MUTANTS } from './later-payment-mutants.ts';
import { ORDER_MUTANTS } from './order-mutants.ts';
import { REFUND_MUTANTS } from './refund-mutants.ts';
import type { Mutation } from './mutation.ts';

/** A fault that a change might introduce one day, and what notices it. */
export type Mutant = {
  name: string;
  /** what the portal would do */
  what: string;
  mutation: Mutation;
  /** the second guard that hides the bug, if there is one; without that guard the bug is caught */
  mask?: { guard: string; without: Mutation };
  /**
   * a seed that has caught it; the tests try it first, as any change of the portal's steps may move what a
   * seed plays
   */
  seed: number;
};

export const MUTANTS: readonly Mutant[] = [
  ...ORDER_MUTANTS,
  ...CHARGE_MUTANTS,
  ...EVENT_MUTANTS,
  ...LATER_PAYMENT_MUTANTS,
  ...REFUND_MUTANTS,
  ...AID_MUTANTS,
  ...FEE_MUTANTS,
  ...AMENDMENT_MUTANTS,
  ...BOOKS_MUTANTS,
];
