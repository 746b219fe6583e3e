import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { createVault } from '#platform/vault/vault.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import { reencryptAll } from '#server/reencrypt-all.ts';
import { aFamily, verifyEmailOf, type Person } from '#tests/support/app/people.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { codeOf, logInWith, setUpApp } from '#tests/support/app/second-factor.ts';
import { aStaffMember, impersonate } from '#tests/support/app/staff.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';

const { context, app } = await openTestApp();
let person: Person;
beforeEach(async () => {
  context.clock.advanceDays(1);
  person = await aFamily(app);
  await verifyEmailOf(app, person);
});

const rowsOf = async (text: string) => (await context.database.pool.query(text)).rows;
const read = async (who: Person) => (await who.call('GET', '/user/second-factors')).items[0];
const begin = async (who: Person) => (await who.call('POST', '/user/authenticators')).items[0];
const confirm = (who: Person, id: number, code: string, label = 'Phone') =>
  who.call('POST', `/user/authenticators/${id}/confirm`, { label, code });
const codeNow = (secret: string) => codeOf(secret, context.clock.realNow());
const subjectsTo = async (email: string) => {
  await drainJobs(context, ['outbox.drain']);
  return context.mail.sent.filter(({ to }) => to.includes(email)).map(({ subject }) => subject);
};
const actions = () =>
  rowsOf(`select action, detail from audit_log where action like 'factor.%' order by id desc limit 1`);

describe('setting an authenticator app up', () => {
  /** @shows H2.10 H2.12 */
  it('takes its first code, and brings ten recovery codes once', async () => {
    const { id, secret, uri } = await begin(person);
    expect(uri).toContain(`secret=${secret}`);
    expect(await read(person)).toEqual({ authenticators: [], recovery_codes_left: 0 });
    expect((await confirm(person, id, '000000')).fields.code).toEqual([
      'This code is wrong, has expired or was already used.',
    ]);
    const { items } = await confirm(person, id, codeNow(secret));
    expect(items[0].recovery_codes).toHaveLength(10);
    expect(await read(person)).toMatchObject({
      authenticators: [{ id, kind: 'totp', label: 'Phone' }],
      recovery_codes_left: 10,
    });
    expect((await confirm(person, id, codeNow(secret))).status).toBe(404);
    const second = await setUpApp(app, person, 'Tablet');
    expect(second.recovery_codes).toEqual([]);
  });

  it('asks nobody for a code before its first one, ends after 15 minutes, and replaces another', async () => {
    const first = await begin(person);
    expect((await logInWith(app, person)).status).toBe(200);
    const second = await begin(person);
    expect((await confirm(person, first.id, codeNow(first.secret))).status).toBe(404);
    context.clock.advanceMs(15 * MINUTE_MS);
    expect((await confirm(person, second.id, codeNow(second.secret))).status).toBe(404);
  });

  /** @shows H2.9 */
  it('takes ten guesses, also when they come at once', async () => {
    const { id, secret } = await begin(person);
    const code = codeNow(secret) === '000000' ? '000001' : '000000';
    const tried = await Promise.all(Array.from({ length: 15 }, () => confirm(person, id, code)));
    expect(tried.filter(({ status }) => status === 422)).toHaveLength(10);
    expect((await confirm(person, id, codeNow(secret))).status).toBe(429);
  });

  it('is for the owner of the account alone', async () => {
    const other = await aFamily(app);
    const { id, secret } = await begin(person);
    expect((await confirm(other, id, codeNow(secret))).status).toBe(404);
    const staff = await aStaffMember(app, context.db);
    const looking = await impersonate(app, staff, person);
    for (const [method, path] of [
      ['GET', '/user/second-factors'],
      ['POST', '/user/authenticators'],
      ['DELETE', `/user/authenticators/${id}`],
      ['POST', '/user/recovery-codes'],
    ] as const)
      expect([path, (await looking.call(method, path)).status]).toEqual([path, 403]);
  });

  it('ends at five', async () => {
    for (let n = 0; n < 5; n += 1) await setUpApp(app, person, `Phone ${n}`);
    expect((await person.call('POST', '/user/authenticators')).status).toBe(409);
  });
});

