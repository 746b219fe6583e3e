import { beforeEach, describe, expect, it } from 'vitest';
import { registerFamily, aRegistration, logInAs, send, type Person } from '#tests/support/app/people.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';
import { LOGIN_OF_ACCOUNT, markOfEmail } from '#modules/accounts/throttle-rules.ts';
import { consumeAttempt } from '#platform/throttle/throttle.ts';
import { confirmPayer } from './payer.service.ts';

const { context, app } = await openTestApp();

beforeEach(() => context.clock.advanceDays(2));

const logIn = (who: { email: string; password: string }, ip = '203.0.113.1') =>
  app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email: who.email, password: who.password },
    remoteAddress: ip,
  });
const statuses = async (count: number, work: (n: number) => Promise<{ statusCode: number }>) => {
  const found: number[] = [];
  for (let n = 0; n < count; n += 1) found.push((await work(n)).statusCode);
  return found;
};

describe('guessing passwords', () => {
  it('pauses one account after five, even for the right password, and says how long', async () => {
    const person = await registerFamily(app);
    expect(await statuses(5, () => logIn({ ...person, password: 'wrong one' }))).toEqual([
      400, 400, 400, 400, 400,
    ]);
    const shut = await logIn(person);
    expect([shut.statusCode, shut.headers['retry-after'], shut.json().errors]).toEqual([
      429,
      '1',
      ['Too many attempts. Please wait a moment and try again.'],
    ]);
    context.clock.advanceMs(1000);
    expect((await logIn(person)).statusCode).toBe(200);
  });

  it('pauses an account that does not exist alike', async () => {
    const nobody = { email: 'nobody@okafor.example', password: 'wrong one' };
    expect(await statuses(6, () => logIn(nobody))).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it('is forgotten at the first right password', async () => {
    const person = await registerFamily(app);
    for (let i = 0; i < 3; i += 1) {
      await statuses(4, () => logIn({ ...person, password: 'wrong one' }));
      expect((await logIn(person)).statusCode).toBe(200);
    }
  });

  it('over many accounts is stopped at the network that does it, and nowhere else', async () => {
    const person = await registerFamily(app);
    const guesses = await statuses(21, (n) =>
      logIn({ email: `victim${n}@okafor.example`, password: 'Summer2027' }, '203.0.113.66'),
    );
    expect([guesses.slice(0, 20).every((status) => status === 400), guesses[20]]).toEqual([true, 429]);
    expect([(await logIn(person, '203.0.113.66')).statusCode, (await logIn(person)).statusCode]).toEqual([
      429, 200,
    ]);
  });

  it('does not count the logins of a school’s open evening', async () => {
    const person = await registerFamily(app);
    expect(await statuses(40, () => logIn(person, '203.0.113.77'))).toEqual(Array(40).fill(200));
  }, 20_000);
});

describe('a stranger who guesses', () => {
  const wrong = (person: Person, ip: string) => logIn({ ...person, password: 'wrong one' }, ip);
  const browserOf = async (person: Person, ip: string) => {
    const { known_browser } = (await logIn(person, ip)).json().items[0];
    return (password = person.password, from = ip) =>
      app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { email: person.email, password },
        headers: { 'x-known-browser': known_browser },
        remoteAddress: from,
      });
  };

  const guessElsewhere = async ({ email }: Person, count: number) => {
    for (let n = 0; n < count; n += 1)
      await consumeAttempt(
        context.db,
        LOGIN_OF_ACCOUNT,
        markOfEmail(context.vault, email),
        context.clock.now(),
      );
  };

  /** @shows H5.1 */
  it('keeps nobody out in another network', async () => {
    const person = await registerFamily(app);
    expect((await statuses(6, () => wrong(person, '203.0.120.1'))).at(-1)).toBe(429);
    expect((await logIn(person, '203.0.120.2')).statusCode).toBe(200);
  });

  /** @shows H5.2 */
  it('has a hundred answers about one account, from however many networks', async () => {
    const person = await registerFamily(app);
    await guessElsewhere(person, 97);
    expect(await statuses(4, (n) => wrong(person, `203.0.121.${n}`))).toEqual([400, 400, 400, 429]);
    expect((await logIn(person, '203.0.122.1')).statusCode).toBe(429);
  });

  /** @shows H5.3 */
  it('keeps no browser out that was logged in before, not even in the same network', async () => {
    const person = await registerFamily(app);
    const inBrowser = await browserOf(person, '203.0.123.200');
    await guessElsewhere(person, 100);
    await statuses(21, (n) =>
      logIn({ email: `prey${n}@okafor.example`, password: 'Summer2027' }, '203.0.124.1'),
    );
    expect((await logIn(person, '203.0.124.1')).statusCode).toBe(429);
    expect((await inBrowser(person.password, '203.0.124.1')).statusCode).toBe(200);
  }, 20_000);

  /** @shows H5.3 */
  it('in the family’s own browser has five answers', async () => {
    const person = await registerFamily(app);
    const inBrowser = await browserOf(person, '203.0.125.1');
    expect(await statuses(6, () => inBrowser('wrong one'))).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await inBrowser(person.password, '203.0.125.2')).statusCode).toBe(429);
    expect((await logIn(person, '203.0.125.3')).statusCode).toBe(200);
  });

  it('gains nothing by the browser of an account of their own', async () => {
    const [stranger, person] = [await registerFamily(app), await registerFamily(app)];
    const { known_browser } = (await logIn(stranger, '203.0.126.1')).json().items[0];
    const guess = () =>
      app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { email: person.email, password: 'wrong one' },
        headers: { 'x-known-browser': known_browser },
        remoteAddress: '203.0.126.1',
      });
    expect(await statuses(6, guess)).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it('in a browser from before a new password is counted as anybody', async () => {
    const person = await registerFamily(app);
    const inBrowser = await browserOf(person, '203.0.127.1');
    const change = { password: 'quite a new one', password_confirmation: 'quite a new one' };
    const [{ id }] = (await person.call('GET', '/user')).items;
    expect((await person.call('PUT', `/user/${id}`, change)).status).toBe(200);
    await statuses(5, () => wrong(person, '203.0.127.1'));
    expect((await inBrowser('quite a new one')).statusCode).toBe(429);
  });
});

