import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import { chooseMethod, onFourPayments, untilDay } from '#tests/support/app/payment-days.ts';
import { sessionOf } from '#tests/support/app/people.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { TEST_CARDS } from '#tests/support/billing/test-instruments.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let shop: SeasonApp;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
  staff = await aStaffMember(shop.app, shop.context.db);
  const paying = await onFourPayments(shop, aCard());
  await onFourPayments(shop, aCard());
  await chooseMethod(shop, paying, 'card', TEST_CARDS.declinesCharges);
  // The last try of a declined charge is over, and later payments are not due yet.
  await untilDay(shop, addDays(paying.due[1]!, 12));
});
afterAll(() => shop.close());

const read = async (path: string) => (await (await sessionOf(shop.app, staff)).call('GET', path)).items[0];

describe('what the season report has past due', () => {
  /** @shows RP2.5 */
  it.each(['by=school', 'by=route', 'by=school&second=route'])(
    'leads to exactly these payments in the list of what is owed: %s',
    async (query) => {
      const { rows, total } = await read(`/admin/reports/season?${query}`);
      expect(total.past_due_cents).toBeGreaterThan(0);
      for (const row of [total, ...rows, ...rows.flatMap(({ parts }: { parts: object[] }) => parts)]) {
        const { sums } = await read(`/admin/owed?${row.owed}`);
        expect([row.owed, sums.amount_cents]).toEqual([row.owed, row.past_due_cents]);
      }
    },
  );

  /** @shows RP2.5 */
  it('leads nowhere of a day over, and of a grouping by which that list is not filtered', async () => {
    const yesterday = addDays(shop.context.clock.today(), -1);
    const { rows, total } = await read(`/admin/reports/season?as_of=${yesterday}`);
    expect([total.owed, rows[0].owed]).toEqual([undefined, undefined]);
    const byTerm = await read('/admin/reports/season?by=term&second=school');
    expect([byTerm.rows[0].owed, byTerm.rows[0].parts[0].owed]).toEqual([undefined, undefined]);
  });
});
