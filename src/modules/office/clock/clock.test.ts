import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, plainDate } from '#kit/plain-date.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { follow } from '#platform/clock/follow.ts';
import { readClockOffset } from '#platform/clock/move-clock.ts';
import { silentLog } from '#platform/log/log.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { onFourPayments, attemptsOf, type PayingFamily } from '#tests/support/app/payment-days.ts';
import { aCard, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { eachDayBetween } from './days-between.ts';

let shop: SeasonApp;
let staff: StaffMember;
let family: PayingFamily;
const move = (body: object) => staff.call('POST', '/admin/clock', body);

beforeAll(async () => void (shop = await openSeasonApp()));
afterAll(() => shop.close());
beforeEach(async () => {
  staff = await aStaffMember(shop.app, shop.context.db);
});

describe('staff who move the clock to the end of a year', () => {
  it('see every payment of a family collected on its own day, in order, and stay signed in', async () => {
    family = await onFourPayments(shop, aCard());
    expect((await staff.call('GET', '/admin/clock')).items).toMatchObject([
      { today: '2026-04-10', offset_ms: 0, next_due_on: '2026-06-19', days: [] },
    ]);
    const {
      status,
      items: [clock],
    } = await move({ to: '2026-08-25' });
    expect([status, clock.today, shop.context.clock.today()]).toEqual([200, '2026-08-25', '2026-08-25']);
    expect(clock.days.filter((one: any) => one.charges > 0)).toEqual(
      family.due.slice(1).map((day) => expect.objectContaining({ day, charges: 1, charged_cents: 113_300 })),
    );
    expect((await attemptsOf(shop, family.order_id)).map((one) => one.day)).toEqual(family.due);
    // The family's own session was carried along as well.
    const {
      items: [order],
    } = await family.call('GET', `/order`);
    expect(order).toMatchObject({ _order_due: 0, next_payment_on: null });
    expect((await staff.call('GET', '/admin/clock')).items[0].next_due_on).toBeNull();
    expect(await brokenInvariants(shop.context.db, 'healed')).toEqual([]);
  });

  it('find who did it in the audit log', async () => {
    const from = shop.context.clock.today();
    await move({ days: 1 });
    const { rows } = await shop.context.db.execute(
      sql`select actor_id::int as actor, detail from audit_log where action = 'clock.move'
        order by id desc limit 1`,
    );
    expect(rows).toEqual([
      { actor: staff.user_id, detail: { before: { day: from }, after: { day: addDays(from, 1) } } },
    ]);
  });

  it.each([
    ['back', (today: string) => ({ to: addDays(plainDate(today), -1) })],
    ['nowhere', (today: string) => ({ to: today })],
    ['too far', (today: string) => ({ to: addDays(plainDate(today), 400) })],
    ['by nothing', () => ({ days: 0 })],
    ['without a word', () => ({})],
  ])('cannot move it %s', async (_, body) => {
    const today = shop.context.clock.today();
    expect((await move(body(today))).status).toBe(422);
    expect(shop.context.clock.today()).toBe(today);
  });

  it('do so alone: a family cannot', async () => {
    const { status } = await family.call('POST', '/admin/clock', { days: 1 });
    expect(status).toBe(403);
  });
});

describe('two of the staff who press Next day together', () => {
  it('move it by one day', async () => {
    const today = shop.context.clock.today();
    await Promise.all([move({ to: addDays(today, 1) }), move({ to: addDays(today, 1) })]);
    expect(shop.context.clock.today()).toBe(addDays(today, 1));
  });
});

describe('another portal of the same database', () => {
  it('goes by the moved clock within seconds', async () => {
    const other = await follow(() => readClockOffset(shop.context.db), { log: silentLog(), of: 'clock' });
    const clock = systemClock(() => 'America/New_York', other.known);
    const before = clock.today();
    await move({ days: 3 });
    await expect.poll(() => clock.today(), { timeout: 10_000 }).toBe(addDays(before, 3));
    other.stop();
  });
});

describe('the days on the way', () => {
  it('are each of them once, at the same time of day, over the night when the clocks change', () => {
    const stops = eachDayBetween(
      new Date('2026-10-31T14:00:00Z'),
      plainDate('2026-11-03'),
      'America/New_York',
    );
    expect(stops.map((stop) => stop.toISOString())).toEqual([
      '2026-11-01T14:00:00.000Z',
      '2026-11-02T15:00:00.000Z',
      '2026-11-03T15:00:00.000Z',
    ]);
  });
  it('are none for a day that has come', () => {
    expect(
      eachDayBetween(new Date('2026-10-31T14:00:00Z'), plainDate('2026-10-31'), 'America/New_York'),
    ).toEqual([]);
  });
});
