import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { aTerm, aPriceList } from '#tests/support/billing/prices.ts';
import { changeDays } from './change-days.ts';

const today = plainDate('2026-04-10');
const span = { today, until: plainDate('2027-06-30') };
const daysOf = (changes: Parameters<typeof aTerm>[0], others = [] as (typeof today)[]) =>
  changeDays([aPriceList({ terms: [aTerm({ scheduled_dt: null, ...changes })] }) as never], span, others);

describe('the days on which two catalogs are compared', () => {
  /** @shows SE5.2 */
  it('are today, the first and the day after the last day of a term, and the days of payments', () => {
    const [from_dt, thru_dt, scheduled_dt] = ['2026-05-01', '2026-08-31', '2026-10-01'].map(plainDate);
    expect(daysOf({ from_dt, thru_dt, scheduled_dt })).toEqual([
      '2026-04-10',
      '2026-05-01',
      // The second half of an aided contract falls due.
      '2026-06-30',
      '2026-09-01',
      '2026-10-01',
    ]);
  });

  /** @shows SE5.2 */
  it('leave out the past, what comes after the season, and terms for staff', () => {
    const days = { from_dt: plainDate('2026-04-01'), thru_dt: plainDate('2027-07-01') };
    expect(daysOf(days)).toEqual(['2026-04-10', '2026-06-30']);
    expect(daysOf({ from_dt: plainDate('2026-05-01'), is_admin_only: true })).toEqual([
      '2026-04-10',
      '2026-06-30',
    ]);
    expect(daysOf({}, [plainDate('2026-05-20')])).toEqual(['2026-04-10', '2026-05-20', '2026-06-30']);
  });
});
