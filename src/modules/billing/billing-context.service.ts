import { setTimeout as wait } from 'node:timers/promises';
import type { FeeDay } from '#modules/catalog/card-fee.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { neverCrash, type CrashPoint } from '#platform/crash-points.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import type { PaymentGateway } from '#platform/payments/gateway.ts';
import type { Readiness } from '#platform/payments/readiness.ts';
import type { Vault } from '#platform/vault/vault.ts';

type KnownReadiness = { read_at: Date; problems: readonly { what: string; sentence: string }[] };

/** The module of orders listens; each method runs in the event's transaction with the order's row locked. */
export type OrderListener = {
  /** the first charge has succeeded: the seat is kept and a contract number issued; at most once per order */
  onFirstCollected(tx: Tx, order: { id: number; hasAidToConfirm: boolean }): Promise<void>;
  /**
   * at most once, and never after `onFirstCollected`. `wasUnconfirmed`: the family knows of the wait (O10)
   */
  onFirstRefused(tx: Tx, order_id: number, wasUnconfirmed: boolean): Promise<void>;
  /** a later payment changed: the past-due mark of the order may change */
  onPaymentsChanged(tx: Tx, order_id: number): Promise<void>;
};

export type BillingContext = {
  readonly db: Database;
  /** opens the sealed student data of an order */
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
  readonly gateway: PaymentGateway;
  /** of the portal, as families open the portal in browsers; without a slash at the end */
  readonly publicUrl: string;
  /** whether the processor account in use is the account of this database */
  readonly arePaymentsOpen: () => boolean;
  /** MS5 */
  readonly isKindEnabled: (kind: 'card' | 'bank') => boolean;
  readonly knownReadiness: () => KnownReadiness | undefined;
  /** undefined without an account */
  readonly readReadiness: (() => Promise<Readiness>) | undefined;
  readonly identify: (() => Promise<string>) | undefined;
  readonly orderListener: OrderListener;
  readonly crashPoint: CrashPoint;
  /** pauses before a request repeats a call with a lost answer, while the family waits */
  readonly replayDelaysMs: readonly number[];
  readonly answerLimitMs: number;
  readonly wait: (ms: number) => Promise<unknown>;
  readonly collectors: number;
};

type Needed = Pick<
  BillingContext,
  'db' | 'vault' | 'clock' | 'log' | 'gateway' | 'publicUrl' | 'orderListener'
>;

/** Parts left out have the values of production (reliability 4.3). */
export function createBillingContext(parts: Needed & Partial<BillingContext>): BillingContext {
  return {
    identify: undefined,
    isKindEnabled: () => true,
    knownReadiness: () => undefined,
    readReadiness: undefined,
    arePaymentsOpen: () => true,
    crashPoint: neverCrash,
    replayDelaysMs: [500, 1_000, 2_000, 4_000],
    answerLimitMs: 30_000,
    wait,
    // A processor answers in about half a second; each worker holds a single connection at a time.
    collectors: 8,
    ...parts,
  };
}

export type Charging = Pick<BillingContext, 'clock'> & { gateway: Pick<PaymentGateway, 'processor'> };

export const feeDayOf = ({ clock, gateway }: Charging): FeeDay => ({
  today: clock.today(),
  processor: gateway.processor,
});
