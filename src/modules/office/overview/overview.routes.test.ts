import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import {
  chooseMethod,
  onFourPayments,
  untilDay,
  type PayingFamily,
} from '#tests/support/app/payment-days.ts';
import { sessionOf } from '#tests/support/app/people.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import { paymentList } from '#modules/office/lists/payment-list.ts';
import { owedQuery } from './owed-query.ts';
import type { OverviewFacts } from './overview.contract.ts';

vi.setConfig({ testTimeout: 60_000 });

let shop: SeasonApp;
let staff: StaffMember;
let dispatcher: StaffMember;
let family: PayingFamily;
beforeAll(async () => {
  shop = await openSeasonApp();
  shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
  staff = await aStaffMember(shop.app, shop.context.db);
  dispatcher = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
  family = await onFourPayments(shop, aCard());
}, 60_000);
afterAll(() => shop.close());

const read = async (who: StaffMember, query = ''): Promise<OverviewFacts> =>
  (await (await sessionOf(shop.app, who)).call('GET', `/admin/reports/overview${query}`)).items[0];

describe('the overview', () => {
  /** @shows RP1.2 */
  it('has the contracts of the season that sells by days since its sale opened', async () => {
    const { season, sales, signed_today, signed_last_7_days } = await read(staff);
    expect(season!.text).toMatch(/\d{4}/);
    expect(sales.contracts.at(-1)).toBe(1);
    expect([signed_today, signed_last_7_days]).toEqual([1, 1]);
  });

  /** @shows RP1.3 */
  it('has every route of the season with its seats, or of one school alone', async () => {
    const { seats } = await read(staff);
    expect(seats.reduce((n, { taken }) => n + taken, 0)).toBe(1);
    const ofSchool = await read(staff, '?school=hm');
    expect(ofSchool.seats.length).toBeLessThan(seats.length);
    expect(new Set(ofSchool.seats.map(({ school }) => school)).size).toBe(1);
  });

  /** @shows RP1.1 */
  it('leaves money out for staff without the right to money', async () => {
    const facts = await read(dispatcher);
    expect(facts.seats.length).toBeGreaterThan(0);
    expect(facts).not.toHaveProperty('months');
    expect(facts).not.toHaveProperty('owed');
    expect(facts).not.toHaveProperty('due');
  });

  /** @shows RP1.4 */
  it('has what was collected, card fees included, and what is expected, month by month', async () => {
    const { months } = await read(staff);
    expect(months[0]).toEqual({
      month: '2026-04',
      collected_cents: 123_600,
      expected_cents: 0,
      refunded_cents: 0,
    });
    expect(months.reduce((all, { expected_cents }) => all + expected_cents, 0)).toBe(330_000);
    expect(months.map(({ month }) => month)).toEqual(months.map(({ month }) => month).toSorted());
  });

  /** What the delivered view `Due in 7 days` of the list of payments adds up. */
  async function dueInList(): Promise<number> {
    const { query } = paymentList.views.find(({ key }) => key === 'due_soon')!;
    const session = await sessionOf(shop.app, staff);
    const list = await session.call('GET', `/admin/payments?${String(new URLSearchParams(query))}`);
    return list.items[0].sums.amount_cents;
  }

  /** @shows RP1.6 */
  it('has what is due in seven days by method, to the cent, and what failed last time', async () => {
    const [, second, third] = family.due;
    await untilDay(shop, addDays(second!, -3));
    const { due } = await read(staff);
    expect(due).toEqual([
      { pay_on: second, kind: 'card', payments: 1, amount_cents: 110_000, doubtful_cents: 0 },
    ]);
    await chooseMethod(shop, family, 'card', TEST_CARDS.declinesCharges);
    await untilDay(shop, addDays(third!, -3));
    // The nightly notice of another method, which the helper of days leaves out.
    await shop.context.db.execute(sql`update payments set notified_method = (
        select brand || ' ****' || last_4 from payment_methods where user_id = ${family.user_id}
        order by id desc limit 1)
      where order_id = ${family.order_id} and payment_number = 3`);
    const later = (await read(staff)).due;
    expect(later.reduce((all, { amount_cents }) => all + amount_cents, 0)).toBe(await dueInList());
    expect(later.reduce((all, { doubtful_cents }) => all + doubtful_cents, 0)).toBe(110_000);
    // A payment under way is no longer due.
    await shop.context.db.execute(sql`update payments set status = 'processing'
      where order_id = ${family.order_id} and payment_number = 3`);
    const underWay = (await read(staff)).due;
    await shop.context.db.execute(sql`update payments set status = 'scheduled'
      where order_id = ${family.order_id} and payment_number = 3`);
    expect(underWay).toEqual([]);
  });

  /** @shows RP1.5 */
  it('has what is past due by age, as the list of what is owed', async () => {
    const { owed, today } = await read(staff);
    const list = (await (await sessionOf(shop.app, staff)).call('GET', '/admin/owed')).items[0];
    expect(owed.reduce((n, { payments }) => n + payments, 0)).toBe(list.rows.length);
    const [row] = list.rows;
    const band = owed.find(
      ({ from_days, thru_days }) => row.days_late >= from_days && row.days_late <= thru_days!,
    );
    expect(band).toMatchObject({ payments: 1, amount_cents: row.amount_cents });
    expect(today).toBe(shop.context.clock.today());
  });

  /** @shows RP1.5 */
  it('leads from each age to the list of exactly these payments, of the chosen school too', async () => {
    const session = await sessionOf(shop.app, staff);
    for (const school of ['', 'hm']) {
      const { owed } = await read(staff, school && `?school=${school}`);
      expect(owed.some(({ payments }) => payments > 0)).toBe(true);
      for (const age of owed) {
        const list = (await session.call('GET', `/admin/owed?${owedQuery(age, school)}`)).items[0];
        expect([list.total, list.sums.amount_cents]).toEqual([age.payments, age.amount_cents]);
      }
    }
  });

  it('refuses a school that is none', async () => {
    const answer = await (
      await sessionOf(shop.app, staff)
    ).call('GET', '/admin/reports/overview?school=nowhere');
    expect(answer.status).toBe(422);
  });
});
