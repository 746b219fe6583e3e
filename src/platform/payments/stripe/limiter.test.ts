import { setImmediate as microtasksDone } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { limiter, LIMITS_OF_MODE, type Limits, sharedBy } from './limiter.ts';

type Asked = { endpoint: string; at: number };
type Line = {
  /** the idle time of the process, in ms; timers due during the stall fire at the end */
  stall?: { from: number; to: number };
  /** how long a question and the answer are on the way, in ms */
  there?: (nth: number) => number;
  back?: (nth: number) => number;
};

/** Asks at the given instants; returns the start and the arrival of each question. */
async function asking(
  limits: Pick<Limits, 'ofEndpoint' | 'overall'>,
  asked: readonly Asked[],
  { stall = { from: 0, to: 0 }, there = () => 0, back = () => 0 }: Line = {},
): Promise<{ begun: number[]; came: number[] }> {
  let now = 0;
  const timers: { at: number; go: () => void }[] = [];
  const at = (ms: number, go: () => void) => {
    timers.push({ at: ms >= stall.from && ms < stall.to ? stall.to : ms, go });
    timers.sort((a, b) => a.at - b.at);
  };
  const wait = (ms: number) => new Promise<void>((resolve) => at(now + ms, resolve));
  const inTurn = limiter(limits, { nowMs: () => now, wait });
  const [starts, came]: [number[], number[]] = [[], []];
  for (const [nth, { endpoint, at: from }] of asked.entries()) {
    const question = async () => {
      starts[nth] = now;
      came[nth] = now + there(nth);
      if (there(nth) + back(nth) > 0) await wait(there(nth) + back(nth));
    };
    at(from, () => void inTurn(endpoint, question));
  }
  for (let next = timers.shift(); next; next = timers.shift()) {
    now = next.at;
    next.go();
    if (timers[0]?.at !== now) await microtasksDone();
  }
  return { begun: starts, came };
}

const begun = async (...given: Parameters<typeof asking>) => (await asking(...given)).begun;

const mostInASecond = (starts: readonly number[]) =>
  Math.max(...starts.map((from) => starts.filter((at) => at >= from && at < from + 1000).length));

const burst = (n: number, endpoint: (nth: number) => string) =>
  Array.from({ length: n }, (_, nth) => ({ endpoint: endpoint(nth), at: 0 }));

const oneKind = (n: number) => burst(n, () => 'charges');

/** @shows MS10.6 */
it.each([1, 2, 3, 20])('%d portals together keep to the limits of the account', (portals) => {
  for (const limits of Object.values(LIMITS_OF_MODE)) {
    const share = sharedBy(portals, limits);
    expect(share.ofEndpoint * portals).toBeLessThanOrEqual(limits.ofEndpoint);
    expect(share.overall * portals).toBeLessThanOrEqual(limits.overall);
    expect(Math.min(share.ofEndpoint, share.overall)).toBeGreaterThanOrEqual(1);
    expect(share.pausesMs).toEqual(limits.pausesMs);
  }
});

