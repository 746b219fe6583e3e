import { setTimeout as wait } from 'node:timers/promises';
import type { FeeDay } from '#modules/catalog/card-fee.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { neverCrash, type CrashPoint } from '#platform/crash-points.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import type { PaymentGateway } from '#platform/payments/gateway.ts';
import type { Readiness } from '#platform/payments/readiness.ts';
import type { Vault } from '#platform/vault/vault.ts';

/** What was read of the account, and what the company has to do at its processor. */
type KnownReadiness = { read_at: Date; problems: readonly { what: string; sentence: string }[] };

/**
 * What happens to payments, as their order has to know it; orders supplies the listener at composition. Each
 * method runs inside the transaction that records the event, with the order's row locked.
 */
export type OrderListener = {
  /** the first charge has succeeded: the seat is kept and a contract number issued; at most once an order */
  onFirstCollected(tx: Tx, order: { id: number; hasAidToConfirm: boolean }): Promise<void>;
  /**
   * the first charge was refused: the seat is released; at most once, and never after `onFirstCollected`.
   * `wasUnconfirmed` when the family was told that the answer was awaited (O10)
   */
  onFirstRefused(tx: Tx, order_id: number, wasUnconfirmed: boolean): Promise<void>;
  /**
   * a later payment was collected, failed, returned, edited or withdrawn: the order may or may no longer be
   * past due
   */
  onPaymentsChanged(tx: Tx, order_id: number): Promise<void>;
};

/** What billing reaches the world through. */
export type BillingContext = {
  readonly db: Database;
  /** opens what an order answers of its student */
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
  readonly gateway: PaymentGateway;
  /** whether this database's account at the processor is the one that answers */
  readonly arePaymentsOpen: () => boolean;
  /** whether the account may take a kind of payment; by what its processor last said (MS5) */
  readonly isKindEnabled: (kind: 'card' | 'bank') => boolean;
  /** what the company has to do at its processor, as last read; undefined where nothing was read */
  readonly knownReadiness: () => KnownReadiness | undefined;
  /** asks the processor what the account may do; undefined where there is no account */
  readonly readReadiness: (() => Promise<Readiness>) | undefined;
  /** asks the processor whose keys these are; undefined where there is no account */
  readonly identify: (() => Promise<string>) | undefined;
  readonly orderListener: OrderListener;
  readonly crashPoint: CrashPoint;
  /** pauses before a lost answer is asked for again, in the request of the family that waits */
  readonly replayDelaysMs: readonly number[];
  /** how long the processor may take to answer */
  readonly answerLimitMs: number;
  readonly wait: (ms: number) => Promise<unknown>;
  /** how many workers collect due payments side by side */
  readonly collectors: number;
};

type Needed = Pick<BillingContext, 'db' | 'vault' | 'clock' | 'log' | 'gateway' | 'orderListener'>;

/** Puts billing together; what is left out is as in production. Source of the figures: reliability 4.3 */
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
    // A processor answers in half a second or so; each worker holds one connection at a time.
    collectors: 8,
    ...parts,
  };
}

/** When it is, and whose cards are charged. */
export type Charging = Pick<BillingContext, 'clock'> & { gateway: Pick<PaymentGateway, 'processor'> };

/** What decides the fee of a card that is charged now. */
export const feeDayOf = ({ clock, gateway }: Charging): FeeDay => ({
  today: clock.today(),
  processor: gateway.processor,
});
