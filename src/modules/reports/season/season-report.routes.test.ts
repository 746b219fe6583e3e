import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { strFromU8, unzipSync } from 'fflate';
import { addDays } from '#kit/plain-date.ts';
import {
  chooseMethod,
  onFourPayments,
  untilDay,
  type PayingFamily,
} from '#tests/support/app/payment-days.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { staffPaymentsOf } from '#tests/support/app/staff-payments.ts';
import { sessionOf } from '#tests/support/app/people.ts';

vi.setConfig({ testTimeout: 60_000 });

let shop: SeasonApp;
let staff: StaffMember;
let family: PayingFamily;
beforeAll(async () => {
  shop = await openSeasonApp();
  shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
  staff = await aStaffMember(shop.app, shop.context.db);
  family = await onFourPayments(shop, aCard());
}, 60_000);
afterAll(() => shop.close());

const report = async (query = '') => {
  const again = await sessionOf(shop.app, staff);
  const { status, items, errors } = await again.call('GET', `/admin/reports/season${query}`);
  return status === 200 ? items[0] : { status, errors };
};

describe('the season report', () => {
  /** @shows RP2.1 */
  it('has a row for each school with a contract, and a total', async () => {
    const { rows, total, season } = await report();
    expect(season.text).toMatch(/^\d{4}/);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      contracts: 1,
      principal_cents: 450_000,
      billed_cents: 450_000,
      collected_cents: 120_000,
      outstanding_cents: 330_000,
      surcharges_cents: 3_600,
      net_received_cents: 123_600,
    });
    expect(total).toMatchObject({ contracts: 1, billed_cents: 450_000 });
  });

  /** @shows RP2.1 */
  it.each(['school', 'program', 'route', 'term', 'payment_type', 'month'])(
    'groups by %s and folds another grouping in, with names and the same total',
    async (by) => {
      const second = by === 'month' ? 'school' : 'month';
      const { rows, total } = await report(`?by=${by}&second=${second}`);
      expect(rows[0].text).toMatch(/[A-Za-z0-9]/);
      expect(rows[0].text).not.toMatch(/^\d+$/);
      expect(rows[0].parts).toHaveLength(1);
      expect(rows[0].parts[0].billed_cents).toBe(total.billed_cents);
    },
  );

  /** @shows RP2.3 */
  it('repeats of a past day what was known then, after payments, a moved day and the end', async () => {
    const first = shop.context.clock.today();
    const signed = await report(`?as_of=${first}`);
    const [, second, third] = family.due;
    await untilDay(shop, addDays(second!, 1));
    const afterSecond = await report();
    expect(afterSecond.total).toMatchObject({ collected_cents: 230_000, past_due_cents: 0 });
    shop.context.clock.moveToDay(addDays(second!, 2), 10);
    await chooseMethod(shop, family, 'card', TEST_CARDS.declinesCharges);
    const office = await staffPaymentsOf(shop, staff, family.order_id);
    await office.edit(3, { received_by: 'paymentTypeCheck', received: 500, reference: '1001' });
    await untilDay(shop, addDays(third!, 2));
    const late = shop.context.clock.today();
    const pastDue = await report();
    expect(pastDue.total).toMatchObject({ collected_cents: 280_000, past_due_cents: 60_000 });
    shop.context.clock.moveToDay(addDays(late, 1), 10);
    await chooseMethod(shop, family, 'card', TEST_CARDS.good);
    const again = await staffPaymentsOf(shop, staff, family.order_id);
    await again.edit(3, { pay_on: addDays(late, 20) });
    expect((await report()).total.past_due_cents).toBe(0);
    shop.context.clock.moveToDay(addDays(late, 2), 10);
    const ending = await sessionOf(shop.app, staff);
    await ending.call('POST', `/order/${family.order_id}/cancel`, { reason: 'They moved away.' });
    expect((await report()).total).toMatchObject({
      ended: 1,
      cancelled_cents: 170_000,
      billed_cents: 280_000,
      outstanding_cents: 0,
    });
    // What is owed is known as of today alone, so no total of a day over leads there.
    const known = ({ total }: { total: object }) => ({ ...total, owed: undefined });
    expect((await report(`?as_of=${first}`)).total).toEqual(known(signed));
    expect((await report(`?as_of=${addDays(second!, 1)}`)).total).toEqual(known(afterSecond));
    expect((await report(`?as_of=${late}`)).total).toEqual(known(pastDue));
    expect((await report(`?as_of=${addDays(first, -1)}`)).rows).toEqual([]);
  });

  it('refuses a day ahead and a season that is none', async () => {
    const ahead = await report(`?as_of=${addDays(shop.context.clock.today(), 1)}`);
    expect(ahead).toEqual({ status: 422, errors: ['The day must be today or earlier.'] });
    expect((await report('?season=999999')).status).toBe(422);
  });

  /** @shows RP2.4 */
  it('goes into a workbook with a page for each grouping, and the same figures as numbers', async () => {
    const again = await sessionOf(shop.app, staff);
    const query = { by: 'school', second: 'route', format: 'xlsx' };
    const { items } = await again.call('POST', '/admin/reports/files', { report: 'season', query });
    const { rawPayload, headers } = await shop.app.inject({ method: 'GET', url: items[0].path });
    expect(headers['content-disposition']).toMatch(/school-year-report-\d{4}-\d\d-\d\d\.xlsx/);
    const files = unzipSync(new Uint8Array(rawPayload));
    const textOf = (name: string) => strFromU8(files[name]!);
    expect(textOf('xl/workbook.xml')).toMatch(/name="School".*name="School, Route"/s);
    const { rows, total } = await report('?by=school&second=route');
    const lines = [rows.length, rows.flatMap(({ parts }: { parts: object[] }) => parts).length];
    for (const [at, n] of lines.entries()) {
      const page = textOf(`xl/worksheets/sheet${at + 1}.xml`);
      expect(page.match(/<row /g)).toHaveLength(n + 2);
      expect(page).toContain(`<v>${total.billed_cents / 100}</v>`);
    }
  });

  /** @shows RP2.4 */
  it('goes into a file with every column, amounts as numbers, and the total last', async () => {
    const again = await sessionOf(shop.app, staff);
    const asked = { report: 'season', query: { by: 'school', second: 'route' } };
    const { items } = await again.call('POST', '/admin/reports/files', asked);
    const answer = await shop.app.inject({ method: 'GET', url: items[0].path });
    expect(answer.headers['content-disposition']).toMatch(/school-year-report-\d{4}-\d\d-\d\d\.csv/);
    const [head, ...lines] = answer.body.trimEnd().split('\r\n');
    expect(head!.split(',')).toHaveLength(20);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^"Total",""/);
    expect(lines[0]).toContain('"2800.00"');
  });
});
