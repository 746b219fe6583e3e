import { rightsOf } from '#modules/accounts/rights.ts';
import { AUDIT_DETAIL } from '#tests/support/database/audit-texts.ts';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { registerFamily, aRegistration, logInAs, send, type Person } from '#tests/support/app/people.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';

const { context, app } = await openTestApp();

const post = (url: string, payload: object) => send(app, { method: 'POST', url, payload });

describe('registering', () => {
  /** @shows A-306 A-316 */
  it('makes an account that can log in at once, whatever the letters of the e-mail', async () => {
    const form = aRegistration({ email: 'MiXed@Example.com' });
    const {
      items: [user],
    } = await post('/register', form);
    expect(user).toMatchObject({
      email: 'mixed@example.com',
      first_name: 'Adaeze',
      is_email_verified: false,
      is_impersonated: false,
    });
    const person = await logInAs(app, { email: 'mixed@EXAMPLE.com', password: form.password });
    expect((await person.call('GET', '/user')).items).toEqual([user]);
  });

  it('takes an e-mail once, whatever its letters, and says so at the field', async () => {
    const form = aRegistration();
    await post('/register', form);
    const again = await post('/register', { ...form, email: form.email.toUpperCase() });
    expect([again.status, Object.keys(again.fields)]).toEqual([422, ['email']]);
  });

  it('gives one of two who register the same e-mail at once the account', async () => {
    const form = aRegistration();
    const answers = await Promise.all([1, 2, 3].map(() => post('/register', form)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 422, 422]);
  });

  /** @shows A-218 A-340 */
  it('says under both fields that the passwords differ', async () => {
    const { status, fields } = await post(
      '/register',
      aRegistration({ password_confirmation: 'another one' }),
    );
    const sentence = ['Confirm password did not match.'];
    expect([status, fields]).toEqual([422, { password: sentence, password_confirmation: sentence }]);
  });

  const aPassword = 'x7qk2p-violet otter '.repeat(13);

  /** @shows A-216 */
  it.each([
    [5, 422],
    [6, 200],
    [255, 200],
    [256, 422],
  ])('answers a password of %i characters with %i', async (length, status) => {
    const password = aPassword.slice(0, length);
    expect(
      (await post('/register', aRegistration({ password, password_confirmation: password }))).status,
    ).toBe(status);
  });

  it.each([
    ['password1', 'This password is too common and easy to guess. Please choose another one.'],
    ['QWERTY123', 'This password is too common and easy to guess. Please choose another one.'],
    ['Harborline-2027', 'This password is just a name, which is easy to guess. Please choose another one.'],
    [
      'Summer2026!',
      'This password is one of the first someone would try. ' +
        'Please choose another one, such as a few words.',
    ],
  ])('takes no password that is guessed first: %s', async (password, sentence) => {
    const { status, fields } = await post(
      '/register',
      aRegistration({ password, password_confirmation: password }),
    );
    expect([status, fields]).toEqual([422, { password: [sentence] }]);
  });

  it('cuts no password short', async () => {
    const start = aPassword.slice(0, 254);
    const password = `${start}x`;
    const { email } = await registerFamily(app, { password, password_confirmation: password });
    expect((await post('/login', { email, password: `${start}y` })).errors).toEqual(['invalid_credentials']);
  });

  it('takes roles, ids and verification from nobody', async () => {
    const person = await registerFamily(app, {
      id: 1,
      roles: [{ role_type_id: 10 }],
      rights: ['money'],
      is_staff: true,
      email_verified_at: '2020-01-01',
      emailVerifiedAt: '2020-01-01',
    });
    const [user] = (await person.call('GET', '/user')).items;
    const [parent] = (await send(app, { url: '/option' })).items.filter(
      (option) => option.key === 'userRoleParent',
    );
    expect([user.roles, user.is_email_verified]).toEqual([[{ role_type_id: parent.id }], false]);
  });

  it('keeps passwords as argon2id with the recommended cost', async () => {
    const { rows } = await context.db.execute<{ password_hash: string }>(
      sql`select password_hash from users limit 1`,
    );
    expect(rows[0]!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('logging in', () => {
  it('answers a wrong password, an unknown e-mail and a disabled account alike', async () => {
    const known = await registerFamily(app);
    const disabled = await registerFamily(app);
    await context.db.execute(sql`update users set disabled_at = now() where email = ${disabled.email}`);
    const attempts = [
      { ...known, password: 'wrong one' },
      { ...known, email: 'nobody@okafor.example' },
      disabled,
    ];
    const answers = await Promise.all(
      attempts.map(({ email, password }) => post('/login', { email, password })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect([answers[0]!.status, answers[0]!.errors]).toEqual([400, ['invalid_credentials']]);
  });

  /** @shows A-303 A-304 A-305 */
  it('answers email and password with a token record, and asks for no client secret', async () => {
    const { email, password } = await registerFamily(app);
    const { status, items } = await post('/login', { email, password });
    expect([status, items.length, Object.keys(items[0])]).toEqual([
      200,
      1,
      ['access_token', 'refresh_token', 'expires_in', 'known_browser'],
    ]);
  });

  it('tells an e-mail that is none from one that is wrong', async () => {
    const { status, fields } = await post('/login', { email: 'abc', password: '' });
    expect([status, Object.keys(fields)]).toEqual([422, ['email', 'password']]);
  });

  it('shuts out a disabled account that is still logged in', async () => {
    const person = await registerFamily(app);
    await context.db.execute(sql`update users set disabled_at = now() where email = ${person.email}`);
    expect((await person.call('GET', '/user')).status).toBe(401);
    expect((await post('/refresh-token', { refresh_token: person.tokens.refresh_token })).status).toBe(401);
  });

  it('writes no token down', async () => {
    const { tokens } = await registerFamily(app);
    const { rows } = await context.db.execute(
      sql`select (select json_agg(a)::text from access_tokens a)
        || (select json_agg(r)::text from refresh_tokens r) as all`,
    );
    const written = JSON.stringify(rows);
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      expect(written).not.toContain(token);
      expect(written).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    }
  });

  it('makes the hash anew when it was made with a lower cost', async () => {
    const person = await registerFamily(app);
    const { hash } = await import('@node-rs/argon2');
    const weak = await hash(person.password, { memoryCost: 8192, timeCost: 1 });
    await context.db.execute(sql`update users set password_hash = ${weak} where email = ${person.email}`);
    await logInAs(app, person);
    const { rows } = await context.db.execute<{ password_hash: string }>(
      sql`select password_hash from users where email = ${person.email}`,
    );
    expect(rows[0]!.password_hash).toContain('m=19456,t=2');
    await logInAs(app, person);
  });
});

describe('the record of logins', () => {
  const recordOf = async (person: Person) => {
    const { rows } = await context.db.execute<{ action: string; actor_id: string | null; detail: object }>(
      sql`select action, actor_id, detail from audit_log
        where subject = (select 'user:' || id from users where email = ${person.email}) order by id`,
    );
    return rows;
  };

  it('says who came in, who was turned away and who left', async () => {
    const person = await registerFamily(app);
    const {
      items: [user],
    } = await person.call('GET', '/user');
    await post('/login', { ...person, password: 'wrong one' });
    await person.call('POST', '/logout');
    const rows = (await recordOf(person)).map((row) => [
      row.action,
      row.actor_id === null ? null : Number(row.actor_id),
    ]);
    expect(rows).toEqual([
      ['session.begin', user.id],
      ['session.refuse', null],
      ['session.end', user.id],
    ]);
  });

  it('names nobody who has no account, and repeats nothing that was typed', async () => {
    await post('/login', { email: 'hunter2@okafor.example', password: 'my own secret' });
    const { rows } = await context.db.execute(
      sql`select subject, actor_id, ${AUDIT_DETAIL} from audit_log
        order by id desc limit 1`,
    );
    expect(rows).toEqual([{ subject: 'user:unknown', actor_id: null, detail: { network: '127.0.0.1' } }]);
    const all = await context.db.execute(sql`select json_agg(a)::text as all from audit_log a`);
    expect(JSON.stringify(all.rows)).not.toMatch(/okafor|secret|wrong/);
  });
});

describe('options', () => {
  /** @shows A-164 A-319 B-166 B-167 B-168 B-169 B-272 */
  it('are there for a visitor, with the keys that the client knows', async () => {
    const { items } = await send(app, { url: '/option' });
    const keys = items.map((option) => option.key);
    expect(keys).toEqual(
      expect.arrayContaining([
        'userRoleAdmin',
        'userRoleSuperAdmin',
        'paymentTypeAch',
        'paymentTypeNone',
        'paymentTermTypeFull',
        'billingFrequencyTypeMonthly',
      ]),
    );
    const keysOf = (category: string) =>
      items
        .filter((option) => option.category === category)
        .map((option) => option.key)
        .toSorted();
    expect(keysOf('paymentType')).toEqual([
      'paymentTypeAch',
      'paymentTypeCash',
      'paymentTypeCheck',
      'paymentTypeCreditCard',
      'paymentTypeNone',
    ]);
    expect(keysOf('paymentTermType')).toEqual(['paymentTermTypeFull', 'paymentTermTypeScheduled']);
    expect(Object.keys(items[0]).toSorted()).toEqual(['category', 'id', 'key']);
    const categories = new Set(items.map((option) => option.category));
    expect([...categories]).toEqual(
      expect.arrayContaining(['paymentType', 'paymentTermType', 'userRole', 'adjustmentType']),
    );
  });
});

describe('staff', () => {
  it('are told from parents by their roles', async () => {
    const person = await registerFamily(app);
    await context.db.execute(sql`insert into user_roles (user_id, role_type_id)
      select u.id, o.id from users u, options o where u.email = ${person.email} and o.key = 'userRoleAdmin'`);
    const viewer = await context.authenticate(person.tokens.access_token);
    expect(viewer).toMatchObject({
      rights: rightsOf(['userRoleAdmin']),
      roles: ['userRoleParent', 'userRoleAdmin'],
      impersonator_id: null,
    });
  });
});
