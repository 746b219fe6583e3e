import type { PaymentGateway } from '#platform/payments/gateway.ts';

/** Whom a season may pay through. */
export const PROCESSORS = ['sandbox', 'stripe', 'without-keys'] as const;
export type ProcessorName = (typeof PROCESSORS)[number];

/** Whom a season pays through. */
export type SimProcessor = {
  gateway: PaymentGateway;
  /** the cards that families of the season type */
  cards: readonly string[];
  accounts: readonly string[];
  /** after the clock was moved: banks go on, and keys are forgotten after a day */
  letTimePass(): Promise<void>;
  /** what banks, and people at the processor, do of their own accord on a day */
  act(): Promise<void>;
  /** ends what banks have not decided yet */
  decide(): Promise<void>;
  /** so many days the portal may be away at most: the processor keeps its events no longer */
  mostDaysAway: number;
  /** writes what it has done into the tables of the sandbox, where the rules look */
  show(): Promise<void>;
};
