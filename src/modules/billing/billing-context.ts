import type { Clock } from '#platform/clock/clock.ts';
import type { CrashPoint } from '#platform/crash-points.ts';
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
export type BillingContext = {
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
