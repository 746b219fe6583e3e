import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { aFamily, logInAs } from '#tests/support/app/people.ts';
import { logInWith, setUpApp } from '#tests/support/app/second-factor.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';

const { context, app } = await openTestApp();
let superAdmin: StaffMember;
let colleague: StaffMember;

beforeEach(async () => {
  context.clock.advanceDays(1);
  superAdmin = await aStaffMember(app, context.db, { role: 'userRoleSuperAdmin' });
  colleague = await aStaffMember(app, context.db);
  await setUpApp(app, colleague);
});

const reset = (by: StaffMember, user_id: number) => by.call('POST', `/admin/staff/${user_id}/reset-factor`);
const hasFactor = async ({ user_id }: StaffMember) =>
  (await superAdmin.call('GET', '/admin/staff')).items.find(({ id }) => id === user_id).has_second_factor;

describe('a super admin resets the second step of a colleague', () => {
  /** @shows H2.19 */
  it('who is logged out, told by mail, and logs in with the password alone', async () => {
    expect(await hasFactor(colleague)).toBe(true);
    expect((await logInWith(app, colleague)).errors).toEqual(['second_factor_required']);
    expect((await reset(superAdmin, colleague.user_id)).status).toBe(200);
    expect((await colleague.call('GET', '/user')).status).toBe(401);
    expect(await hasFactor(colleague)).toBe(false);
    const again = await logInAs(app, colleague);
    expect((await again.call('GET', '/user/second-factors')).items[0]).toEqual({
      authenticators: [],
      recovery_codes_left: 0,
    });
    await drainJobs(context, ['outbox.drain']);
    expect(context.mail.to(colleague.email).map(({ subject }) => subject)).toContain(
      'Your two-step verification was reset',
    );
    const { rows } = await context.db.execute(
      sql`select actor_id from audit_log where action = 'factor.reset'
        and subject = ${`user:${colleague.user_id}`}`,
    );
    expect(rows).toEqual([{ actor_id: superAdmin.user_id }]);
  });

  it('also while the job that sends the email cannot be started', async () => {
    const { triggerJob } = context;
    context.triggerJob = async () => {
      throw new Error('no queue');
    };
    const { status } = await reset(superAdmin, colleague.user_id);
    context.triggerJob = triggerJob;
    expect([status, await hasFactor(colleague)]).toEqual([200, false]);
  });

  /** @shows H2.19 */
  it('with the password from the last five minutes', async () => {
    context.clock.advanceMs(6 * MINUTE_MS);
    const late = await reset(superAdmin, colleague.user_id);
    expect(late.status).toBe(403);
    expect((await colleague.call('GET', '/user')).status).toBe(200);
  });

  /** @shows H2.19 */
  it('and nobody else’s: not their own, none of a family, none that is not there', async () => {
    await setUpApp(app, superAdmin);
    const family = await aFamily(app);
    await setUpApp(app, family);
    const [{ id: parent_id }] = (await family.call('GET', '/user')).items;
    const answers = [
      await reset(superAdmin, superAdmin.user_id),
      await reset(superAdmin, parent_id),
      await reset(superAdmin, 999_999),
      await reset(colleague, superAdmin.user_id),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 404, 404, 403]);
    await reset(superAdmin, colleague.user_id);
    expect((await reset(superAdmin, colleague.user_id)).status).toBe(409);
    expect(await hasFactor(superAdmin)).toBe(true);
    expect((await logInWith(app, family)).errors).toEqual(['second_factor_required']);
  });
});
