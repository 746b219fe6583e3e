import { performance } from 'node:perf_hooks';

/** So many calls at a time keep PostgreSQL and the event loop busy; more of them only wait. */
const CALLS_AT_ONCE = 64;
/** Of the time since the last look, how much the event loop was at work. */
const MOST_UTILIZATION = 0.95;

/**
 * How much this process has to do, without a timer of its own: a portal at rest asks little (decision 61).
 */
export class ServerLoad {
  #underWay = 0;
  #last = performance.eventLoopUtilization();

  began(): void {
    this.#underWay += 1;
  }

  ended(): void {
    this.#underWay -= 1;
  }

  /** Whether a newcomer would only make everybody slower. Looks at the time since it was last asked. */
  isBusy(): boolean {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#last);
    this.#last = now;
    return this.#underWay >= CALLS_AT_ONCE || (utilization > MOST_UTILIZATION && this.#underWay > 0);
  }
}
