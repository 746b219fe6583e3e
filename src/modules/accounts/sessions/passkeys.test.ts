import { beforeEach, describe, expect, it } from 'vitest';
import { aFamily, send, type Person } from '#tests/support/app/people.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { PasskeyDevice } from '#tests/support/app/passkey-device.ts';
import { addPasskey, logInByPasskey, PASSKEY_ORIGIN } from '#tests/support/app/passkeys.ts';
import { aStaffMember, impersonate } from '#tests/support/app/staff.ts';
import { logInWith, setUpApp } from '#tests/support/app/second-factor.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';

const REFUSED = 'This passkey was not accepted. Please try again, or use your password.';

const { context, app } = await openTestApp();
let person: Person;
let device: PasskeyDevice;
beforeEach(async () => {
  context.clock.advanceDays(1);
  person = await aFamily(app);
  device = new PasskeyDevice(PASSKEY_ORIGIN);
});

const rowsOf = async (text: string) => (await context.database.pool.query(text)).rows;
const ask = async () => (await send(app, { method: 'POST', url: '/login/passkey/options' })).items[0];
const answer = (credential: object) =>
  send(app, { method: 'POST', url: '/login/passkey', payload: { credential } });

/** @shows H2.16 */
describe('a passkey', () => {
  it('is added on Security with recovery codes, and logs in without a password', async () => {
    const codes = await addPasskey(app, person, device);
    expect(codes).toHaveLength(10);
    const [tokens] = (await logInByPasskey(app, device)).items;
    const [session] = await rowsOf(`select factor from sessions order by created_at desc, id limit 1`);
    expect(session).toEqual({ factor: 'passkey' });
    const own = await send(app, {
      method: 'GET',
      url: '/user',
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(own.items[0].email).toBe(person.email);
  });

  it('is told of by mail, and listed by its name', async () => {
    await addPasskey(app, person, device, 'My phone');
    await drainJobs(context);
    const [{ authenticators }] = (await person.call('GET', '/user/second-factors')).items;
    expect(authenticators).toMatchObject([{ kind: 'passkey', label: 'My phone' }]);
    const mail = context.mail.sent.findLast(({ to }) => to.includes(person.email));
    expect(mail?.text).toContain('A passkey was added');
  });

  it('makes the password alone too little, and a recovery code opens then', async () => {
    const codes = await addPasskey(app, person, device);
    expect((await logInWith(app, person)).errors).toEqual(['second_factor_required']);
    expect((await logInWith(app, person, codes[0])).status).toBe(200);
  });

  it('stands beside an app, whose recovery codes stay', async () => {
    await setUpApp(app, person);
    expect(await addPasskey(app, person, device)).toEqual([]);
  });

  it('opens nothing more when it was removed, or its account is disabled', async () => {
    await addPasskey(app, person, device);
    await rowsOf(`update users set disabled_at = now() where email = '${person.email}'`);
    expect((await logInByPasskey(app, device)).errors).toEqual([REFUSED]);
    await rowsOf(`update users set disabled_at = null where email = '${person.email}'`);
    const [{ authenticators }] = (await person.call('GET', '/user/second-factors')).items;
    await person.call('DELETE', `/user/authenticators/${authenticators[0].id}`);
    expect((await logInByPasskey(app, device)).errors).toEqual([REFUSED]);
  });
});

/** @shows H2.17 */
describe('the answer of a passkey', () => {
  beforeEach(async () => void (await addPasskey(app, person, device)));

  it('is taken once', async () => {
    const answered = device.use(await ask());
    expect((await answer(answered)).status).toBe(200);
    expect((await answer(answered)).errors).toEqual([REFUSED]);
  });

  it('is taken once of two at the same time', async () => {
    const answered = device.use(await ask());
    const statuses = (await Promise.all([answer(answered), answer(answered)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 400]);
  });

  it('is refused for a question of somebody else, of another kind, or older than five minutes', async () => {
    const foreign = { challenge: Buffer.from('login..1.x.y').toString('base64url'), rpId: 'localhost' };
    expect((await answer(device.use(foreign))).errors).toEqual([REFUSED]);
    const old = await ask();
    context.clock.advanceMs(5 * 60_000);
    expect((await answer(device.use(old))).errors).toEqual([REFUSED]);
    const [toProve] = (await person.call('POST', '/user/prove/passkey/options')).items;
    expect((await answer(device.use(toProve))).errors).toEqual([REFUSED]);
  });

  it.each([
    ['of another site', () => ({ origin: 'https://portal.example.attacker.test' })],
    ['that asked for no finger or PIN', () => ({ verifies: false })],
    ['whose count goes back', () => ({ uses: -1 })],
  ])('%s is refused', async (_, change) => {
    if ((await answer(device.use(await ask()))).status !== 200) throw new Error('it should be taken');
    Object.assign(device, change());
    expect((await answer(device.use(await ask()))).errors).toEqual([REFUSED]);
  });

  it('of another key under the same id is refused', async () => {
    const thief = new PasskeyDevice(PASSKEY_ORIGIN);
    Object.assign(thief, { id: device.id });
    expect((await answer(thief.use(await ask()))).errors).toEqual([REFUSED]);
  });

  it('counts as a guess of its network when it is wrong', async () => {
    const thief = new PasskeyDevice(PASSKEY_ORIGIN);
    const wrong = thief.use(await ask());
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await answer(wrong)).status);
    expect([statuses[29], statuses[30]]).toEqual([400, 429]);
  });
});

/** @shows H2.18 */
describe('a passkey in place of the password', () => {
  it('is enough for calls that want it from the last minutes', async () => {
    await addPasskey(app, person, device);
    context.clock.advanceMs(6 * 60_000);
    expect((await person.call('POST', '/user/recovery-codes')).status).toBe(403);
    const [options] = (await person.call('POST', '/user/prove/passkey/options')).items;
    const credential = device.use(options);
    expect((await person.call('POST', '/user/prove/passkey', { credential })).status).toBe(200);
    expect((await person.call('POST', '/user/recovery-codes')).status).toBe(200);
  });

  it('is one of the same account', async () => {
    await addPasskey(app, person, device);
    const other = await aFamily(app);
    const [options] = (await other.call('POST', '/user/prove/passkey/options')).items;
    const proved = await other.call('POST', '/user/prove/passkey', { credential: device.use(options) });
    expect(proved.errors).toEqual([REFUSED]);
  });

  /** @shows MH19.2 */
  it('is one of the staff member during an impersonation, and none of the family', async () => {
    await addPasskey(app, person, device);
    const staff = await aStaffMember(app, context.db);
    const own = new PasskeyDevice(PASSKEY_ORIGIN);
    await addPasskey(app, staff, own);
    const seen = await impersonate(app, staff, person);
    const proveBy = async (used: PasskeyDevice) => {
      const [options] = (await seen.call('POST', '/user/prove/passkey/options')).items;
      return seen.call('POST', '/user/prove/passkey', { credential: used.use(options) });
    };
    context.clock.advanceMs(6 * 60_000);
    expect((await proveBy(device)).errors).toEqual([REFUSED]);
    expect((await seen.call('DELETE', '/student/999999')).status).toBe(403);
    expect((await proveBy(own)).status).toBe(200);
    expect((await seen.call('DELETE', '/student/999999')).status).toBe(404);
  });
});
