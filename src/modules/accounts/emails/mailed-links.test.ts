import { sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { registerFamily, logInAs, send, type Person, verifyEmailOf } from '#tests/support/app/people.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';
import { HOUR_MS } from '#kit/durations.ts';

const { context, app } = await openTestApp();

const post = (url: string, payload: object) => send(app, { method: 'POST', url, payload });

async function mailsOf({ email }: { email: string }) {
  await drainJobs(context, ['outbox.drain']);
  return context.mail.to(email);
}

async function linkOf(person: Person): Promise<URL> {
  const mail = (await mailsOf(person)).at(-1)!;
  return new URL(/href="(http[^"]+)"/.exec(mail.html)![1]!.replaceAll('&amp;', '&'));
}

const isVerified = async (person: Person) => (await person.call('GET', '/user')).items[0].is_email_verified;

describe('the verification mail', () => {
  it('goes out once after registering, in HTML and as text', async () => {
    const person = await registerFamily(app, { first_name: 'Ada <b>' });
    const mails = await mailsOf(person);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.subject).toBe('Please verify your email address');
    // The reader may be another person than the typist of the name (H15).
    expect(mails[0]!.text).toContain('Hello,');
    expect(mails[0]!.html + mails[0]!.text).not.toContain('Ada');
    expect(mails[0]!.text).toContain('/verify-email?endpoint=');
  });

  /** @shows A-312 */
  it('carries a link that verifies, and does no harm when followed again', async () => {
    const person = await registerFamily(app);
    const link = await linkOf(person);
    expect(link.origin + link.pathname).toBe(`${context.config.publicUrl}/verify-email`);
    const endpoint = link.searchParams.get('endpoint')!;
    expect(endpoint).toMatch(/^\/api\/verify-email\/[\w-]{43}$/);
    expect(await isVerified(person)).toBe(false);
    for (let i = 0; i < 2; i += 1) expect((await app.inject(endpoint)).json()).toEqual({ success: true });
    expect(await isVerified(person)).toBe(true);
  });

  it('carries a link that dies after seven days', async () => {
    const person = await registerFamily(app);
    const endpoint = (await linkOf(person)).searchParams.get('endpoint')!;
    context.clock.advanceMs(7 * 24 * HOUR_MS);
    const answer = await app.inject(endpoint);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, ['Email verification failed!']]);
    expect((await app.inject('/api/verify-email/guess')).statusCode).toBe(422);
  });

  /** @shows A-313 */
  it('is sent again on request, five times an hour, and not to the verified', async () => {
    const person = await registerFamily(app);
    const answers: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      context.clock.advanceMs(1000);
      answers.push((await person.call('POST', '/resend-verification-email')).status);
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await mailsOf(person)).toHaveLength(6);
    await app.inject((await linkOf(person)).searchParams.get('endpoint')!);
    context.clock.advanceMs(HOUR_MS);
    expect((await person.call('POST', '/resend-verification-email')).status).toBe(200);
    expect(await mailsOf(person)).toHaveLength(6);
  });

  it('has its token in no table', async () => {
    const person = await registerFamily(app);
    const token = (await linkOf(person)).searchParams.get('endpoint')!.split('/').at(-1)!;
    const { rows } = await context.db.execute(
      sql`select (select json_agg(o)::text from outbox o) as waiting,
        (select json_agg(t)::text from mailed_tokens t) as tokens`,
    );
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('a forgotten password', () => {
  const reset = (link: URL, password = 'a brand new one', changes: object = {}) =>
    post('/reset-password', {
      token: link.searchParams.get('token'),
      email: link.searchParams.get('email'),
      password,
      password_confirmation: password,
      ...changes,
    });
  const asked = async (person: Person, extra: object = {}) => {
    context.clock.advanceMs(60_000);
    expect((await post('/forgot-password', { email: person.email.toUpperCase(), ...extra })).status).toBe(
      200,
    );
    return linkOf(person);
  };

  /** @shows A-308 A-310 */
  it('is replaced through the mailed link, which ends every session and tells the owner', async () => {
    const person = await registerFamily(app);
    const link = await asked(person);
    expect(link.origin + link.pathname).toBe(`${context.config.publicUrl}/reset-password`);
    expect((await reset(link)).status).toBe(200);
    expect((await person.call('GET', '/user')).status).toBe(401);
    expect((await post('/login', person)).errors).toEqual(['invalid_credentials']);
    await logInAs(app, { email: person.email, password: 'a brand new one' });
    expect((await mailsOf(person)).at(-1)!.subject).toBe('Your password was changed');
  });

  it('is replaced once, by the latest link, within an hour, for its own account', async () => {
    const person = await registerFamily(app);
    const first = await asked(person);
    const latest = await asked(person);
    const dead = {
      status: 422,
      errors: ['Sorry, the password reset request appears to be invalid - request a new one'],
    };
    expect(await reset(first)).toMatchObject(dead);
    expect(await reset(latest, 'a brand new one', { email: 'other@okafor.example' })).toMatchObject(dead);
    expect((await reset(latest)).status).toBe(200);
    expect(await reset(latest)).toMatchObject(dead);
    const late = await asked(person);
    context.clock.advanceMs(HOUR_MS);
    expect(await reset(late)).toMatchObject(dead);
  });

  /** @shows MA2.4 */
  it('has a link that can be asked whether it holds, which does not use it up', async () => {
    const person = await registerFamily(app);
    const holds = async (link: URL, email = person.email) =>
      (await post('/reset-password/check', { token: link.searchParams.get('token'), email })).status;
    const first = await asked(person);
    const latest = await asked(person);
    expect([await holds(first), await holds(latest, 'other@okafor.example')]).toEqual([422, 422]);
    expect([await holds(latest), await holds(latest)]).toEqual([200, 200]);
    expect((await reset(latest)).status).toBe(200);
    expect(await holds(latest)).toBe(422);
    const late = await asked(person);
    context.clock.advanceMs(HOUR_MS);
    expect(await holds(late)).toBe(422);
  });

  it('is replaced once when two come with the same link at once', async () => {
    const link = await asked(await registerFamily(app));
    const answers = await Promise.all([reset(link, 'the first one'), reset(link, 'the second one')]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 422]);
  });

  it('answers alike for an address without an account, and mails nobody', async () => {
    const person = await registerFamily(app);
    const before = (await mailsOf(person)).length;
    const known = await post('/forgot-password', { email: person.email });
    expect(await post('/forgot-password', { email: 'nobody@okafor.example' })).toEqual(known);
    expect(await mailsOf({ email: 'nobody@okafor.example' })).toEqual([]);
    expect((await mailsOf(person)).length).toBe(before + 1);
  });

  it('is asked of the database in the same statements whether or not there is such an account', async () => {
    const person = await registerFamily(app);
    await mailsOf(person);
    const statements = async (email: string) => {
      const spy = vi.spyOn(pg.Client.prototype, 'query');
      await post('/forgot-password', { email });
      const texts = spy.mock.calls.map(([query]: unknown[]) =>
        typeof query === 'string' ? query : (query as { text: string }).text,
      );
      spy.mockRestore();
      return texts;
    };
    const known = await statements(person.email);
    expect(known.length).toBeGreaterThan(3);
    expect(await statements('nobody.at.all@okafor.example')).toEqual(known);
  });

  it('comes back to a path of this site only', async () => {
    const person = await registerFamily(app);
    expect(
      (await asked(person, { redirectPath: '/contract?school=hm-lower' })).searchParams.get('redirectPath'),
    ).toBe('/contract?school=hm-lower');
    expect((await asked(person, { redirectPath: '//evil.example' })).searchParams.has('redirectPath')).toBe(
      false,
    );
  });

  it('takes passkeys along where nobody had verified the address, and leaves all others', async () => {
    const passkeysAfterReset = async (isVerified: boolean) => {
      const person = await registerFamily(app);
      if (isVerified) await verifyEmailOf(app, person);
      await context.database.pool.query(
        `insert into authenticators
            (user_id, kind, label, credential_id, public_key, use_count, created_at, confirmed_at)
          select id, 'passkey', 'Phone', email, 'x', 0, now(), now() from users where email = $1`,
        [person.email],
      );
      expect((await reset(await asked(person))).status).toBe(200);
      const left = `select 1 from authenticators where credential_id = $1`;
      return (await context.database.pool.query(left, [person.email])).rowCount;
    };
    expect(await passkeysAfterReset(false)).toBe(0);
    expect(await passkeysAfterReset(true)).toBe(1);
  });

  it('lets an account in that too many wrong passwords had shut', async () => {
    const person = await registerFamily(app);
    for (let i = 0; i < 5; i += 1) await post('/login', { ...person, password: 'wrong one' });
    expect((await post('/login', person)).status).toBe(429);
    await reset(await asked(person));
    await logInAs(app, { email: person.email, password: 'a brand new one' });
  });
});