describe('registering', () => {
  it('is open to sixty an hour from one address', async () => {
    const taken = (await registerFamily(app)).email;
    const register = (ip: string) =>
      app.inject({
        method: 'POST',
        url: '/api/register',
        payload: aRegistration({ email: taken }),
        remoteAddress: ip,
      });
    const answers = await statuses(61, () => register('203.0.113.88'));
    expect([answers.slice(0, 60).every((status) => status === 422), answers[60]]).toEqual([true, 429]);
    expect((await register('203.0.113.89')).statusCode).toBe(422);
  }, 20_000);
});

describe('a reset link that does not hold', () => {
  it('may be tried thirty times an hour from one network', async () => {
    const reset = {
      token: 'guess',
      email: 'nobody@okafor.example',
      password: 'quite a new one',
      password_confirmation: 'quite a new one',
    };
    const guess = (ip: string) =>
      app.inject({ method: 'POST', url: '/api/reset-password', payload: reset, remoteAddress: ip });
    expect(await statuses(31, () => guess('203.0.113.90'))).toEqual([...Array<number>(30).fill(422), 429]);
    expect((await guess('203.0.113.91')).statusCode).toBe(422);
  });
});

describe('the payer’s second look', () => {
  const confirm = async (person: Person, credentials: object = {}) => {
    const viewer = (await context.authenticate(person.tokens.access_token))!;
    return confirmPayer(context.db, context.clock.now(), viewer.user_id, {
      email: person.email,
      password: person.password,
      ...credentials,
    });
  };

  it('takes the signed-in user’s own e-mail and password, whatever the letters of the e-mail', async () => {
    const person = await registerFamily(app);
    const other = await registerFamily(app, {
      password: 'quite another',
      password_confirmation: 'quite another',
    });
    expect(await confirm(person, { email: ` ${person.email.toUpperCase()} ` })).toBe(true);
    expect(await confirm(person, { email: other.email, password: other.password })).toBe(false);
    expect(await confirm(person, { password: 'wrong one' })).toBe(false);
  });

  it('is shut for fifteen minutes after five failures, even for the right answer', async () => {
    const person = await registerFamily(app);
    for (let i = 0; i < 5; i += 1) expect(await confirm(person, { password: 'wrong one' })).toBe(false);
    await expect(confirm(person)).rejects.toMatchObject({
      kind: { code: 'too_many_attempts' },
      extras: { retry_after_s: 900 },
    });
    context.clock.advanceMs(15 * 60_000);
    expect(await confirm(await logInAs(app, person))).toBe(true);
  });
});

/** @shows H7.2 */
describe('guesses that come at once', () => {
  const answered = (found: { statusCode: number }[]) => found.filter(({ statusCode }) => statusCode !== 429);

  it('at the password of an account get five answers', async () => {
    const person = await registerFamily(app);
    const found = await Promise.all(
      Array.from({ length: 40 }, () => logIn({ ...person, password: 'wrong one' }, '203.0.114.1')),
    );
    expect(answered(found)).toHaveLength(5);
  });

  it('at many accounts get twenty answers', async () => {
    const found = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        logIn({ email: `prey${n}@okafor.example`, password: 'Summer2027' }, '203.0.115.1'),
      ),
    );
    expect(answered(found)).toHaveLength(20);
  }, 20_000);

  it('at a reset link get thirty answers', async () => {
    const payload = { token: 'guess', email: 'nobody@okafor.example' };
    const found = await Promise.all(
      Array.from({ length: 80 }, () =>
        app.inject({
          method: 'POST',
          url: '/api/reset-password/check',
          payload,
          remoteAddress: '203.0.115.2',
        }),
      ),
    );
    expect(answered(found)).toHaveLength(30);
  });

  it('at the payer’s password get five answers', async () => {
    const person = await registerFamily(app);
    const { user_id } = (await context.authenticate(person.tokens.access_token))!;
    const guess = () =>
      confirmPayer(context.db, context.clock.now(), user_id, { email: person.email, password: 'wrong one' });
    const found = await Promise.allSettled(Array.from({ length: 30 }, guess));
    expect(found.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it('do not count where they are right', async () => {
    const person = await registerFamily(app);
    for (let round = 0; round < 3; round += 1) {
      const found = await Promise.all(Array.from({ length: 4 }, () => logIn(person, '203.0.115.3')));
      expect(answered(found)).toHaveLength(4);
    }
  });
});

describe('a visitor', () => {
  it('learns from no answer’s time whether an account exists', async () => {
    const person = await registerFamily(app);
    const timeOf = async (email: string) => {
      context.clock.advanceMs(24 * 3_600_000);
      const begun = performance.now();
      await send(app, { method: 'POST', url: '/login', payload: { email, password: 'wrong one' } });
      return performance.now() - begun;
    };
    // A busy computer only adds time: the shortest times of each are compared.
    let [known, unknown] = [Infinity, Infinity];
    for (let n = 0; n < 9; n += 1) {
      known = Math.min(known, await timeOf(person.email));
      unknown = Math.min(unknown, await timeOf('nobody@okafor.example'));
    }
    // Both hash once, in tens of milliseconds; without the hash an unknown e-mail would take two or three.
    expect(unknown).toBeGreaterThan(known / 2);
  }, 20_000);
});
