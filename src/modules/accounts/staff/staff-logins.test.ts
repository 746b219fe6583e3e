import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#kit/durations.ts';
import { logInAs, registerFamily, send, type Person } from '#tests/support/app/people.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';
import { hashOfToken, newToken } from '#platform/tokens/tokens.ts';
import { disableAccount } from './staff-accounts.service.ts';

const { context, app } = await openTestApp();
let staff: Person;

beforeEach(async () => {
  context.clock.advanceDays(1);
  staff = await logInAs(app, await aStaffMember(app, context.db));
});

const isSignedIn = async (who: Person) => (await who.call('GET', '/user')).status === 200;

async function makeStaff({ email }: Person): Promise<void> {
  await context.db.execute(sql`insert into user_roles (user_id, role_type_id)
    select u.id, o.id from users u, options o where u.email = ${email} and o.key = 'userRoleAdmin'`);
}

describe('a session of staff', () => {
  /** @shows H2.3 */
  it('comes without a refresh token', async () => {
    const { email, password } = staff;
    const { items } = await send(app, { method: 'POST', url: '/login', payload: { email, password } });
    expect(Object.keys(items[0])).toEqual(['access_token', 'expires_in', 'known_browser']);
  });

  /** @shows H2.3 */
  it('ends twelve hours after its login, however busy', async () => {
    for (let hour = 0; hour < 11; hour += 1) {
      context.clock.advanceMs(HOUR_MS);
      expect(await isSignedIn(staff)).toBe(true);
    }
    context.clock.advanceMs(HOUR_MS);
    expect(await isSignedIn(staff)).toBe(false);
  });

  /** @shows H2.3 */
  it('from before they were staff is not made longer', async () => {
    const person = await registerFamily(app);
    await makeStaff(person);
    const payload = { refresh_token: person.tokens.refresh_token };
    expect((await send(app, { method: 'POST', url: '/refresh-token', payload })).status).toBe(401);
  });

  /** @shows H2.4 */
  it('ends with the account: the next call is 401', async () => {
    expect(await isSignedIn(staff)).toBe(true);
    await disableAccount(context, staff.email);
    expect((await staff.call('GET', '/admin/today')).status).toBe(401);
  });
});

describe('a password of staff', () => {
  const reset = async (password: string) => {
    context.clock.advanceMs(1_000);
    const token = newToken();
    await context.db.execute(sql`insert into mailed_tokens (hash, user_id, purpose, created_at, expires_at)
      select ${hashOfToken(token)}, id, 'reset-password', ${context.clock.now().toISOString()}::timestamptz,
        ${context.clock.now().toISOString()}::timestamptz + interval '1 hour'
      from users where email = ${staff.email}`);
    const payload = { token, email: staff.email, password, password_confirmation: password };
    const { status, fields } = await send(app, { method: 'POST', url: '/reset-password', payload });
    return [status, fields.password?.[0]];
  };
  const SAYS = 'Staff need a password of at least 12 characters that is hard to guess, such as four words.';

  /** @shows H2.1 */
  it('has twelve characters and more that are hard to guess', async () => {
    expect([await reset('Kv8#2mQz!7x'), await reset('purpleblue99')]).toEqual([
      [422, SAYS],
      [422, SAYS],
    ]);
    expect(await reset('violet otter lamp forty')).toEqual([200, undefined]);
  });

  /** @shows H2.1 */
  it('from before they were staff logs in no more when it is too weak', async () => {
    const weak = { password: 'x7qk2p', password_confirmation: 'x7qk2p' };
    const person = await registerFamily(app, weak);
    await makeStaff(person);
    const payload = { email: person.email, password: person.password };
    const { status, errors } = await send(app, { method: 'POST', url: '/login', payload });
    expect([status, errors]).toEqual([
      400,
      [
        'Your password is too short or too easy to guess for a staff account. ' +
          'Choose a new one with “Forgot your password?”.',
      ],
    ]);
  });
});