describe('what changes an account’s second factors', () => {
  /** @shows H2.12 */
  it('wants the password from the last five minutes', async () => {
    const { id } = await setUpApp(app, person);
    context.clock.advanceMs(5 * MINUTE_MS);
    for (const [method, path] of [
      ['POST', '/user/authenticators'],
      ['DELETE', `/user/authenticators/${id}`],
      ['POST', '/user/recovery-codes'],
    ] as const)
      expect((await person.call(method, path)).errors).toEqual(['Please confirm your password to do this.']);
    await person.call('POST', '/user/prove', { password: person.password });
    expect((await person.call('DELETE', `/user/authenticators/${id}`)).status).toBe(200);
  });

  /** @shows H2.13 */
  it('is mailed to the owner and written down', async () => {
    const { id } = await setUpApp(app, person);
    expect(await actions()).toEqual([{ action: 'factor.add', detail: { kind: 'totp' } }]);
    await person.call('POST', '/user/recovery-codes');
    expect(await actions()).toEqual([{ action: 'factor.recovery_renew', detail: {} }]);
    await person.call('DELETE', `/user/authenticators/${id}`);
    expect(await actions()).toEqual([{ action: 'factor.remove', detail: { kind: 'totp' } }]);
    expect((await subjectsTo(person.email)).slice(-3)).toEqual([
      'Two-step verification is on',
      'You have new recovery codes',
      'An authenticator app was removed',
    ]);
  });

  /** @shows H2.10 */
  it('makes the recovery codes from before useless when there are new ones', async () => {
    const { recovery_codes: old } = await setUpApp(app, person);
    const [{ recovery_codes: fresh }] = (await person.call('POST', '/user/recovery-codes')).items;
    expect((await logInWith(app, person, old[0])).status).toBe(422);
    expect((await logInWith(app, person, fresh[0])).status).toBe(200);
  });

  it('leaves nothing when the last authenticator is removed', async () => {
    const first = await setUpApp(app, person);
    const second = await setUpApp(app, person, 'Tablet');
    await person.call('DELETE', `/user/authenticators/${first.id}`);
    expect(await read(person)).toMatchObject({ recovery_codes_left: 10 });
    await person.call('DELETE', `/user/authenticators/${second.id}`);
    expect(await read(person)).toEqual({ authenticators: [], recovery_codes_left: 0 });
    expect((await person.call('POST', '/user/recovery-codes')).status).toBe(409);
    expect((await logInWith(app, person)).status).toBe(200);
  });
});

describe('what is stored', () => {
  /** @shows H2.9 H2.10 */
  it('is a sealed secret and hashed codes, and comes under a new key at a start', async () => {
    const { id, secret } = await begin(person);
    const [{ recovery_codes: codes }] = (await confirm(person, id, codeNow(secret))).items;
    const stored = await rowsOf(`select secret from authenticators where id = ${id}`);
    expect(stored[0].secret).toMatch(/^sealed2:[0-9a-f]{8}:/);
    const dump = JSON.stringify([stored, await rowsOf('select * from recovery_codes')]);
    for (const text of [secret, ...codes]) expect(dump).not.toContain(text);
    const next = createVault([Buffer.alloc(32, 'next')]);
    await reencryptAll({
      ...context,
      vault: createVault([Buffer.alloc(32, 'next'), Buffer.alloc(32, 'test')]),
    });
    const [row] = await rowsOf(`select secret from authenticators where id = ${id}`);
    expect(next.open(row.secret, { table: 'authenticators', row: id, field: 'secret' })).toBe(secret);
    await reencryptAll({
      ...context,
      vault: createVault([Buffer.alloc(32, 'test'), Buffer.alloc(32, 'next')]),
    });
  });

  /** @shows H2.10 */
  it('is in the family’s copy without anything that logs in, and gone with the account', async () => {
    await setUpApp(app, person);
    const [{ id }] = (await person.call('GET', '/user')).items;
    const [{ path }] = (await person.call('POST', '/family-data', {})).items;
    const archive = unzipSync(new Uint8Array((await app.inject({ url: path })).rawPayload));
    const { authenticators, recovery_codes } = JSON.parse(strFromU8(archive['data/account.json']!));
    expect(authenticators).toMatchObject([{ kind: 'totp', label: 'Phone' }]);
    expect(Object.keys({ ...authenticators[0], ...recovery_codes[0] })).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/secret|hash|salt|last_step/)]),
    );
    await person.call('POST', '/family-data/delete', { current_password: person.password });
    const left = `select (select count(*) from authenticators where user_id = ${id})::int as apps,
      (select count(*) from recovery_codes where user_id = ${id})::int as codes`;
    expect(await rowsOf(left)).toEqual([{ apps: 0, codes: 0 }]);
  });
});
