import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { readBeforeOpening } from '#modules/billing/processor-events/read-before-opening.service.ts';
import { changeAidCode, checkOutWithAid, claimOf, confirmAid } from '#tests/support/app/aid-to-confirm.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import type { Person } from '#tests/support/app/people.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  aStudentOf,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { keepRows } from '#tests/support/database/rows-of-an-hour-ago.ts';

let shop: SeasonApp;
let staff: StaffMember;
let offer: Offer;
beforeEach(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
});
afterEach(() => shop.close());

async function lost(act: () => Promise<unknown>): Promise<void> {
  const backup = await keepRows(shop.context.database);
  await act();
  await backup.putBack();
}

async function forgotten(act: () => Promise<unknown>): Promise<void> {
  await lost(act);
  await drainJobs(shop.context, ['billing.poll-events', 'billing.events']);
}

const buy = (buyer: Buyer, payment: object = aCard()) =>
  checkOut(shop.app, buyer, { contract: aContract(buyer, offer, 'HML-RT-S2'), payment });

const count = async (from: string) =>
  (await shop.context.db.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.raw(from)}`))
    .rows[0]!.n;
const chargesMade = () => count(`sandbox.charges where state = 'captured'`);

async function settleAll(by: Person): Promise<void> {
  for (const { kind, subject } of (await by.call('GET', '/admin/money')).items)
    if (kind === 'foreign_charge')
      await by.call('POST', '/admin/money/settle', { kind, subject, done: 'Given back by hand.' });
}

describe('a family with a charge that a backup does not know', () => {
  /** @shows S25.20 */
  it('cannot check out again before a person has seen to it, and nothing is opened or charged', async () => {
    const buyer = await aBuyer(shop.app);
    await forgotten(() => buy(buyer));
    const again = await buy(buyer);
    expect(again).toMatchObject({
      status: 409,
      errors: [expect.stringContaining('nothing is charged twice')],
    });
    expect([await chargesMade(), await count('orders'), await count('charge_attempts')]).toEqual([1, 0, 0]);
    await settleAll(staff);
    expect(await buy(buyer)).toMatchObject({ status: 200 });
    expect(await chargesMade()).toBe(2);
  });

  /** @shows S25.20 */
  it('is asked before its card is saved where the backup knows a card of it', async () => {
    const buyer = await aBuyer(shop.app);
    const other = await aBuyer(shop.app);
    await buy(buyer);
    const second = { ...buyer, student_id: await aStudentOf(buyer, { first_name: 'Second' }) };
    await forgotten(() => buy(second));
    const methods = await count('payment_methods');
    expect(await buy(second, aCard('4000056655665556'))).toMatchObject({ status: 409 });
    expect(await count('payment_methods')).toBe(methods);
    expect(await buy(other)).toMatchObject({ status: 200 });
  });

  /** @shows S25.28 */
  it('is known before the portal opens again, which then lets nobody wait', async () => {
    const { billing, clock } = shop.context;
    await drainJobs(shop.context, ['billing.poll-events']);
    const buyer = await aBuyer(shop.app);
    await lost(() => buy(buyer));
    clock.advanceMs(11 * MINUTE_MS);
    await readBeforeOpening(billing);
    expect(await buy(buyer)).toMatchObject({ status: 409 });
    expect(await buy(await aBuyer(shop.app))).toMatchObject({ status: 200 });
    expect(await chargesMade()).toBe(2);
  });

  /** @shows S25.28 */
  it('keeps no portal closed whose processor does not answer, or that stood still for a moment', async () => {
    await drainJobs(shop.context, ['billing.poll-events']);
    const { clock, billing } = shop.context;
    let readings = 0;
    const silent: typeof billing.gateway = {
      ...billing.gateway,
      async *eventsSince() {
        readings += 1;
        yield await new Promise<never>(() => undefined);
      },
    };
    await readBeforeOpening({ ...billing, gateway: silent }, 50);
    expect(readings).toBe(0);
    clock.advanceMs(11 * MINUTE_MS);
    await readBeforeOpening({ ...billing, gateway: silent }, 50);
    expect(readings).toBe(1);
  });

  it('gets the answer of an order that the backup knows, also while it is held', async () => {
    const buyer = await aBuyer(shop.app);
    const press = { contract: aContract(buyer, offer, 'HML-RT-S2'), payment: aCard() };
    const first = await checkOut(shop.app, buyer, press, 'one press');
    await shop.context.db.execute(sql`insert into audit_log (at, action, subject, detail) select now(),
      'billing.foreign_object', 'charge:ch_x', jsonb_build_object('our_id', 99, 'customer', gateway_customer)
      from payment_methods`);
    const again = await checkOut(shop.app, buyer, press, 'one press');
    expect(again).toMatchObject({ status: 200, items: [{ id: first.items[0].id }] });
  });
});

describe('aid that is confirmed again after a restore', () => {
  /** @shows S25.21 */
  it('charges nothing before a person has seen to the charge, and is still to be decided', async () => {
    await changeAidCode(shop, { needs_confirmation: true });
    const family = await checkOutWithAid(shop, { amount: 1000 });
    await forgotten(() => confirmAid(staff, family.order_id));
    expect(await chargesMade()).toBe(1);
    const again = await confirmAid(staff, family.order_id);
    expect(again).toMatchObject({ status: 409, errors: [expect.stringContaining('Money matters')] });
    expect(await chargesMade()).toBe(1);
    expect(await claimOf(staff, family.order_id)).toMatchObject({ state: 'to_confirm' });
    await settleAll(staff);
    expect(await confirmAid(staff, family.order_id)).toMatchObject({ status: 200 });
    expect(await chargesMade()).toBe(2);
  });

  /** @shows S25.21 */
  it('is confirmed where nothing is charged for it', async () => {
    const family = await checkOutWithAid(shop, { amount: 1000 });
    const second = { ...family, student_id: await aStudentOf(family, { first_name: 'Second' }) };
    await forgotten(() => buy(second));
    expect(await confirmAid(staff, family.order_id)).toMatchObject({ status: 200 });
  });
});
