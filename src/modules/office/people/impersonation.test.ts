import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { asPerson, sessionOf, send, type Person } from '#tests/support/app/people.ts';
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
import { AUDIT_DETAIL } from '#tests/support/database/audit-texts.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import { findSessionViewer } from '#modules/accounts/sessions/sessions.service.ts';

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
    sql`select *, ${AUDIT_DETAIL} from audit_log
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

  /** @shows MH18.1 */
  describe('ends with the session that began it', () => {
    const end: Record<string, (own: Person) => Promise<unknown>> = {
      'by a logout': (own) => own.call('POST', '/logout'),
      'by a logout of all others, in another browser': async () =>
        (await sessionOf(app, staff)).call('POST', '/user/sessions/end-others'),
      'by a new password, in another browser': async () =>
        (await sessionOf(app, staff)).call('PUT', `/user/${staff.user_id}`, {
          current_password: staff.password,
          password: 'nine blue herons wade',
          password_confirmation: 'nine blue herons wade',
        }),
      'by the end of that one session, in another browser': async (own) => {
        const other = await sessionOf(app, staff);
        const { items } = await own.call('GET', '/user/sessions');
        const { id } = items.find(({ is_current }) => is_current);
        return other.call('POST', `/user/sessions/${id}/end`);
      },
    };

    it.each(Object.keys(end))('%s', async (how) => {
      const own = await sessionOf(app, staff);
      const seen = await impersonate(app, own, parent);
      const beside = await impersonate(app, staff, parent);
      const answer = (await end[how]!(own)) as { status: number };
      expect([how, answer.status]).toEqual([how, 200]);
      expect((await seen.call('GET', '/user')).status).toBe(401);
      const open = (await parent.call('GET', '/user/sessions')).items.filter(({ is_staff }) => is_staff);
      const goesOn = how === 'by a logout' || how.startsWith('by the end of that one');
      expect([(await beside.call('GET', '/user')).status, open.length]).toEqual(goesOn ? [200, 1] : [401, 0]);
    });

    /** @shows MH18.2 */
    it('by its twelve hours, and never begins in one that is over', async () => {
      const own = await sessionOf(app, staff);
      for (let hour = 0; hour < 11; hour += 1) {
        context.clock.advanceMs(60 * MINUTE_MS);
        expect((await own.call('GET', '/user')).status).toBe(200);
      }
      context.clock.advanceMs(30 * MINUTE_MS);
      await own.call('POST', '/user/prove', { password: staff.password });
      const answer = await start(own, parentId);
      expect(answer.items).toMatchObject([{ expires_in: 1800 }]);
      const seen = asPerson(app, parent, answer.items[0]);
      context.clock.advanceMs(30 * MINUTE_MS - 1);
      expect((await seen.call('GET', '/user')).status).toBe(200);
      context.clock.advanceMs(1);
      expect((await seen.call('GET', '/user')).status).toBe(401);
      const open = (await (await sessionOf(app, parent)).call('GET', '/user/sessions')).items;
      expect(open.filter(({ is_staff }) => is_staff)).toEqual([]);
      const over = context.clock.now();
      await drainJobs(context, ['impersonations.expire']);
      const { rows } = await context.database.pool.query(
        'select ended_at, ended_reason from sessions where begun_in is not null and user_id = $1',
        [parentId],
      );
      expect(rows).toEqual([{ ended_at: over, ended_reason: 'impersonation_expired' }]);
    });

    it('also where its record is deleted', async () => {
      const own = await sessionOf(app, staff);
      const seen = await impersonate(app, own, parent);
      await context.database.asOwner(
        `delete from access_tokens; delete from refresh_tokens;
         delete from sessions where user_id = ${staff.user_id}`,
      );
      expect((await seen.call('GET', '/user')).status).toBe(401);
      const open = (await (await sessionOf(app, parent)).call('GET', '/user/sessions')).items;
      expect(open.filter(({ is_staff }) => is_staff)).toEqual([]);
    });
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

  it('has the rights of the parent alone, also behind the link of a file', async () => {
    await impersonate(app, staff, parent);
    const { rows } = await context.db.execute<{ id: string }>(
      sql`select id from sessions where impersonator_id = ${staff.user_id}`,
    );
    const viewer = await findSessionViewer(context.db, rows[0]!.id, { staffNeedFactor: false });
    expect([viewer?.user_id, viewer?.roles]).toEqual([parentId, ['userRoleParent']]);
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
