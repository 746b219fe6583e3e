import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '#platform/clock/clock.ts';
import { neverCrash, type CrashPoint } from '#platform/crash-points.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import type { PaymentGateway } from '#platform/payments/gateway.ts';

/**
 * What the result of an order's first charge means for the order: the seat kept and a contract number
 * issued, or the seat given back. Orders supplies it at composition; both run inside the transaction that
 * records the outcome, with the order's row locked, and at most one of them once an order.
 */
export type FirstChargeListener = {
  onCollected(tx: Tx, order_id: number): Promise<void>;
  onRefused(tx: Tx, order_id: number): Promise<void>;
};

/** What billing reaches the world through. */
export type Billing = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly gateway: PaymentGateway;
  readonly firstCharge: FirstChargeListener;
  readonly crashPoint: CrashPoint;
  /** pauses before a lost answer is asked for again, in the request of the family that waits */
  readonly replayDelaysMs: readonly number[];
  /** how long the processor may take to answer */
  readonly answerLimitMs: number;
  readonly wait: (ms: number) => Promise<unknown>;
};

type Needed = Pick<Billing, 'db' | 'clock' | 'log' | 'gateway' | 'firstCharge'>;

/** Puts billing together; what is left out is as in production. Source of the figures: reliability 4.3 */
export function createBilling(parts: Needed & Partial<Billing>): Billing {
  return {
    crashPoint: neverCrash,
    replayDelaysMs: [500, 1_000, 2_000, 4_000],
    answerLimitMs: 30_000,
    wait,
    ...parts,
  };
}
