import { beforeEach, describe, expect, it } from 'vitest';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { PasskeyDevice } from '#tests/support/app/passkey-device.ts';
import { addPasskey, logInByPasskey, PASSKEY_ORIGIN } from '#tests/support/app/passkeys.ts';
import { aFamily, send, verifyEmailOf, type Answer, type Person } from '#tests/support/app/people.ts';
import { codeOf, logInWith, setUpApp } from '#tests/support/app/second-factor.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';

const { context, app } = await openTestApp();
let person: Person;
let device: PasskeyDevice;
beforeEach(async () => {
  context.clock.advanceDays(1);
  person = await aFamily(app);
  device = new PasskeyDevice(PASSKEY_ORIGIN);
});

const VERIFY_FIRST = 'Please verify your email address first. Then you can add an app or a passkey.';
const NEW_PASSWORD = 'a brand new long one';

const rowsOf = async (text: string) => (await context.database.pool.query(text)).rows;

const mailsTo = async ({ email }: Person) => {
  await drainJobs(context, ['outbox.drain']);
  return context.mail.sent.filter(({ to }) => to.includes(email));
};

type Link = { token: string; email: string };

async function linkOf(who: Person): Promise<Link> {
  await send(app, { method: 'POST', url: '/forgot-password', payload: { email: who.email } });
  const { text } = (await mailsTo(who)).at(-1)!;
  const { searchParams } = new URL(/https?:\S+reset-password\?\S+/.exec(text)![0]);
  return { token: searchParams.get('token')!, email: searchParams.get('email')! };
}

const check = (link: Link): Promise<Answer> =>
  send(app, { method: 'POST', url: '/reset-password/check', payload: link });

const reset = (link: Link, removed_passkey_ids?: number[], password = NEW_PASSWORD): Promise<Answer> =>
  send(app, {
    method: 'POST',
    url: '/reset-password',
    payload: { ...link, password, password_confirmation: password, removed_passkey_ids },
  });

const authenticatorsOf = ({ email }: Person) =>
  rowsOf(`select a.id, a.kind, a.label from authenticators a join users u on u.id = a.user_id
    where u.email = '${email}' and a.confirmed_at is not null order by a.id`);

const factorsOf = async (who: Person): Promise<string[]> =>
  (await authenticatorsOf(who)).map(({ label }) => label);

const keysOf = async (who: Person): Promise<number[]> =>
  (await authenticatorsOf(who)).filter(({ kind }) => kind === 'passkey').map(({ id }) => id);

/** @shows MH7.1 */
describe('an account that has not verified its address', () => {
  it('sets up no app and adds no passkey before it has', async () => {
    for (const path of ['/user/authenticators', '/user/passkeys/options']) {
      const refused = await person.call('POST', path);
      expect([refused.status, refused.errors]).toEqual([409, [VERIFY_FIRST]]);
    }
    await verifyEmailOf(app, person);
    await setUpApp(app, person);
    await addPasskey(app, person, device);
    expect(await factorsOf(person)).toEqual(['Phone', 'Key']);
  });

  it('completes nothing that it began before its address was changed', async () => {
    await verifyEmailOf(app, person);
    const { items } = await person.call('POST', '/user/authenticators');
    const passkey = await person.call('POST', '/user/passkeys/options');
    await rowsOf(`update users set email_verified_at = null where email = '${person.email}'`);
    const { id, secret } = items[0];
    const body = { label: 'Phone', code: codeOf(secret, context.clock.realNow()) };
    const confirmed = await person.call('POST', `/user/authenticators/${id}/confirm`, body);
    expect([confirmed.status, confirmed.errors]).toEqual([409, [VERIFY_FIRST]]);
    const credential = device.make(passkey.items[0]);
    const added = await person.call('POST', '/user/passkeys', { label: 'Key', credential });
    expect([added.status, added.errors]).toEqual([409, [VERIFY_FIRST]]);
    expect(await factorsOf(person)).toEqual([]);
  });

  it('loses what it has by a reset, which shows none of it', async () => {
    await setUpApp(app, person);
    await addPasskey(app, person, device);
    await rowsOf(`update users set email_verified_at = null where email = '${person.email}'`);
    const link = await linkOf(person);
    expect((await check(link)).items).toEqual([{ passkeys: [], invites: null, are_removable: true }]);
    expect((await reset(link)).status).toBe(200);
    expect(await factorsOf(person)).toEqual([]);
    expect((await logInByPasskey(app, device)).status).toBe(400);
  });
});

