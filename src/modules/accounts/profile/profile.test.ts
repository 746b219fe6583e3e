import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/build-app.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { registerFamily, logInAs, send, type Person } from '#tests/support/app/people.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { MINUTE_MS } from '#kit/durations.ts';

let context: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  context = await createTestContext();
  app = await buildApp(context);
});
afterAll(async () => {
  await app.close();
  await context.close();
});

const NEW_PASSWORD = { password: 'another long one', password_confirmation: 'another long one' };

let addresses = 0;
const newAddress = () => `moved${(addresses += 1)}@okafor.example`;
const userOf = async (person: Person) => (await person.call('GET', '/user')).items[0];
const change = async (person: Person, changes: object) =>
  person.call('PUT', `/user/${(await userOf(person)).id}`, changes);
const mailsTo = async (email: string) => {
  await drainJobs(context, ['outbox.drain']);
  return context.mail.to(email);
};
const auditOf = async (person: Person) => {
  const subject = `user:${(await userOf(person)).id}`;
  const { rows } = await context.db.execute<{ action: string; detail: object }>(
    sql`select action, detail from audit_log where subject = ${subject} and action like 'profile.%'
      order by id`,
  );
  return rows;
};

describe('the profile', () => {
  /** @shows A-317 A-144 */
  it('changes what is sent and leaves the rest, and says what it is now', async () => {
    const person = await registerFamily(app);
    const { status, items } = await change(person, { first_name: ' Ada ', phone_home: '718-555-0131' });
    expect(status).toBe(200);
    expect(items).toEqual([await userOf(person)]);
    expect(items[0]).toMatchObject({
      first_name: 'Ada',
      last_name: 'Okafor',
      email: person.email,
      phone_home: '718-555-0131',
      phone_mobile: null,
    });
    expect(items[0]).not.toHaveProperty('password');
    expect((await change(person, { phone_home: '' })).items[0]).toMatchObject({
      first_name: 'Ada',
      phone_home: null,
    });
    expect(await auditOf(person)).toEqual([
      { action: 'profile.details', detail: { fields: 'first_name phone_home' } },
      { action: 'profile.details', detail: { fields: 'phone_home' } },
    ]);
  });

  it('is changed by its owner only', async () => {
    const person = await registerFamily(app);
    const other = await userOf(await registerFamily(app));
    for (const id of [other.id, 999_999, 'me'])
      expect((await person.call('PUT', `/user/${id}`, { first_name: 'Eve' })).status).toBe(404);
    expect(
      (await send(app, { method: 'PUT', url: `/user/${other.id}`, payload: { first_name: 'Eve' } })).status,
    ).toBe(401);
  });

  it('takes no id, role or verification from a body', async () => {
    const person = await registerFamily(app);
    const before = await userOf(person);
    await change(person, {
      id: 1,
      roles: [{ role_type_id: 1 }],
      is_email_verified: true,
      email_verified_at: '2020-01-01',
      password_hash: 'x',
      disabled_at: null,
    });
    expect(await userOf(person)).toEqual(before);
    expect(await auditOf(person)).toEqual([]);
  });

  it.each([
    [{ first_name: '' }, 'first_name', 'The first name field is required'],
    [
      { last_name: 'x'.repeat(256) },
      'last_name',
      'The last name field may not be greater than 255 characters',
    ],
    [{ email: '' }, 'email', 'The email field is required'],
    [{ email: 'abc' }, 'email', 'The email field must be a valid email'],
    [{ phone_home: '12-34' }, 'phone_home', 'Must be in format: 123-456-7890'],
    [
      { password: 'short', password_confirmation: 'short' },
      'password',
      'The password field must be at least 6 characters',
    ],
    [{ password: 'long enough' }, 'password_confirmation', 'Confirm password did not match.'],
    [
      { password: 'password1', password_confirmation: 'password1' },
      'password',
      'This password is too common and easy to guess. Please choose another one.',
    ],
    [
      { password: 'harborline!', password_confirmation: 'harborline!' },
      'password',
      'This password is just a name, which is easy to guess. Please choose another one.',
    ],
  ])('refuses %o at its field', async (changes, field, sentence) => {
    const { status, fields } = await change(await registerFamily(app), changes);
    expect(status).toBe(422);
    expect(fields[field]?.[0]).toBe(sentence);
  });
});

