import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { send } from '#tests/support/app/people.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

let shop: SeasonApp;
let staff: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());

const CALLER = { first_name: 'Marisol', last_name: 'Vega', phone_mobile: '718-555-0133' };
const PASSWORD = 'violet otter lamp forty';

const invite = (email: string, key: string = randomUUID()) =>
  send(shop.app, {
    method: 'POST',
    url: '/admin/families',
    payload: { ...CALLER, email },
    headers: { authorization: `Bearer ${staff.tokens.access_token}`, 'idempotency-key': key },
  });

const mailed = (email: string) => shop.context.mail.sent.filter(({ to }) => to.includes(email));

async function linkOf(email: string) {
  await drainJobs(shop.context, ['outbox.drain']);
  const [mail] = mailed(email);
  const { searchParams } = new URL(/https?:\S+reset-password\?\S+/.exec(mail!.text)![0]);
  return { token: searchParams.get('token')!, email: searchParams.get('email')! };
}

/** @shows OF3.1 */
describe('a family that telephones without an account', () => {
  it('gets one once, chooses a password by the mailed link and reads what an account is for', async () => {
    const key = randomUUID();
    const [first, again] = [
      await invite('vega@family.example', key),
      await invite('vega@family.example', key),
    ];
    expect(first.items).toEqual([{ user_id: expect.any(Number), is_waiting: true }]);
    expect(again.items).toEqual(first.items);
    const link = await linkOf('vega@family.example');
    expect(mailed('vega@family.example')).toHaveLength(1);
    const check = await send(shop.app, { method: 'POST', url: '/reset-password/check', payload: link });
    expect(check.items).toMatchObject([{ invites: 'family' }]);
    const chosen = { ...link, password: PASSWORD, password_confirmation: PASSWORD };
    expect((await send(shop.app, { method: 'POST', url: '/reset-password', payload: chosen })).status).toBe(
      200,
    );
    const { rows } = await shop.context.db.execute(sql`select acknowledged_at is not null as acknowledged,
      email_verified_at is not null as verified from users where email = 'vega@family.example'`);
    expect(rows).toEqual([{ acknowledged: true, verified: true }]);
    expect((await invite('vega@family.example')).items).toMatchObject([{ is_waiting: false }]);
  });

  it('is led to the account of a known address, and no mail goes out', async () => {
    const [{ user_id }] = (await invite('known@family.example')).items;
    await drainJobs(shop.context, ['outbox.drain']);
    const before = mailed('known@family.example').length;
    expect((await invite('KNOWN@family.example')).items).toEqual([{ user_id, is_waiting: true }]);
    await drainJobs(shop.context, ['outbox.drain']);
    expect(mailed('known@family.example')).toHaveLength(before);
  });

  it('is told that the address of a colleague is no family’s', async () => {
    const { status, errors } = await invite(staff.email);
    expect([status, errors]).toEqual([422, [`${staff.email} already has a staff account.`]]);
  });
});
