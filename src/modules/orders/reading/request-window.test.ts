import { describe, expect, it } from 'vitest';
import { addDays, plainDate, startOfDayIn, type PlainDate } from '#kit/plain-date.ts';
import { testClock } from '#tests/support/fakes/test-clock.ts';
import { requestBlockReason, type RequestFacts } from './request-window.ts';

const PAID = [{ paid_at: '2021-04-10T14:00:00.000Z' }];
const OPEN = { is_offered: true, is_open: true, cutoff: plainDate('2021-07-10') };
const asked = (changes: Partial<RequestFacts> = {}): RequestFacts => ({
  is_active: true,
  payments: PAID,
  is_made: false,
  window: OPEN,
  ...changes,
});
const onDay = (day: string, changes?: Partial<RequestFacts>) =>
  requestBlockReason(asked(changes), plainDate(day));

function aroundMidnightOf(cutoff: PlainDate): unknown[] {
  const clock = testClock();
  const midnight = startOfDayIn(clock.time_zone, addDays(cutoff, 1)).getTime();
  return [-1, 0].map((ms) => {
    clock.moveTo(new Date(midnight + ms));
    return requestBlockReason(asked({ window: { ...OPEN, cutoff } }), clock.today());
  });
}

describe('a request', () => {
  /** @shows B-347 B-348 */
  it('can be made up to and on the last day of the school year’s cut-off, and not after it', () => {
    expect(['2021-07-09', '2021-07-10', '2021-07-11'].map((day) => onDay(day))).toEqual([null, null, 'over']);
    const reassign = { window: { ...OPEN, cutoff: plainDate('2023-07-10') } };
    expect(['2023-07-10', '2023-07-11'].map((day) => onDay(day, reassign))).toEqual([null, 'over']);
  });

  it.each(['2021-07-10', '2026-03-07', '2026-03-08', '2026-10-31', '2026-11-01'])(
    'counts the whole of %s in company time, also where the clocks change',
    (day) => expect(aroundMidnightOf(plainDate(day))).toEqual([null, 'over']),
  );

  it('never ends where no last day is set', () =>
    expect(onDay('2099-12-31', { window: { ...OPEN, cutoff: null } })).toBeNull());

  it.each([
    ['was made before', { is_made: true }, 'made'],
    ['is about an order that staff made inactive', { is_active: false }, 'inactive'],
    ['is shut, whatever its last day', { window: { ...OPEN, is_open: false } }, 'closed'],
    ['is not offered for the school year', { window: { ...OPEN, is_offered: false } }, 'not_offered'],
    ['is about an order that nothing was paid for', { payments: [{ paid_at: null }] }, 'unpaid'],
    ['is about an order that is free of charge', { payments: [] }, 'unpaid'],
  ] as const)('cannot be made when it %s', (_, changes, blockReason) =>
    expect(onDay('2021-07-01', changes)).toBe(blockReason),
  );
});
