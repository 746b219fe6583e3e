import { performance } from 'node:perf_hooks';
import { FairCount } from './fair-count.ts';

/** So many calls at a time keep PostgreSQL and the event loop busy; more of them only wait. */
const CALLS_AT_ONCE = 64;
/** What one network counts at most, or its calls alone would keep everybody else in line (MH5). */
const CALLS_OF_NETWORK = Math.ceil(CALLS_AT_ONCE / 10);
/** Of the time since the last look, how much the event loop was at work. */
const MOST_UTILIZATION = 0.95;

/**
 * How much this process has to do, without a timer of its own: a portal at rest asks little (decision 61).
 */
export class ServerLoad {
  readonly #underWay = new FairCount(CALLS_OF_NETWORK);
  #last = performance.eventLoopUtilization();

  began(network: string): void {
    this.#underWay.add(network);
  }

  ended(network: string): void {
    this.#underWay.remove(network);
  }

  /** Whether a newcomer would only make everybody slower. Looks at the time since it was last asked. */
  isBusy(): boolean {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#last);
    this.#last = now;
    const { total } = this.#underWay;
    return total >= CALLS_AT_ONCE || (utilization > MOST_UTILIZATION && total > CALLS_OF_NETWORK);
  }
}
