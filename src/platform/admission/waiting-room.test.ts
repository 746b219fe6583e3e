import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WaitingRoom, type Visitor } from './waiting-room.ts';

const QUIET = () => false;
const visitor = (id: string, arrived = 0, changes: Partial<Visitor> = {}): Visitor => ({
  id,
  network: `network of ${id}`,
  arrived,
  isAdmitted: false,
  acts: true,
  isProved: true,
  ...changes,
});
const back = (id: string) => visitor(id, 0, { isAdmitted: true });
const asks = (id: string, arrived = 0, changes: Partial<Visitor> = {}) =>
  visitor(id, arrived, { acts: false, ...changes });
const ofOne = (id: string, arrived = 0, changes: Partial<Visitor> = {}) =>
  visitor(id, arrived, { network: 'one', ...changes });

function fullRoom(isBusy: () => boolean = QUIET): WaitingRoom {
  const room = new WaitingRoom({ visitors: 1, isBusy });
  expect(room.enter(visitor('first'), 1_000)).toEqual({ k: 'served' });
  return room;
}

/** @shows H21.4 */
describe('a waiting room', () => {
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
    expect(room.enter(back('back'), 2_000)).toEqual({ k: 'served' });
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
    // "first" has been away for half a minute: "a" was called in, and "b" is next.
    expect(room.enter(visitor('a', 1_001), 32_000).k).toBe('served');
    expect(room.enter(visitor('b', 1_002), 32_000)).toMatchObject({ ahead: 0, wait_s: 10 });
  });

  it('is full with fifty thousand', () => {
    const room = fullRoom();
    for (let n = 0; n < 50_000; n += 1) room.enter(visitor(`v${n}`, 1_000 + n), 1_001);
    expect(room.enter(visitor('one more', 60_000), 1_001)).toEqual({ k: 'full' });
    expect(room.enter(visitor('v49999', 50_999), 1_001)).toMatchObject({ ahead: 49_999 });
  });

  it('serves no more newcomers than it or a network has places, and none before an earlier one', () => {
    const steps = fc.array(fc.record({ who: fc.nat(30), after: fc.nat(4_000), acts: fc.boolean() }), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 25 }), (played, visitors) => {
        const room = new WaitingRoom({ visitors, isBusy: QUIET });
        const networkOf = (who: number) => `n${who % 6}`;
        const arrived = new Map<number, number>();
        const heard = new Map<number, number>();
        let now = 1_000;
        for (const { who, after, acts } of played) {
          now += after;
          if (!arrived.has(who)) arrived.set(who, now);
          const mayHaveLeft = now - (heard.get(who) ?? now) >= 30_000;
          const network = networkOf(who);
          const place = room.enter(visitor(String(who), arrived.get(who)!, { network, acts }), now);
          heard.set(who, now);
          const ofNetwork = [...arrived.keys()].filter((id) => networkOf(id) === network).length;
          const earlier = [...arrived].filter(([id, at]) => id !== who && at <= arrived.get(who)!).length;
          // Beyond the share, a network waits behind the whole line (decision 118).
          const mostAhead =
            ofNetwork > Math.ceil(visitors / 10) ? Math.max(earlier, room.counts.waiting - 1) : earlier;
          if (place.k === 'waits' && !mayHaveLeft) expect(place.ahead).toBeLessThanOrEqual(mostAhead);
          expect(room.counts.inside).toBeLessThanOrEqual(Math.min(visitors, 6 * Math.ceil(visitors / 10)));
        }
      }),
    );
  });
});

/** @shows MH5.1 */
describe('visitors of one network', () => {
  it('have a tenth of the places, and then wait behind each other and before nobody else', () => {
    const room = new WaitingRoom({ visitors: 20, isBusy: QUIET });
    const come = (count: number, now: number) =>
      Array.from({ length: count }, (_, nr) => room.enter(ofOne(`one ${nr}`, now + nr), now).k);
    expect(come(998, 1_000).filter((k) => k === 'served')).toHaveLength(2);
    for (let nr = 0; nr < 18; nr += 1) expect(room.enter(visitor(`family ${nr}`), 2_000).k).toBe('served');
    // The room is full: no visitor from before 2,000 is ahead of this family.
    expect(room.enter(visitor('family', 3_000), 3_000)).toMatchObject({ ahead: 0 });
    expect(room.enter(ofOne('one 2', 1_002), 3_100)).toMatchObject({ ahead: 1 });
    expect(room.enter(ofOne('one 3', 1_003), 3_100)).toMatchObject({ ahead: 2 });
  });

  it('move up when one of theirs leaves, in the order in which they came', () => {
    const room = new WaitingRoom({ visitors: 10, isBusy: QUIET });
    for (const [nr, id] of ['a', 'b', 'c'].entries()) room.enter(ofOne(id, nr), 1_000);
    for (let now = 10_000; now <= 40_000; now += 10_000)
      for (const [nr, id] of ['b', 'c'].entries()) room.enter(ofOne(id, 1 + nr), now);
    expect(room.enter(ofOne('c', 2), 41_000).k).toBe('waits');
    expect(room.enter(ofOne('b', 1), 41_000).k).toBe('served');
  });

  it('stand in the order in which they came, whoever of them asks first after a restart', () => {
    const room = fullRoom();
    room.enter(ofOne('late', 5_000), 5_000);
    expect(room.enter(ofOne('early', 2_000), 6_000)).toMatchObject({ ahead: 0 });
    expect(room.enter(ofOne('late', 5_000), 6_100)).toMatchObject({ ahead: 1 });
  });

  it('who were served and come back all at once leave the other places to others', () => {
    const room = new WaitingRoom({ visitors: 20, isBusy: QUIET });
    for (let nr = 0; nr < 500; nr += 1)
      expect(room.enter(ofOne(`back ${nr}`, 0, { isAdmitted: true }), 1_000).k).toBe('served');
    for (let nr = 0; nr < 18; nr += 1) expect(room.enter(visitor(`family ${nr}`), 2_000).k).toBe('served');
    expect(room.enter(visitor('one more'), 2_000).k).toBe('waits');
    expect(room.enter(ofOne('new'), 2_000).k).toBe('waits');
  });

  it('fill a tenth of the line', () => {
    const room = fullRoom();
    for (let nr = 0; nr < 5_000; nr += 1) expect(room.enter(ofOne(`v${nr}`, nr), 1_001).k).toBe('waits');
    expect(room.enter(ofOne('one more', 5_001), 1_001)).toEqual({ k: 'full' });
    expect(room.enter(visitor('family', 5_002), 1_001).k).toBe('waits');
  });
});

