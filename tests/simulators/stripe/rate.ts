import type { Request } from './checks.ts';

const SECOND_MS = 1_000;

/** When calls came, by this process's own time, and how many of them an account takes in a second. */
export class Rate {
  /** how many calls are taken in any second; what comes beyond that is refused and does not count */
  limit = Infinity;
  private readonly taken: number[] = [];
  private readonly came: { call: string; at: number }[] = [];

  /** Notes that a call has come. @returns whether it is one too many */
  refuses({ verb, path }: Pick<Request, 'verb' | 'path'>): boolean {
    const at = performance.now();
    this.came.push({ call: `${verb} ${path}`, at });
    while (this.taken.length > 0 && this.taken[0]! <= at - SECOND_MS) this.taken.shift();
    if (this.taken.length >= this.limit) return true;
    this.taken.push(at);
    return false;
  }

  /**
   * The most calls that came in any second, wherever it begins, the refused ones too.
   * @param calls  which: part of `POST /v1/refunds`
   */
  mostInASecond(calls = ''): number {
    const times = this.came.filter(({ call }) => call.includes(calls)).map(({ at }) => at);
    let [most, first] = [0, 0];
    for (const [last, at] of times.entries()) {
      while (times[first]! <= at - SECOND_MS) first += 1;
      most = Math.max(most, last - first + 1);
    }
    return most;
  }

  /** As if it had not been called for a while. */
  forget(): void {
    this.came.length = 0;
    this.taken.length = 0;
  }
}