/** @shows S19.15 */
describe('questions to the processor', () => {
  it('are begun at once while there are few', async () => {
    expect(await begun(LIMITS_OF_MODE.test, oneKind(20))).toEqual(Array(20).fill(0));
  });

  it('of one endpoint are at most 20 in any second', async () => {
    for (const limits of Object.values(LIMITS_OF_MODE))
      expect(mostInASecond(await begun(limits, oneKind(150)))).toBe(20);
  });

  it('of several endpoints are at most 60 in any second with live keys, and 20 with test keys', async () => {
    const asked = burst(300, (nth) => `endpoint ${nth % 5}`);
    expect(mostInASecond(await begun(LIMITS_OF_MODE.live, asked))).toBe(60);
    expect(mostInASecond(await begun(LIMITS_OF_MODE.test, asked))).toBe(20);
  });

  it('keep to it when they come at odd moments', async () => {
    const asked = Array.from({ length: 200 }, (_, nth) => ({
      endpoint: 'charges',
      at: nth * 7 + (nth % 13),
    }));
    const starts = await begun(
      LIMITS_OF_MODE.test,
      asked.toSorted((a, b) => a.at - b.at),
    );
    expect(mostInASecond(starts)).toBeLessThanOrEqual(20);
  });

  it('keep to it when the process has stood still for a while', async () => {
    const starts = await begun(LIMITS_OF_MODE.live, oneKind(150), {
      stall: { from: 900, to: 1_990 },
    });
    expect(mostInASecond(starts)).toBe(20);
  });

  it('keep to it where they come, however long each is on its way', async () => {
    const uneven = (nth: number) => (nth * 7_919) % 900;
    const { begun: starts, came } = await asking(LIMITS_OF_MODE.test, oneKind(300), {
      there: uneven,
      back: (nth) => uneven(nth + 5) / 4,
    });
    expect(starts.filter(Number.isFinite)).toHaveLength(300);
    expect(mostInASecond(came)).toBeLessThanOrEqual(20);
  });

  it('that fail make room for others', async () => {
    let now = 0;
    const wait = async (ms: number) => void (now += ms);
    const inTurn = limiter(LIMITS_OF_MODE.test, { nowMs: () => now, wait });
    const fail = () => inTurn('charges', () => Promise.reject(new Error('the line is cut')));
    const failed = await Promise.allSettled(Array.from({ length: 20 }, fail));
    expect(failed.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await inTurn('charges', async () => 'answered')).toBe('answered');
  });

  it('are begun in the order in which they came', async () => {
    const starts = await begun(
      LIMITS_OF_MODE.test,
      burst(100, (nth) => `endpoint ${nth % 3}`),
    );
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(starts.at(-1)).toBeLessThan(4_100);
  });

  it('do not wait for those of another endpoint while there is room for all', async () => {
    const starts = await begun(LIMITS_OF_MODE.live, [...oneKind(300), { endpoint: 'customers', at: 1 }]);
    expect(starts.at(-1)).toBe(1);
  });

  it('wait no longer than their own endpoint needs', async () => {
    const of = (endpoint: string, n: number, at: number) =>
      Array.from({ length: n }, () => ({ endpoint, at }));
    const asked = [...of('customers', 20, 0), ...of('charges', 21, 500), ...of('customers', 1, 600)];
    expect((await begun(LIMITS_OF_MODE.live, asked)).at(-1)).toBeLessThan(1_010);
  });
});

/** @shows S25.12 */
describe('a place in the line', () => {
  const LONGEST_MS = 3_000;
  const limited = () =>
    limiter(
      { ofEndpoint: 2, overall: 20, longestWaitMs: LONGEST_MS },
      { nowMs: () => 0, wait: async () => {} },
    );

  it('is kept for as many as would wait no longer than the bound, also before any of them asks', () => {
    const { keepPlace } = limited();
    const places = Array.from({ length: 20 }, () => keepPlace('charges'));
    // Two at once, and two more each second and a half until the bound.
    expect(places.filter((place) => place !== 'busy')).toHaveLength(2 + 4);
    expect(keepPlace('customers')).not.toBe('busy');
  });

  it('that is given back is free for another', () => {
    const { keepPlace } = limited();
    const places = Array.from({ length: 6 }, () => keepPlace('charges'));
    expect(keepPlace('charges')).toBe('busy');
    const [first] = places;
    if (first !== 'busy') first!();
    expect(keepPlace('charges')).not.toBe('busy');
  });

  it('is there for a person however much is collected beside it', async () => {
    let now = 0;
    const wait = async (ms: number) => void (now += ms);
    const inTurn = limiter({ ...LIMITS_OF_MODE.test, longestWaitMs: 1_000 }, { nowMs: () => now, wait });
    const kept: unknown[] = [];
    const work = async () => {
      for (let nth = 0; nth < 50; nth += 1) {
        const place = inTurn.keepPlace('charges');
        kept.push(place);
        if (place !== 'busy') place();
        await inTurn('charges', async () => undefined);
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(kept).toHaveLength(400);
    expect(kept).not.toContain('busy');
  });
});
