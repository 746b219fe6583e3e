import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { insertMailedToken, type Purpose } from '#modules/accounts/mailed-tokens.queries.ts';
import { hashOfToken, newToken } from '#platform/tokens/tokens.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { aFamily, asPerson, send, type Person } from '#tests/support/app/people.ts';
import { logInWith, setUpApp, type App } from '#tests/support/app/second-factor.ts';
import { A_REASON, aStaffMember } from '#tests/support/app/staff.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';

const { context, app } = await openTestApp();
let person: Person;
let phone: App;
let user_id: number;
beforeEach(async () => {
  context.clock.advanceDays(1);
  person = await aFamily(app);
  phone = await setUpApp(app, person);
  ({ user_id } = (await context.authenticate(person.tokens.access_token))!);
  // The enrollment took the first code.
  context.clock.advanceMs(MINUTE_MS);
});

const rowsOf = async (text: string) => (await context.database.pool.query(text)).rows;
const sessionsOf = () =>
  rowsOf(`select factor from sessions where user_id = ${user_id} order by created_at offset 1`);
const codeNow = () => phone.codeAt(context.clock.realNow());
const wrongCode = () => (codeNow() === '000000' ? '000001' : '000000');
const logIn = (code?: string) => logInWith(app, person, code);

describe('an account with a second factor', () => {
  /** @shows H2.8 */
  it('is asked for it after the right password alone, and has no session before', async () => {
    const wrong = await logInWith(app, { ...person, password: 'wrong one' }, codeNow());
    expect([wrong.status, wrong.errors]).toEqual([400, ['invalid_credentials']]);
    for (const code of [undefined, '', '  ']) {
      const asked = await logIn(code);
      expect([asked.status, asked.errors, asked.items]).toEqual([400, ['second_factor_required'], []]);
    }
    expect(await sessionsOf()).toEqual([]);
    const [tokens] = (await logIn(codeNow())).items;
    expect((await asPerson(app, person, tokens).call('GET', '/user')).status).toBe(200);
    expect(await sessionsOf()).toEqual([{ factor: 'totp' }]);
  });

  /** @shows H2.9 */
  it('takes a code once, also when two logins come with it at once', async () => {
    const code = codeNow();
    const both = await Promise.all([logIn(code), logIn(code)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect((await logIn(code)).fields).toEqual({
      code: ['This code is wrong, has expired or was already used.'],
    });
    expect(await sessionsOf()).toHaveLength(1);
  });

  /** @shows H2.9 */
  it('takes no code again that has turned the app on', async () => {
    const newcomer = await aFamily(app);
    const itsPhone = await setUpApp(app, newcomer);
    const first = itsPhone.codeAt(context.clock.realNow());
    expect((await logInWith(app, newcomer, first)).status).toBe(422);
    context.clock.advanceMs(MINUTE_MS / 2);
    expect((await logInWith(app, newcomer, first)).status).toBe(422);
    const second = itsPhone.codeAt(context.clock.realNow());
    expect((await logInWith(app, newcomer, second)).status).toBe(200);
  });

  /** @shows H2.9 */
  it('gives five answers to wrong codes, also when thirty come at once, and then waits', async () => {
    const tried = await Promise.all(Array.from({ length: 30 }, () => logIn(wrongCode())));
    expect(tried.filter(({ status }) => status === 422)).toHaveLength(5);
    expect((await logIn(codeNow())).status).toBe(429);
    context.clock.advanceMs(1000);
    expect((await logIn(codeNow())).status).toBe(200);
  });

  /** @shows H2.21 */
  it('tells its owner once of five wrong codes in an hour', async () => {
    const told = async () => {
      await drainJobs(context, ['outbox.drain']);
      const subject = 'Wrong codes entered for your account';
      return context.mail.to(person.email).filter((mail) => mail.subject === subject).length;
    };
    for (let n = 0; n < 4; n += 1) await logIn(wrongCode());
    expect((await logIn(codeNow())).status).toBe(200);
    expect(await told()).toBe(0);
    await Promise.all(Array.from({ length: 4 }, () => logIn(wrongCode())));
    expect(await told()).toBe(1);
    context.clock.advanceMs(61 * MINUTE_MS);
    for (let n = 0; n < 5; n += 1) {
      await logIn(wrongCode());
      context.clock.advanceMs(MINUTE_MS);
    }
    expect(await told()).toBe(2);
  });

  /** @shows H2.9 */
  it('waits for nobody who does not know the password', async () => {
    for (let n = 0; n < 4; n += 1) await logInWith(app, { ...person, password: 'wrong one' }, wrongCode());
    expect((await logIn(codeNow())).status).toBe(200);
  });

  /** @shows H2.10 H2.13 */
  it('logs in with each recovery code once, however it is typed, and is told', async () => {
    const [first, second] = phone.recovery_codes as [string, string];
    expect((await logIn(first)).status).toBe(200);
    expect((await logIn(first)).status).toBe(422);
    expect((await logIn(` ${second.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200);
    expect(await sessionsOf()).toEqual([{ factor: 'recovery' }, { factor: 'recovery' }]);
    await drainJobs(context, ['outbox.drain']);
    const mails = context.mail
      .to(person.email)
      .filter(({ subject }) => subject === 'A recovery code was used');
    expect(mails.map(({ text }) => /Codes left: (\d+)/.exec(text ?? '')?.[1])).toEqual(['9', '8']);
    expect(
      await rowsOf(`select detail from audit_log where action = 'factor.recovery_use'
        and subject = 'user:${user_id}' order by id`),
    ).toEqual([{ detail: { left: 9 } }, { detail: { left: 8 } }]);
  });

  /** @shows H2.10 */
  it('takes one recovery code for one login, also when two come with it at once', async () => {
    const code = phone.recovery_codes[0]!;
    const both = await Promise.all([logIn(code), logIn(code)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  it('is not let in by the code of another account', async () => {
    const other = await aFamily(app);
    const theirs = await setUpApp(app, other);
    expect((await logIn(theirs.recovery_codes[0])).status).toBe(422);
  });
});

async function aMailedToken(purpose: Purpose): Promise<string> {
  const token = newToken();
  const created_at = context.clock.now();
  const row = { hash: hashOfToken(token), user_id, purpose, created_at };
  await insertMailedToken(context.db, { ...row, expires_at: new Date(created_at.getTime() + MINUTE_MS) });
  return token;
}

describe('no way in goes around the second factor', () => {
  /** @shows H2.11 */
  it('neither a new password by a mailed link', async () => {
    const token = await aMailedToken('reset-password');
    const password = 'quite another long one';
    const answer = await send(app, {
      method: 'POST',
      url: '/reset-password',
      payload: { token, email: person.email, password, password_confirmation: password },
    });
    expect([answer.status, answer.items]).toEqual([200, []]);
    const asked = await logInWith(app, { ...person, password });
    expect(asked.errors).toEqual(['second_factor_required']);
    expect((await logInWith(app, { ...person, password }, codeNow())).status).toBe(200);
  });

  /** @shows H2.11 */
  it('nor the link that verifies an address', async () => {
    const token = await aMailedToken('verify-email');
    const answer = await send(app, { method: 'GET', url: `/verify-email/${token}` });
    expect([answer.status, answer.items]).toEqual([200, []]);
    expect(await sessionsOf()).toEqual([]);
  });

  /** @shows H2.11 */
  it('nor a refresh, which goes on with the session that it is of', async () => {
    const [tokens] = (await logIn(codeNow())).items;
    const answer = await send(app, {
      method: 'POST',
      url: '/refresh-token',
      payload: { refresh_token: tokens.refresh_token },
    });
    expect(answer.status).toBe(200);
    expect(await sessionsOf()).toEqual([{ factor: 'totp' }]);
  });

  /** @shows H2.11 */
  it('nor a browser that is known', async () => {
    const [{ known_browser }] = (await logIn(codeNow())).items;
    const { email, password } = person;
    const answer = await send(app, {
      method: 'POST',
      url: '/login',
      payload: { email, password },
      headers: { 'x-known-browser': known_browser },
    });
    expect(answer.errors).toEqual(['second_factor_required']);
  });

  /** @shows H2.11 */
  it('nor staff, whose look through a parent’s eyes changes no factor', async () => {
    const staff = await aStaffMember(app, context.db);
    const answer = await staff.call('POST', `/admin/parents/${user_id}/impersonation`, { reason: A_REASON });
    expect(answer.status).toBe(200);
    const looking = asPerson(app, person, answer.items[0]);
    expect((await looking.call('DELETE', `/user/authenticators/${phone.id}`)).status).toBe(403);
    expect(await sessionsOf()).toEqual([{ factor: 'none' }]);
  });
});
