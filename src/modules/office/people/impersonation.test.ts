import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { sessionOf, send, type Person } from '#tests/support/app/people.ts';
import {
  aBankAccount,
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { A_REASON, aStaffMember, impersonate, type StaffMember } from '#tests/support/app/staff.ts';
import type { TestContext } from '#tests/support/app/test-context.ts';
import { AUDIT_TEXTS } from '#tests/support/database/audit-texts.ts';
import { MINUTE_MS } from '#kit/durations.ts';

let shop: SeasonApp;
let context: TestContext;
let app: FastifyInstance;
let staff: StaffMember;
let parent: Buyer;
let parentId: number;

beforeAll(async () => {
  shop = await openSeasonApp();
  ({ context, app } = shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  context.clock.advanceDays(1);
  staff = await aStaffMember(app, context.db);
  parent = await aBuyer(app);
  parentId = (await parent.call('GET', '/user')).items[0].id;
});

const start = (who: Person, id: number, reason = A_REASON) =>
  who.call('POST', `/admin/parents/${id}/impersonation`, { reason });
const SENTENCE =
  'Only the parent can do this, so it isn’t possible while you’re impersonating. ' +
  'Stop impersonating and ask the parent to do it.';

type Row = {
  actor_id: number;
  on_behalf_of_id: number | null;
  action: string;
  subject: string;
  detail: object;
  at: Date;
};

const auditRows = async () => {
  const { rows } = await context.db.execute<Row>(
    sql`select *, detail || ${AUDIT_TEXTS} as detail from audit_log
      where actor_id = ${staff.user_id} order by id`,
  );
  return rows.map(({ action, subject, on_behalf_of_id, detail }) => ({
    action,
    subject,
    on_behalf_of_id,
    detail,
  }));
};

describe('an impersonation', () => {
  /** @shows A-167 */
  it('shows what the parent sees, says so in user and header, and keeps the own session', async () => {
    const seen = await impersonate(app, staff, parent);
    expect((await seen.call('GET', '/user')).items[0]).toMatchObject({ id: parentId, is_impersonated: true });
    expect((await parent.call('GET', '/user')).items[0].is_impersonated).toBe(false);
    expect((await staff.call('GET', '/user')).items[0]).toMatchObject({
      id: staff.user_id,
      is_impersonated: false,
    });
    const header = async (who: Person) =>
      (
        await app.inject({
          url: '/api/student',
          headers: { authorization: `Bearer ${who.tokens.access_token}` },
        })
      ).headers['x-impersonating'];
    expect([await header(seen), await header(parent), await header(staff)]).toEqual([
      String(parentId),
      undefined,
      undefined,
    ]);
  });

  it('lasts 60 minutes at most, however busy, and nothing makes it longer', async () => {
    const [given] = (await start(staff, parentId)).items;
    expect(given).toEqual({ access_token: expect.any(String), expires_in: 3600, user_id: parentId });
    const seen = await impersonate(app, staff, parent);
    context.clock.advanceMs(59 * MINUTE_MS);
    expect((await seen.call('GET', '/user')).status).toBe(200);
    context.clock.advanceMs(MINUTE_MS);
    expect((await seen.call('GET', '/user')).status).toBe(401);
    await drainJobs(context, ['impersonations.expire']);
    await drainJobs(context, ['impersonations.expire']);
    const ends = (await auditRows()).filter(({ action }) => action === 'impersonation.expire');
    const end = {
      action: 'impersonation.expire',
      subject: `user:${parentId}`,
      on_behalf_of_id: parentId,
      detail: {},
    };
    expect(ends).toEqual([end, end]);
  });

  it('is opened by staff for parents: never for staff, never for oneself, never by a parent', async () => {
    const colleague = await aStaffMember(app, context.db, { role: 'userRoleSuperAdmin' });
    for (const id of [colleague.user_id, staff.user_id]) {
      expect(await start(staff, id)).toMatchObject({
        status: 403,
        errors: ['You can impersonate only parents, never staff.'],
      });
    }
    expect((await start(parent, parentId)).status).toBe(403);
    expect((await start(staff, 999_999)).status).toBe(404);
    expect(
      (
        await send(app, {
          method: 'POST',
          url: `/admin/parents/${parentId}/impersonation`,
          payload: { reason: A_REASON },
        })
      ).status,
    ).toBe(401);
  });

  it.each([
    [0, 422],
    [9, 422],
    [10, 200],
    [500, 200],
    [501, 422],
  ])('wants a reason: of %i characters it answers %i', async (length, status) => {
    const answer = await start(staff, parentId, 'x'.repeat(length));
    expect(answer.status).toBe(status);
    if (status === 422) expect(Object.keys(answer.fields)).toEqual(['reason']);
  });

  it('ends on the server when it is stopped, while the own session goes on', async () => {
    const seen = await impersonate(app, staff, parent);
    expect((await seen.call('POST', '/impersonation/stop')).status).toBe(200);
    expect((await seen.call('GET', '/user')).status).toBe(401);
    expect((await staff.call('GET', '/user')).status).toBe(200);
    expect((await staff.call('POST', '/impersonation/stop')).status).toBe(200);
    expect((await staff.call('GET', '/user')).status).toBe(200);
  });

  it('ends with the sessions of whoever began it', async () => {
    const seen = await impersonate(app, staff, parent);
    const superAdmin = await aStaffMember(app, context.db, { role: 'userRoleSuperAdmin' });
    expect((await staff.call('POST', `/admin/users/${staff.user_id}/end-sessions`)).status).toBe(403);
    expect((await superAdmin.call('POST', `/admin/users/${staff.user_id}/end-sessions`)).status).toBe(200);
    expect([
      (await seen.call('GET', '/user')).status,
      (await staff.call('GET', '/user')).status,
      (await parent.call('GET', '/user')).status,
    ]).toEqual([401, 401, 200]);
    expect((await superAdmin.call('POST', '/admin/users/999999/end-sessions')).status).toBe(404);
    staff = { ...(await sessionOf(app, staff)), user_id: staff.user_id };
    expect((await staff.call('GET', '/admin/today')).status).toBe(200);
  });

  it('logs both ids for its start, each write, each child that is looked at, and its end', async () => {
    const seen = await impersonate(app, staff, parent);
    await seen.call('GET', '/user');
    await seen.call('GET', `/student/${parent.student_id}`);
    await seen.call('POST', '/address', {
      address: '12 Elm Street',
      city: 'Bronx',
      state: 'NY',
      zip: '10471',
    });
    await seen.call('DELETE', `/student/${parent.student_id}`);
    await seen.call('POST', '/impersonation/stop');
    const both = { on_behalf_of_id: parentId, detail: {} };
    expect((await auditRows()).filter(({ action }) => action !== 'session.begin')).toEqual([
      {
        action: 'impersonation.start',
        subject: `user:${parentId}`,
        on_behalf_of_id: null,
        detail: { reason: A_REASON },
      },
      { action: 'student.read', subject: `student:${parent.student_id}`, ...both },
      { action: 'createAddress', subject: `user:${parentId}`, ...both },
      { action: 'deleteStudent', subject: `student:${parent.student_id}`, ...both },
      { action: 'impersonation.stop', subject: `user:${parentId}`, ...both },
    ]);
  });

  it('cannot lead into another one, nor into the back office', async () => {
    const seen = await impersonate(app, staff, parent);
    const other = await aBuyer(app);
    const [{ id }] = (await other.call('GET', '/user')).items;
    expect(await start(seen, id)).toMatchObject({ status: 403, errors: [SENTENCE] });
    for (const path of ['/admin/today', '/admin/parents', '/admin/audit', '/admin/staff'])
      expect((await seen.call('GET', path)).status).toBe(403);
  });

  it('saves no payment method and gives no consent to a bank debit', async () => {
    const offer = await anOffer(app, 'hm', 'hm-lower', 'Round trip');
    const contract = aContract(parent, offer, 'HML-RT-S2');
    const seen = await impersonate(app, staff, parent);
    const saved = async () => (await parent.call('GET', '/accounting/payment-methods/read/all')).items.length;
    for (const payment of [aCard(), aBankAccount()]) {
      const user = { email: parent.email, password: parent.password };
      expect(await checkOut(app, seen, { contract, payment, user })).toMatchObject({
        status: 403,
        errors: [SENTENCE],
      });
    }
    expect(await saved()).toBe(0);
  });
});