/** @shows MH7.2 */
describe('the link of a reset', () => {
  it('shows the passkeys of the account with their names and days', async () => {
    await setUpApp(app, person);
    await addPasskey(app, person, device, 'Blue key');
    const added_on = context.clock.today();
    const { items } = await check(await linkOf(person));
    expect(items).toEqual([
      {
        invites: null,
        are_removable: true,
        passkeys: [{ id: expect.any(Number), label: 'Blue key', added_on, last_used_on: null }],
      },
    ]);
  });

  it('shows nothing once it is dead, nor to a guess or with another address', async () => {
    await addPasskey(app, person, device, 'Blue key');
    const other = await aFamily(app);
    const link = await linkOf(person);
    const guesses = [
      { ...link, token: 'guess' },
      { ...link, email: other.email },
    ];
    await reset(link);
    for (const dead of [...guesses, link]) {
      const answer = await check(dead);
      expect([answer.status, answer.items, JSON.stringify(answer).includes('Blue')]).toEqual([
        422,
        [],
        false,
      ]);
    }
  });

  it('removes what is checked with the new password, and says so by mail and in the audit log', async () => {
    const phone = await setUpApp(app, person);
    await addPasskey(app, person, device, 'Blue key');
    await addPasskey(app, person, new PasskeyDevice(PASSKEY_ORIGIN), 'Red key');
    const link = await linkOf(person);
    const { passkeys } = (await check(link)).items[0];
    const keys = passkeys.map(({ id }: { id: number }) => id);
    expect((await reset(link, keys)).status).toBe(200);
    expect(await factorsOf(person)).toEqual(['Phone']);
    expect((await logInByPasskey(app, device)).status).toBe(400);
    const again = { ...person, password: NEW_PASSWORD };
    expect((await logInWith(app, again, phone.recovery_codes[0])).status).toBe(200);
    expect((await mailsTo(person)).map(({ subject }) => subject)).toContain('A passkey was removed');
    const rows = await rowsOf(`select detail, actor_id from audit_log where action = 'factor.remove'
      order by id desc limit 1`);
    expect(rows).toEqual([{ detail: { kind: 'passkey' }, actor_id: null }]);
  });

  it('removes the recovery codes with the last passkey of an account without an app', async () => {
    await addPasskey(app, person, device, 'Blue key');
    const link = await linkOf(person);
    const [{ id }] = (await check(link)).items[0].passkeys;
    expect((await reset(link, [id])).status).toBe(200);
    expect((await logInWith(app, { ...person, password: NEW_PASSWORD })).status).toBe(200);
    expect(
      await rowsOf(`select 1 from recovery_codes c join users u on u.id = c.user_id
      where u.email = '${person.email}'`),
    ).toEqual([]);
  });

  /** @shows H2.11 */
  it('takes no app away: the login asks for its code after the reset', async () => {
    const phone = await setUpApp(app, person);
    const link = await linkOf(person);
    expect((await reset(link, [phone.id])).status).toBe(404);
    expect((await reset(link)).status).toBe(200);
    expect(await factorsOf(person)).toEqual(['Phone']);
    const again = { ...person, password: NEW_PASSWORD };
    const asked = await logInWith(app, again);
    expect([asked.status, asked.errors]).toEqual([400, ['second_factor_required']]);
  });

  it('changes nothing where one of the ids is not of the account, or the password is refused', async () => {
    await addPasskey(app, person, device);
    const other = await aFamily(app);
    const [own] = await keysOf(person);
    await addPasskey(app, other, new PasskeyDevice(PASSKEY_ORIGIN));
    const [foreign] = await keysOf(other);
    const link = await linkOf(person);
    expect((await reset(link, [own!, foreign!])).status).toBe(404);
    expect((await reset(link, [own!], 'password')).status).toBe(422);
    expect([await factorsOf(person), await factorsOf(other)]).toEqual([['Key'], ['Key']]);
    expect((await check(link)).status).toBe(200);
  });

  /** @shows MH7.3 */
  it('leaves what staff log in with to a colleague', async () => {
    const staff = await aStaffMember(app, context.db);
    await addPasskey(app, staff, device);
    const [id] = await keysOf(staff);
    const link = await linkOf(staff);
    const [found] = (await check(link)).items;
    expect(found).toMatchObject({ are_removable: false, passkeys: [{ id }] });
    const strong = 'quiet harbour lanterns drift 1947';
    const refused = await reset(link, [id!], strong);
    expect([refused.status, refused.errors]).toEqual([
      403,
      ['A colleague can remove staff passkeys, under Staff.'],
    ]);
    expect((await reset(link, [], strong)).status).toBe(200);
    expect(await factorsOf(staff)).toEqual(['Key']);
  });
});
