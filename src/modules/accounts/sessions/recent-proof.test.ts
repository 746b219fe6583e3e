import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { aFamily, logInAs, type Person } from '#tests/support/app/people.ts';
import { A_REASON, aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';

const { context, app } = await openTestApp();
let staff: Person & Pick<StaffMember, 'user_id'>;
let parentId: number;

beforeEach(async () => {
  context.clock.advanceDays(1);
  const member = await aStaffMember(app, context.db);
  staff = { ...(await logInAs(app, member)), user_id: member.user_id };
  [{ id: parentId }] = (await (await aFamily(app)).call('GET', '/user')).items;
});

const impersonate = () =>
  staff.call('POST', `/admin/parents/${parentId}/impersonation`, { reason: A_REASON });
const prove = (password: string) => staff.call('POST', '/user/prove', { password });
const SAYS = 'Please confirm your password to do this.';

describe('a call that wants the password', () => {
  /** @shows H2.5 */
  it('is made for five minutes after the login, then refused', async () => {
    context.clock.advanceMs(5 * MINUTE_MS - 1);
    expect((await impersonate()).status).toBe(200);
    context.clock.advanceMs(1);
    const refused = await impersonate();
    expect([refused.status, refused.errors]).toEqual([403, [SAYS]]);
  });

  /** @shows H2.5 */
  it('is made again once the password was given again, which leaves a row', async () => {
    context.clock.advanceMs(30 * MINUTE_MS);
    expect((await prove(staff.password)).status).toBe(200);
    const { rows } = await context.database.pool.query(
      'select action from audit_log order by id desc limit 1',
    );
    expect(rows).toEqual([{ action: 'session.prove' }]);
    expect((await impersonate()).status).toBe(200);
    context.clock.advanceMs(5 * MINUTE_MS);
    expect((await impersonate()).status).toBe(403);
  });

  it('is not made after a wrong password; five of them shut the check', async () => {
    context.clock.advanceMs(30 * MINUTE_MS);
    const tried: number[] = [];
    for (let n = 0; n < 6; n += 1) tried.push((await prove('wrong one')).status);
    expect(tried).toEqual([422, 422, 422, 422, 422, 429]);
    expect([(await prove(staff.password)).status, (await impersonate()).status]).toEqual([429, 403]);
  });

  it('is proved for its own session alone', async () => {
    const other = await logInAs(app, staff);
    context.clock.advanceMs(30 * MINUTE_MS);
    await other.call('POST', '/user/prove', { password: staff.password });
    expect((await impersonate()).status).toBe(403);
  });
});

describe('the calls that want it', () => {
  /** @shows H2.5 */
  it('move money back, impersonate a family, take data or a list, move the clock, change a login', () => {
    const wanted = app.endpoints.filter(({ proof }) => proof === 'recent').map(({ name }) => name);
    expect(wanted.toSorted()).toEqual([
      'approveSecondPerson',
      'createAidCode',
      'declineAid',
      'exportList',
      'finishRefund',
      'moveClock',
      'refundOrder',
      'removeAuthenticator',
      'renewRecoveryCodes',
      'resetStaffFactor',
      'reverseRefund',
      'startAuthenticator',
      'startImpersonation',
      'startPasskey',
      'takeCopyOfParent',
    ]);
  });
});
