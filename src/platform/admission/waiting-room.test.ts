import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WaitingRoom, type Visitor } from './waiting-room.ts';

const QUIET = () => false;
const visitor = (id: string, arrived = 0, isAdmitted = false): Visitor => ({ id, arrived, isAdmitted });

/** A room with one place, which `first` has. */
function fullRoom(isBusy: () => boolean = QUIET): WaitingRoom {
  const room = new WaitingRoom({ visitors: 1, isBusy });
  expect(room.enter(visitor('first'), 1_000)).toEqual({ k: 'served' });
  return room;
}

/** @shows H21.4 */
describe('a waiting room', () => {
  it('keeps the place of whoever asks again, and gives up that of whoever does not', () => {
    const room = fullRoom();
    room.enter(visitor('gone', 1_100), 1_100);
    expect(room.enter(visitor('stays', 1_200), 1_200)).toMatchObject({ ahead: 1 });
    for (let now = 10_000; now <= 60_000; now += 10_000) {
      room.enter(visitor('first', 0, true), now);
      room.enter(visitor('stays', 1_200), now);
    }
    expect(room.enter(visitor('stays', 1_200), 60_100)).toMatchObject({ k: 'waits', ahead: 0 });
  });

  it('gives the place of a portal that started anew back by the time of the ticket', () => {
    const room = fullRoom();
    room.enter(visitor('late', 5_000), 5_000);
    expect(room.enter(visitor('early', 2_000), 6_000)).toMatchObject({ ahead: 0 });
    expect(room.enter(visitor('late', 5_000), 6_000)).toMatchObject({ ahead: 1 });
  });

  it('serves whoever was served before, however full and busy it is', () => {
    let isBusy = false;
    const room = fullRoom(() => isBusy);
    isBusy = true;
    expect(room.enter(visitor('back', 0, true), 2_000)).toEqual({ k: 'served' });
    expect(room.counts).toEqual({ inside: 2, waiting: 0 });
  });

  it('calls nobody in while the portal is busy, though it has room', () => {
    let isBusy = true;
    const room = new WaitingRoom({ visitors: 100, isBusy: () => isBusy });
    expect(room.enter(visitor('a', 1_000), 1_000).k).toBe('waits');
    isBusy = false;
    expect(room.enter(visitor('a', 1_000), 2_000).k).toBe('served');
  });

  it('says how long it takes once some have been called in', () => {
    const room = fullRoom();
    expect(room.enter(visitor('a', 1_001), 1_001)).toMatchObject({ wait_s: null });
    room.enter(visitor('b', 1_002), 1_002);
    for (const now of [15_000, 30_000]) for (const id of ['a', 'b']) room.enter(visitor(id, 1_001), now);
    // "first" is away since half a minute, so "a" was called in; "b" is next.
    expect(room.enter(visitor('a', 1_001), 32_000).k).toBe('served');
    expect(room.enter(visitor('b', 1_002), 32_000)).toMatchObject({ ahead: 0, wait_s: 10 });
  });

  it('is full with fifty thousand', () => {
    const room = fullRoom();
    for (let n = 0; n < 50_000; n += 1) room.enter(visitor(`v${n}`, 1_000 + n), 1_001);
    expect(room.enter(visitor('one more', 60_000), 1_001)).toEqual({ k: 'full' });
    expect(room.enter(visitor('v49999', 50_999), 1_001)).toMatchObject({ ahead: 49_999 });
  });

  it('never serves more newcomers than it has places, nor one before an earlier one who asks', () => {
    const steps = fc.array(fc.record({ who: fc.nat(30), after: fc.nat(4_000) }), { maxLength: 300 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 5 }), (played, visitors) => {
        const room = new WaitingRoom({ visitors, isBusy: QUIET });
        const arrived = new Map<number, number>();
        const [heard, served] = [new Map<number, number>(), new Set<number>()];
        let now = 1_000;
        for (const { who, after } of played) {
          now += after;
          if (!arrived.has(who)) arrived.set(who, now);
          const mayHaveLeft = now - (heard.get(who) ?? now) >= 45_000;
          const place = room.enter(visitor(String(who), arrived.get(who)!), now);
          heard.set(who, now);
          if (place.k === 'served') served.add(who);
          else if (place.k === 'waits' && !mayHaveLeft)
            expect(place.ahead).toBeLessThanOrEqual(
              [...arrived].filter(([id, at]) => id !== who && at <= arrived.get(who)!).length,
            );
          expect(room.counts.inside).toBeLessThanOrEqual(visitors);
        }
      }),
    );
  });
});
