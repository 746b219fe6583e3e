import { setTimeout as wait } from 'node:timers/promises';
import { neverCrash } from '#platform/crash-points.ts';
import type { BillingContext } from './billing-context.ts';
type Needed = Pick<BillingContext, 'db' | 'clock' | 'log' | 'gateway' | 'orderListener'>;

/** Puts billing together; what is left out is as in production. Source of the figures: reliability 4.3 */
export function createBillingContext(parts: Needed & Partial<BillingContext>): BillingContext {
  return {
    crashPoint: neverCrash,
    replayDelaysMs: [500, 1_000, 2_000, 4_000],
    answerLimitMs: 30_000,
    wait,
    ...parts,
  };
}
