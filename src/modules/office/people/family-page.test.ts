import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  acceptancesOf,
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let shop: SeasonApp;
let staff: StaffMember;
let dispatcher: StaffMember;
let family: Buyer & { user_id: number };

const read = async (who: StaffMember = staff) =>
  (await who.call('GET', `/admin/parents/${family.user_id}`)).items[0];

beforeAll(async () => {
  shop = await openSeasonApp();
  const { app, context } = shop;
  context.clock.moveTo(new Date('2026-04-10T16:00:00Z'));
  staff = await aStaffMember(app, context.db);
  dispatcher = await aStaffMember(app, context.db, { role: 'userRoleDispatcher' });
  const buyer = await aBuyer(app);
  family = { ...buyer, user_id: (await buyer.call('GET', '/user')).items[0].id };
  const roundTrip = await anOffer(app, 'hm', 'hm-lower', 'Round trip');
  await checkOut(app, family, {
    contract: aContract(family, roundTrip, 'HML-RT-S2'),
    payment: aCard(),
    acceptances: acceptancesOf(roundTrip).filter(({ kind }) => kind !== 'ach'),
  });
  const afternoon = await anOffer(app, 'hm', 'hm-lower', 'Afternoon only');
  await context.db.execute(sql`insert into waiting_list (route_id, student_id, user_id, joined_at)
    values (${afternoon.route_id}, ${family.student_id}, ${family.user_id}, now())`);
});
afterAll(() => shop.close());

describe('the page of a family', () => {
  /** @shows OF10.1 */
  it('has payments to come, methods and waiting places', async () => {
    const page = await read();
    expect(page.methods).toEqual([
      expect.objectContaining({ last_4: '4242', is_default: true, returned_at: null }),
    ]);
    expect(
      page.orders[0].payments.filter(({ paid_at }: { paid_at: unknown }) => paid_at === null),
    ).toHaveLength(1);
    expect(page.waiting).toEqual([expect.objectContaining({ student_id: family.student_id, position: 1 })]);
    expect(page.offers).toEqual([]);
  });

  it('says when the verification of the address was sent, after each sending', async () => {
    await shop.context.db.execute(
      sql`update users set email_verified_at = null where id = ${family.user_id}`,
    );
    await shop.context.db
      .execute(sql`insert into mailed_tokens (hash, user_id, purpose, created_at, expires_at)
      values ('\\x01', ${family.user_id}, 'verify-email', '2027-01-02', '2027-01-03')`);
    const page = await read();
    expect([page.is_email_verified, page.verification_sent_at]).toEqual([false, '2027-01-02T00:00:00.000Z']);
    const again = await staff.call('POST', `/admin/parents/${family.user_id}/verification-mail`);
    expect(again.status).toBe(200);
  });

  it('has no amount and no method for a dispatcher', async () => {
    const page = await read(dispatcher);
    expect(page).not.toHaveProperty('methods');
    expect(page.orders[0]).not.toHaveProperty('payments');
    expect(JSON.stringify(page)).not.toContain('4242');
    expect(page.waiting).toHaveLength(1);
  });
});
