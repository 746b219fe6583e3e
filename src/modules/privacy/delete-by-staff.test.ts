import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { dumpDatabase } from '#tests/support/database/dump-database.ts';
import { findSecrets } from '#tests/support/database/find-secrets.ts';

let shop: SeasonApp;
let staff: StaffMember;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());

/** A family with a child, and its account. */
async function aMember() {
  const family = await aBuyer(shop.app);
  const [{ id: user_id }] = (await family.call('GET', '/user')).items;
  return { ...family, user_id: user_id as number };
}

const remove = (user_id: number, who = staff) => who.call('POST', `/admin/parents/${user_id}/delete`);

/** @shows OF10.1 H11.2 */
describe('an account that staff delete for a family', () => {
  it('is erased as by the family itself, which is told; the log has who did so', async () => {
    const family = await aMember();
    const note = { text: 'Quorra asks to be forgotten', is_pinned: false, student_id: null };
    expect((await staff.call('POST', `/admin/parents/${family.user_id}/notes`, note)).status).toBe(200);
    expect((await remove(family.user_id)).errors).toEqual([]);
    await drainJobs(shop.context, ['outbox.drain']);
    const last = shop.context.mail.sent.at(-1)!;
    expect([last.to, last.subject]).toEqual([[family.email], 'Your account was deleted']);
    expect((await family.call('GET', '/user')).status).toBe(401);
    expect(findSecrets(await dumpDatabase(shop.context.db), [family.email, note.text])).toEqual([]);
    const { rows } = await shop.context.db.execute(sql`select actor_id::int as by from audit_log
      where action = 'account.delete' and subject = ${`user:${family.user_id}`}`);
    expect(rows).toEqual([{ by: staff.user_id }]);
    expect((await remove(family.user_id)).status).toBe(404);
  });

  it('stays while money is owed or a contract binds, in words for staff', async () => {
    const family = await aMember();
    const route = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
    const bought = await checkOut(shop.app, family, {
      contract: aContract(family, route, 'HML-RT-S2'),
      payment: aCard(),
    });
    expect(bought.errors).toEqual([]);
    const owing = await remove(family.user_id);
    expect([owing.status, owing.errors]).toEqual([
      409,
      [
        `Order ${bought.items[0].id} has an upcoming payment. ` +
          'The account can be deleted once everything is paid.',
      ],
    ]);
    await shop.context.db.execute(sql`update payments set status = 'paid', paid_at = now()
      where order_id = ${bought.items[0].id} and status = 'scheduled'`);
    const bound = await remove(family.user_id);
    expect(bound.errors.join()).toMatch(/^The family has a contract until /);
    expect((await family.call('GET', '/user')).status).toBe(200);
  });

  it('is no account of staff, and is deleted with the right to money alone', async () => {
    const dispatcher = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
    const family = await aMember();
    expect((await remove(family.user_id, dispatcher)).status).toBe(403);
    expect((await remove(dispatcher.user_id)).status).toBe(404);
  });
});
