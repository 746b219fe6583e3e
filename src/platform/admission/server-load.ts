import { performance } from 'node:perf_hooks';
import { FairCount } from './fair-count.ts';

/** This many calls keep PostgreSQL and the event loop busy; further calls only wait. */
const CALLS_AT_ONCE = 64;
/** The most calls counted for a network: otherwise a network alone would keep everybody in line (MH5). */
const CALLS_OF_NETWORK = Math.ceil(CALLS_AT_ONCE / 10);
const MOST_UTILIZATION = 0.95;

/** Needs no timer, because a portal at rest needs little (decision 61). */
export class ServerLoad {
  readonly #underWay = new FairCount(CALLS_OF_NETWORK);
  #last = performance.eventLoopUtilization();

  began(network: string): void {
    this.#underWay.add(network);
  }

  ended(network: string): void {
    this.#underWay.remove(network);
  }

  /** Measures the time since the last call. */
  isBusy(): boolean {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#last);
    this.#last = now;
    const { total } = this.#underWay;
    return total >= CALLS_AT_ONCE || (utilization > MOST_UTILIZATION && total > CALLS_OF_NETWORK);
  }
}