describe('an email that is the present one', () => {
  it('changes nothing, and asks for nothing', async () => {
    const person = await registerFamily(app);
    context.clock.advanceMs(11 * MINUTE_MS);
    const { items } = await change(person, { email: person.email.toUpperCase() });
    expect(items[0]).toMatchObject({ email: person.email, pending_email: null });
    expect(await mailsTo(person.email)).toHaveLength(1);
  });
});

describe('a new password', () => {
  it('ends every other session, keeps this one, and is announced to the owner', async () => {
    const person = await registerFamily(app);
    const elsewhere = await logInAs(app, person);
    expect((await change(person, NEW_PASSWORD)).status).toBe(200);
    expect((await person.call('GET', '/user')).status).toBe(200);
    expect((await elsewhere.call('GET', '/user')).status).toBe(401);
    expect((await send(app, { method: 'POST', url: '/login', payload: person })).errors).toEqual([
      'invalid_credentials',
    ]);
    await logInAs(app, { email: person.email, password: NEW_PASSWORD.password });
    const notice = (await mailsTo(person.email)).at(-1)!;
    expect(notice.subject).toBe('Your password was changed');
    expect(notice.text).toContain('all other devices');
    expect(await auditOf(person)).toEqual([{ action: 'profile.password', detail: {} }]);
  });

  it('voids a reset link that was asked for before', async () => {
    const person = await registerFamily(app);
    await send(app, { method: 'POST', url: '/forgot-password', payload: { email: person.email } });
    const link = new URL(
      /href="(http[^"]+reset-password[^"]+)"/
        .exec((await mailsTo(person.email)).at(-1)!.html)![1]!
        .replaceAll('&amp;', '&'),
    );
    await change(person, NEW_PASSWORD);
    const reset = {
      token: link.searchParams.get('token'),
      email: person.email,
      password: 'a thief’s one',
      password_confirmation: 'a thief’s one',
    };
    expect((await send(app, { method: 'POST', url: '/reset-password', payload: reset })).status).toBe(422);
  });
});

describe('the current password', () => {
  const aWhileLater = async () => {
    const person = await registerFamily(app);
    expect((await userOf(person)).needs_current_password).toBe(false);
    context.clock.advanceMs(10 * MINUTE_MS);
    expect((await userOf(person)).needs_current_password).toBe(true);
    return person;
  };

  it('is required for a new password once the login is ten minutes old', async () => {
    const person = await aWhileLater();
    expect((await change(person, NEW_PASSWORD)).fields).toEqual({
      current_password: ['The current password field is required'],
    });
    expect((await change(person, { ...NEW_PASSWORD, current_password: 'wrong one' })).fields).toEqual({
      current_password: ['The current password is not correct.'],
    });
    expect((await change(person, { ...NEW_PASSWORD, current_password: person.password })).status).toBe(200);
  });

  it('is not required for names and phones', async () => {
    expect((await change(await aWhileLater(), { last_name: 'Obi' })).status).toBe(200);
  });

  it('is checked whenever it is sent, and locked for fifteen minutes after five wrong ones', async () => {
    const person = await registerFamily(app);
    const guess = (current_password: string) => change(person, { ...NEW_PASSWORD, current_password });
    for (let n = 0; n < 5; n += 1) expect((await guess('wrong one')).status).toBe(422);
    expect((await guess(person.password)).status).toBe(429);
    context.clock.advanceMs(15 * MINUTE_MS);
    expect((await guess(person.password)).status).toBe(200);
  });
});

describe('staff who impersonate a parent', () => {
  it('change names and phones, but neither email nor password', async () => {
    const person = await registerFamily(app);
    const staff = await userOf(await registerFamily(app));
    const { id } = await userOf(person);
    await context.db.execute(sql`update sessions set impersonator_id = ${staff.id} where user_id = ${id}`);
    for (const changes of [
      { email: newAddress() },
      NEW_PASSWORD,
      { ...NEW_PASSWORD, current_password: person.password },
    ]) {
      const { status, errors } = await change(person, changes);
      expect(status).toBe(403);
      expect(errors).toEqual([
        'Staff can’t change a parent’s email address or password. Please ask the parent to do it.',
      ]);
    }
    expect((await change(person, { first_name: 'Ada', email: person.email })).status).toBe(200);
    const { rows } = await context.db.execute<{ actor_id: string; on_behalf_of_id: string }>(
      sql`select actor_id, on_behalf_of_id from audit_log
        where action = 'profile.details' and subject = ${`user:${id}`}`,
    );
    expect(rows).toHaveLength(1);
    expect(Number(rows[0]!.actor_id)).toBe(staff.id);
    expect(Number(rows[0]!.on_behalf_of_id)).toBe(id);
  });
});
