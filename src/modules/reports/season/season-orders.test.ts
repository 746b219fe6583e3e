import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import { drawOrders } from '#tests/support/app/drawn-orders.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { SEASON_GROUPINGS } from './season-groupings.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let shop: SeasonApp;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
  staff = await aStaffMember(shop.app, shop.context.db);
  await drawOrders(shop, 0.31);
});
afterAll(() => shop.close());

describe('the season report', () => {
  /** @shows RP2.5 */
  it('leads from each number of contracts to the orders that were counted', async () => {
    const day = addDays(shop.context.clock.today(), -20);
    for (const query of [
      ...SEASON_GROUPINGS.map((by) => `by=${by}`),
      'by=school&second=month',
      'by=payment_type&second=route',
      `by=term&second=program&as_of=${day}`,
    ]) {
      const { rows, total } = (await staff.call('GET', `/admin/reports/season?${query}`)).items[0];
      const counted = [total, ...rows, ...rows.flatMap(({ parts }: { parts: object[] }) => parts)];
      expect(counted.length).toBeGreaterThan(1);
      for (const { contracts, ended, orders } of counted) {
        const listed = await staff.call('GET', `/admin/orders?${orders.contracts}`);
        const listedEnded = await staff.call('GET', `/admin/orders?${orders.ended}`);
        expect([query, orders, listed.items[0].total, listedEnded.items[0].total]).toEqual([
          query,
          orders,
          contracts,
          ended,
        ]);
      }
      expect(total.ended).toBeGreaterThan(0);
    }
  });
});
