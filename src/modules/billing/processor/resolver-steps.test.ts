import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#kit/durations.ts';
import { absentCountsFrom, claimChanges, nextStep } from './resolver-steps.ts';

const NOW = new Date('2026-04-10T14:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const inMs = (ms: number) => new Date(NOW.getTime() + ms);
const known = { now: NOW, idemHours: 24 };

describe('what the resolver does next', () => {
  it('is to send what was written down and never sent', () => {
    expect(nextStep({ state: 'created', first_sent_at: null, replays: 0 }, known)).toBe('send');
  });

  it('is to send again with the same key, up to an hour before the processor forgets it', () => {
    const sent = { state: 'unknown', replays: 0 };
    expect(nextStep({ ...sent, first_sent_at: NOW }, known)).toBe('replay');
    expect(nextStep({ ...sent, first_sent_at: ago(23 * HOUR_MS - 1) }, known)).toBe('replay');
    expect(nextStep({ ...sent, first_sent_at: ago(23 * HOUR_MS) }, known)).toBe('look_up');
  });

  it('is to send again four times, then only to look', () => {
    const steps = [0, 1, 2, 3, 4, 5].map((replays) =>
      nextStep({ state: 'sent', first_sent_at: ago(MINUTE_MS), replays }, known),
    );
    expect(steps).toEqual(['replay', 'replay', 'replay', 'replay', 'look_up', 'look_up']);
  });

  /** @shows S16.8 */
  it('is only to look at what waits for its payer, and again two minutes later', () => {
    const waiting = { state: 'action', first_sent_at: ago(MINUTE_MS), replays: 0 };
    expect(nextStep(waiting, known)).toBe('look_up');
    expect(claimChanges('look_up', waiting, NOW)).toEqual({ lease_until: inMs(2 * MINUTE_MS) });
  });

  it('is never to send again where the processor remembers keys for an hour or less', () => {
    const sent = { state: 'unknown', first_sent_at: ago(1), replays: 0 };
    expect(nextStep(sent, { now: NOW, idemHours: 1 })).toBe('look_up');
  });

  it('never sends what was sent before as if it were new, whatever happened', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('sent', 'unknown'),
        fc.integer({ min: 0, max: 100 * HOUR_MS }),
        fc.nat({ max: 10 }),
        (state, ms, replays) => {
          const step = nextStep({ state, first_sent_at: ago(ms), replays }, known);
          expect(step).toBe(ms < 23 * HOUR_MS && replays < 4 ? 'replay' : 'look_up');
        },
      ),
    );
  });
});

describe('what is written down before the processor is asked', () => {
  it('is for a first sending that it was sent, and a lease of five minutes', () => {
    expect(claimChanges('send', { state: 'unknown', replays: 0 }, NOW)).toEqual({
      state: 'sent',
      first_sent_at: NOW,
      last_sent_at: NOW,
      lease_until: inMs(5 * MINUTE_MS),
    });
  });

  it('is for each replay one more, and a longer lease: 5 minutes, 20, an hour, an hour', () => {
    const leases = [0, 1, 2, 3].map((replays) => claimChanges('replay', { state: 'unknown', replays }, NOW));
    expect(leases).toEqual([
      { replays: 1, last_sent_at: NOW, lease_until: inMs(5 * MINUTE_MS) },
      { replays: 2, last_sent_at: NOW, lease_until: inMs(20 * MINUTE_MS) },
      { replays: 3, last_sent_at: NOW, lease_until: inMs(HOUR_MS) },
      { replays: 4, last_sent_at: NOW, lease_until: inMs(HOUR_MS) },
    ]);
  });

  it('is for a look-up its lease of ten minutes alone: nothing was sent', () => {
    expect(claimChanges('look_up', { state: 'unknown', replays: 4 }, NOW)).toEqual({
      lease_until: inMs(10 * MINUTE_MS),
    });
  });

  it('is a lease that ends after now in every case, so that no second one takes it up meanwhile', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('send' as const, 'replay' as const, 'look_up' as const),
        fc.nat({ max: 20 }),
        (step, replays) => {
          expect(
            claimChanges(step, { state: 'unknown', replays }, NOW).lease_until.getTime(),
          ).toBeGreaterThan(NOW.getTime());
        },
      ),
    );
  });
});

describe('a look-up that finds nothing', () => {
  it('counts an hour after the last sending, as that one may still be on its way', () => {
    expect(absentCountsFrom(NOW)).toEqual(inMs(HOUR_MS));
  });
});
