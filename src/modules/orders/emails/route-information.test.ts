import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, plainDate } from '#kit/plain-date.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { verifyEmailOf } from '#tests/support/app/people.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { notifyRoutes } from './route-information.service.ts';

vi.setConfig({ testTimeout: 30_000 });

const FIRST_DAY = plainDate('2026-09-07');
const daysBefore = (days: number) => addDays(FIRST_DAY, -days);

let shop: SeasonApp;
let route: Offer;

beforeAll(async () => {
  shop = await openSeasonApp();
  route = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.context.clock.moveToDay(plainDate('2026-04-10'), 10);
  await shop.context.db.execute(
    sql`update period_program_groups set first_day_of_school = ${FIRST_DAY}::date`,
  );
});

type Family = Buyer & { order_id: number };

let families = 0;
async function aFamilyWithOrder(changes: object = {}): Promise<Family> {
  families += 1;
  const family = await aBuyer(shop.app, {
    first_name: `Chidi${families}`,
    guardian_2_first_name: 'Obi',
    guardian_2_phone_mobile: '914-555-0103',
    guardian_2_email: `obi${families}@okafor.example`,
    ...changes,
  });
  await verifyEmailOf(shop.app, family);
  const { status, items, errors } = await checkOut(shop.app, family, {
    contract: aContract(family, route, 'HML-RT-S2'),
    payment: aCard(),
  });
  if (status !== 200) throw new Error(errors.join());
  await shop.context.db.execute(sql`update outbox set sent_at = created_at where sent_at is null`);
  return { ...family, order_id: items[0].id };
}

const isAbout = (subject: string) => subject.startsWith('Bus information for ');
const toldTo = ({ email }: Pick<Family, 'email'>) =>
  shop.context.mail.to(email).filter(({ subject }) => isAbout(subject));

async function mornings(...days: string[]): Promise<void> {
  for (const day of days) {
    shop.context.clock.moveToDay(plainDate(day), 7);
    await drainJobs(shop.context, ['orders.send-route-information', 'outbox.drain']);
  }
}

describe('staff who move the clock past that day', () => {
  it('see the mail go out on it', async () => {
    const family = await aFamilyWithOrder();
    shop.context.clock.moveToDay(daysBefore(9), 10);
    const staff = await aStaffMember(shop.app, shop.context.db);
    await staff.call('POST', '/admin/clock', { days: 1 });
    expect(toldTo(family)).toEqual([]);
    const { status } = await staff.call('POST', '/admin/clock', { days: 4 });
    expect(status).toBe(200);
    expect(toldTo(family)).toHaveLength(1);
    const { rows } = await shop.context.db.execute<{
      on: string;
    }>(sql`select to_char(created_at at time zone 'America/New_York', 'YYYY-MM-DD') as on
      from outbox where kind = 'orders.route_information' and ref = ${String(family.order_id)}`);
    expect(rows).toEqual([{ on: daysBefore(7) }]);
  });
});

describe('a family that has bought in spring', () => {
  it('is told its route seven days before school, not a day earlier, and once', async () => {
    const family = await aFamilyWithOrder();
    await mornings(daysBefore(9), daysBefore(8));
    expect(toldTo(family)).toEqual([]);
    await mornings(daysBefore(7), daysBefore(7), daysBefore(6), FIRST_DAY, addDays(FIRST_DAY, 30));
    const [mail, ...more] = toldTo(family);
    expect(more).toEqual([]);
    expect(mail!.to).toEqual([family.email]);
    expect(toldTo({ email: `obi${families}@okafor.example` })).toHaveLength(1);
    expect(mail!.subject).toBe(`Bus information for Chidi${families}: Round trip`);
    for (const said of [
      `Chidi${families} Okafor`,
      'Hillmark',
      'Round trip',
      'First day of school: Mon 09/07/2026',
      'Dispatch: 718-555-0100',
      `/dashboard/orders/${family.order_id}`,
    ]) {
      expect(mail!.text).toContain(said);
    }
  });

  it('hears of it late rather than never when nothing ran on the day', async () => {
    const family = await aFamilyWithOrder();
    await mornings(addDays(FIRST_DAY, 3));
    expect(toldTo(family)).toHaveLength(1);
  });

  it('is told once also when two portals tell at the same time', async () => {
    const family = await aFamilyWithOrder();
    shop.context.clock.moveToDay(daysBefore(7), 7);
    await Promise.all([notifyRoutes(shop.context), notifyRoutes(shop.context)]);
    await Promise.all([drainJobs(shop.context, ['outbox.drain']), drainJobs(shop.context, ['outbox.drain'])]);
    expect(toldTo(family)).toHaveLength(1);
  });

  it('is told nothing when the order has ended, by then or before the mail has left', async () => {
    const [before, between] = [await aFamilyWithOrder(), await aFamilyWithOrder()];
    const end = ({ order_id }: Family) =>
      shop.context.db.execute(
        sql`update orders set status = 'cancelled', ended_at = now() where id = ${order_id}`,
      );
    await end(before);
    shop.context.clock.moveToDay(daysBefore(7), 7);
    await drainJobs(shop.context, ['orders.send-route-information']);
    await end(between);
    await mornings(daysBefore(7));
    expect([toldTo(before), toldTo(between)]).toEqual([[], []]);
  });
});

describe('a family that buys later', () => {
  it.each([7, 1, -40])('%i days before school is told the next morning', async (days) => {
    const family = await aFamilyWithOrder();
    shop.context.clock.moveToDay(daysBefore(days), 12);
    // No term is on sale any more by then, but staff may have reserved a term.
    await shop.context.db.execute(
      sql`update orders set activated_at = ${shop.context.clock.now().toISOString()}::timestamptz
        where id = ${family.order_id}`,
    );
    await drainJobs(shop.context, ['orders.send-route-information', 'outbox.drain']);
    expect(toldTo(family)).toEqual([]);
    await mornings(daysBefore(days - 1));
    expect(toldTo(family)).toHaveLength(1);
  });
});

describe('the first day of school', () => {
  it('is the school’s own, else the school year’s; no email without one or after the year', async () => {
    const family = await aFamilyWithOrder();
    await shop.context.db.execute(sql`update period_program_groups set first_day_of_school = null`);
    await shop.context.db.execute(sql`update periods set first_day_of_school = null`);
    await mornings(daysBefore(7));
    expect(toldTo(family)).toEqual([]);
    await shop.context.db.execute(sql`update periods set first_day_of_school = ${FIRST_DAY}::date`);
    await shop.context.db.execute(
      sql`update period_program_groups set first_day_of_school = ${addDays(FIRST_DAY, 2)}::date`,
    );
    await mornings(daysBefore(6));
    expect(toldTo(family)).toEqual([]);
    await mornings(daysBefore(5));
    expect(toldTo(family)[0]!.text).toContain('Wed 09/09/2026');

    shop.context.clock.moveToDay(plainDate('2026-04-10'), 10);
    const late = await aFamilyWithOrder();
    await mornings('2027-09-30');
    expect(toldTo(late)).toEqual([]);
  });
});