/** @shows MH5.2 */
describe('a turn', () => {
  it('that is asked for and not used ends after ten seconds, however often it is asked for', () => {
    const room = new WaitingRoom({ visitors: 1, isBusy: QUIET });
    expect(room.enter(asks('idle'), 1_000).k).toBe('served');
    expect(room.enter(visitor('family', 1_100), 1_100).k).toBe('waits');
    for (let now = 2_000; now < 11_000; now += 1_000) expect(room.enter(asks('idle'), now).k).toBe('served');
    expect(room.enter(visitor('family', 1_100), 11_000).k).toBe('served');
    expect(room.enter(asks('idle'), 11_300).k).toBe('waits');
  });

  it('of whoever waited is kept for half a minute, and for ten seconds once they have come', () => {
    const room = fullRoom();
    for (const now of [1_100, 15_000, 30_900]) room.enter(asks('waits', 1_100), now);
    // "first" is away: the turn belongs to the waiting visitor, and to nobody else meanwhile.
    expect(room.enter(visitor('family', 31_100), 31_100).k).toBe('waits');
    expect(room.enter(asks('waits', 1_100), 50_000).k).toBe('served');
    expect(room.enter(visitor('family', 31_100), 59_000).k).toBe('waits');
    expect(room.enter(visitor('family', 31_100), 60_100).k).toBe('served');
  });

  it('that was used is not kept by asking', () => {
    const room = fullRoom();
    for (let now = 10_000; now <= 40_000; now += 10_000) {
      room.enter(asks('first', 0), now);
      room.enter(visitor('family', 10_000), now);
    }
    expect(room.enter(visitor('family', 10_000), 41_000).k).toBe('served');
  });
});

/** @shows MH5.4 */
describe('a place in the line', () => {
  it('is kept by asking again, and ends when it was not asked for during a minute', () => {
    const room = fullRoom();
    room.enter(visitor('gone', 1_100), 1_100);
    expect(room.enter(visitor('stays', 1_200), 1_200)).toMatchObject({ ahead: 1 });
    for (let now = 10_000; now <= 60_000; now += 10_000) {
      room.enter(back('first'), now);
      expect(room.enter(visitor('stays', 1_200), now)).toMatchObject({ ahead: 1 });
    }
    expect(room.enter(visitor('stays', 1_200), 61_200)).toMatchObject({ k: 'waits', ahead: 0 });
    expect(room.counts.waiting).toBe(1);
  });
});

/** @shows MH5.6 */
describe('a place without proof of work', () => {
  const unproved = { isProved: false };

  it('counts as two minutes later, and from the proof on as what it is', () => {
    const room = fullRoom();
    room.enter(visitor('a', 2_000, unproved), 2_000);
    room.enter(visitor('b', 3_000), 3_000);
    expect(room.enter(visitor('a', 2_000, unproved), 3_100)).toMatchObject({ ahead: 1, arrived: 2_000 });
    expect(room.enter(visitor('c', 121_999), 3_200)).toMatchObject({ ahead: 1 });
    expect(room.enter(visitor('d', 122_001), 3_300)).toMatchObject({ ahead: 3 });
    expect(room.enter(visitor('a', 2_000), 3_400)).toMatchObject({ ahead: 0 });
  });

  it('is served in the end', () => {
    const room = fullRoom();
    for (let now = 2_000; now < 32_000; now += 5_000) room.enter(visitor('a', 2_000, unproved), now);
    expect(room.enter(visitor('a', 2_000, unproved), 32_000).k).toBe('served');
  });

  it('makes room in the line for one of its network who has shown it', () => {
    const room = new WaitingRoom({ visitors: 10, isBusy: QUIET });
    for (let nr = 0; nr < 9; nr += 1) room.enter(visitor(`family ${nr}`), 1_000);
    room.enter(visitor('tenth'), 1_000);
    room.enter(ofOne('unproved', 1_100, unproved), 1_100);
    expect(room.enter(visitor('other', 1_200), 1_200)).toMatchObject({ ahead: 0 });
    expect(room.enter(ofOne('proved', 1_150), 1_300)).toMatchObject({ ahead: 0 });
    expect(room.enter(ofOne('unproved', 1_100, unproved), 1_400)).toMatchObject({ ahead: 2 });
  });
});
