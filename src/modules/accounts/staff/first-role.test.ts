import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { PasskeyDevice } from '#tests/support/app/passkey-device.ts';
import { addPasskey, logInByPasskey, PASSKEY_ORIGIN } from '#tests/support/app/passkeys.ts';
import { aFamily, logInAs, send, sessionOf, verifyEmailOf, type Person } from '#tests/support/app/people.ts';
import { codeOf, logInWith, setUpApp } from '#tests/support/app/second-factor.ts';
import { aStaffMember, impersonate } from '#tests/support/app/staff.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';
import { addStaff, changeRole } from './staff-accounts.service.ts';

const { context, app } = await openTestApp();
const OWN_PASSWORD = 'violet otter lamp forty';
let people = 0;
let email: string;
/** a stranger has registered the address of an office employee, with a password and a session */
let stranger: Person;

beforeEach(async () => {
  context.clock.advanceDays(1);
  email = `noor${(people += 1)}@office.example`;
  stranger = await aFamily(app);
});

const rowsOf = async (text: string, ...values: unknown[]) =>
  (await context.database.pool.query(text, values)).rows;
const idOf = async () => Number((await rowsOf('select id from users where email = $1', email))[0].id);
const newStaff = () => ({ email, role: 'admin', first_name: 'Noor', last_name: 'Haddad' }) as const;
const add = (existing = true) => addStaff(context, newStaff(), { existing });
const linkOf = (given: Awaited<ReturnType<typeof add>>) =>
  new URL(given.k === 'given' ? given.link! : 'none:');

/** As an earlier version did: today the office's address has to confirm it (MH12). */
async function moveToOffice(): Promise<void> {
  const [{ id }] = (await stranger.call('GET', '/user')).items;
  const now = context.clock.now();
  await rowsOf('update users set email = $1, email_verified_at = null where id = $2', email, id);
  await rowsOf(
    `insert into audit_log (at, actor_id, action, subject) values ($1, $2, 'profile.email', $3)`,
    now,
    id,
    `user:${id}`,
  );
  stranger = { ...stranger, email };
}

async function choosePassword(link: URL): Promise<number> {
  const { token, email: address } = Object.fromEntries(link.searchParams);
  const payload = { token, email: address, password: OWN_PASSWORD, password_confirmation: OWN_PASSWORD };
  return (await send(app, { method: 'POST', url: '/reset-password', payload })).status;
}

describe('an account that was there before its first role of staff', () => {
  /** @shows MH1.1 */
  it.each(['add', 'role'] as const)('loses all that a stranger had put there, by %s', async (verb) => {
    await verifyEmailOf(app, stranger);
    const device = new PasskeyDevice(PASSKEY_ORIGIN);
    const phone = await setUpApp(app, stranger);
    await addPasskey(app, stranger, device);
    const known = await logInWith(app, stranger, phone.recovery_codes[0]);
    expect(known.status).toBe(200);
    await moveToOffice();
    await send(app, { method: 'POST', url: '/forgot-password', payload: { email } });
    await drainJobs(context, ['outbox.drain']);
    const mailed = context.mail
      .to(email)
      .map(({ text }) => text)
      .join('\n');
    const verifying = decodeURIComponent(/endpoint=(\S+)/.exec(mailed)![1]!);
    const reset = new URL(/https?:\S+reset-password\?\S+/.exec(mailed)![0]);
    const user_id = await idOf();

    const given = await (verb === 'add'
      ? add()
      : changeRole(context, { email, role: 'super-admin' }, { existing: true }));
    expect(given).toMatchObject({ k: 'given', is_pending: true });

    expect((await stranger.call('GET', '/user')).status).toBe(401);
    const { refresh_token } = stranger.tokens;
    const refreshed = await send(app, { method: 'POST', url: '/refresh-token', payload: { refresh_token } });
    expect(refreshed.status).toBe(401);
    expect((await logInWith(app, stranger)).errors).toEqual(['invalid_credentials']);
    expect((await logInByPasskey(app, device)).status).toBe(400);
    expect((await app.inject(verifying)).statusCode).toBe(422);
    expect(await choosePassword(reset)).toBe(422);
    const [left] = await rowsOf(
      `select (select count(*) from authenticators where user_id = $1)::int as factors,
        (select count(*) from recovery_codes where user_id = $1)::int as codes,
        (select count(*) from known_browsers where user_id = $1)::int as browsers,
        (select count(*) from sessions where user_id = $1 and ended_at is null)::int as open`,
      user_id,
    );
    expect(left).toEqual({ factors: 0, codes: 0, browsers: 0, open: 0 });
  });

  /** @shows MH1.3 */
  it('is named with its day, its address and its moves, and stays as it is without a word', async () => {
    const made_at = context.clock.now();
    await moveToOffice();
    const named = { k: 'made_before', made_at, verified_at: null, moved_at: made_at };
    expect(await add(false)).toEqual(named);
    const role = { email, role: 'admin' } as const;
    expect(await changeRole(context, role, { existing: false })).toEqual(named);
    await logInAs(app, stranger);
    const since = context.clock.now();
    await verifyEmailOf(app, stranger);
    expect(await add(false)).toEqual({ ...named, verified_at: since });
    expect(await rowsOf('select 1 from user_roles where user_id = $1', await idOf())).toEqual([]);
  });

  /** @shows MH1.1 */
  it('is told by mail what became of it', async () => {
    await moveToOffice();
    await add();
    await drainJobs(context, ['outbox.drain']);
    expect(context.mail.to(email).map(({ subject }) => subject)).toContain(
      'Your account is now a staff account',
    );
  });

  /** @shows MH1.1 */
  it('loses them again when it was a parent’s in between, and when it was closed', async () => {
    await add();
    await changeRole(context, { email, role: 'parent' }, { existing: false });
    expect(await add(false)).toMatchObject({ k: 'made_before' });
    expect(await choosePassword(linkOf(await add()))).toBe(200);
    const session = await logInAs(app, { email, password: OWN_PASSWORD });
    await rowsOf('update users set disabled_at = now() where email = $1', email);
    expect(await add(false)).toMatchObject({ k: 'given', is_pending: true });
    expect((await session.call('GET', '/user')).status).toBe(401);
    expect((await logInWith(app, { email, password: OWN_PASSWORD })).errors).toEqual(['invalid_credentials']);
  });

  it('keeps them when it is staff already, and only logs in again', async () => {
    const colleague = await aStaffMember(app, context.db);
    const to = { email: colleague.email, role: 'super-admin' } as const;
    const changed = await changeRole(context, to, { existing: false });
    expect(changed).toEqual({ k: 'given', is_pending: false, link: undefined });
    expect((await logInWith(app, colleague)).status).toBe(200);
  });
});

describe('a first role', () => {
  /** @shows MH1.2 */
  it('gives no rights before a password was chosen by the link, and all of them after', async () => {
    const link = linkOf(await add(false));
    const early = await sessionOf(app, { email, password: '' });
    expect((await early.call('GET', '/admin/today')).status).toBe(403);
    expect((await early.call('GET', '/user')).items[0].roles).toHaveLength(1);
    const superAdmin = await aStaffMember(app, context.db, { role: 'userRoleSuperAdmin' });
    const pendingOf = async () =>
      (await superAdmin.call('GET', '/admin/staff')).items.find((each) => each.email === email).is_pending;
    expect(await pendingOf()).toBe(true);
    expect(await choosePassword(link)).toBe(200);
    expect((await early.call('GET', '/user')).status).toBe(401);
    const own = await logInAs(app, { email, password: OWN_PASSWORD });
    expect((await own.call('GET', '/admin/today')).status).toBe(200);
    expect(await pendingOf()).toBe(false);
  });

  /** @shows MH1.2 */
  it('is not had by verifying the address', async () => {
    await moveToOffice();
    await add();
    await verifyEmailOf(app, stranger);
    const session = await sessionOf(app, stranger);
    expect((await session.call('GET', '/admin/today')).status).toBe(403);
  });

  /** @shows MH1.2 */
  it('asks for a password of staff, and lets nobody look through its eyes', async () => {
    const link = linkOf(await add(false));
    const { token } = Object.fromEntries(link.searchParams);
    const weak = { token, email, password: 'purpleblue99', password_confirmation: 'purpleblue99' };
    expect((await send(app, { method: 'POST', url: '/reset-password', payload: weak })).status).toBe(422);
    const colleague = await aStaffMember(app, context.db);
    const person = await sessionOf(app, { email, password: '' });
    await expect(impersonate(app, colleague, person)).rejects.toThrow('refused');
  });

  /** @shows MH1.2 */
  it('is had by a later link of “Forgot password?” when the first has run out', async () => {
    const link = linkOf(await add(false));
    context.clock.advanceMs(61 * MINUTE_MS);
    expect(await choosePassword(link)).toBe(422);
    await send(app, { method: 'POST', url: '/forgot-password', payload: { email } });
    await drainJobs(context, ['outbox.drain']);
    const mail = context.mail.to(email).at(-1)!.text;
    expect(await choosePassword(new URL(/https?:\S+reset-password\?\S+/.exec(mail)![0]))).toBe(200);
    const own = await logInAs(app, { email, password: OWN_PASSWORD });
    expect((await own.call('GET', '/admin/today')).status).toBe(200);
  });
});

describe('whoever acts while a first role is given', () => {
  const isWaiting = async () =>
    (
      await rowsOf(`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    )[0].n;
  const untilWaiting = async (n: number) => {
    while ((await isWaiting()) < n) await new Promise((done) => void setTimeout(done, 5));
  };

  /** Locks the account until the role and then the stranger's call wait for the lock, in this order. */
  async function behindTheRole<T>(act: () => Promise<T>): Promise<T> {
    const user_id = await idOf();
    let given: ReturnType<typeof add>;
    let acted: Promise<T>;
    await context.db.transaction(async (tx) => {
      await tx.execute(`select 1 from users where id = ${user_id} for update`);
      given = add();
      await untilWaiting(1);
      acted = act();
      await untilWaiting(2);
    });
    expect(await given!).toMatchObject({ k: 'given', is_pending: true });
    return acted!;
  }

  /** @shows MH1.4 */
  it('begins no session with the password of before', async () => {
    await moveToOffice();
    expect((await behindTheRole(() => logInWith(app, stranger))).errors).toEqual(['invalid_credentials']);
    expect(
      await rowsOf('select 1 from sessions where user_id = $1 and ended_at is null', await idOf()),
    ).toEqual([]);
  });

  /** @shows MH1.4 */
  it.each([
    ['password', () => ({ password: 'another good one', password_confirmation: 'another good one' })],
    ['address', () => ({ email: `gone${people}@okafor.example`, current_password: stranger.password })],
  ])('sets no %s from an open session', async (_what, change) => {
    await moveToOffice();
    const user_id = await idOf();
    const answer = await behindTheRole(() => stranger.call('PUT', `/user/${user_id}`, change()));
    expect(answer.status).toBe(401);
    expect(await idOf()).toBe(user_id);
    expect((await logInWith(app, { email, password: 'another good one' })).status).toBe(400);
  });

  /** @shows MH1.4 MH12.2 */
  it('moves the account by no link that was mailed before', async () => {
    await moveToOffice();
    const user_id = await idOf();
    const gone = `gone${people}@okafor.example`;
    const asked = { email: gone, current_password: stranger.password };
    expect((await stranger.call('PUT', `/user/${user_id}`, asked)).status).toBe(200);
    await drainJobs(context, ['outbox.drain']);
    const { html } = context.mail.to(gone).at(-1)!;
    const link = decodeURIComponent(/verify-email\?endpoint=([^\s"&]+)/.exec(html)![1]!);
    expect(await add()).toMatchObject({ k: 'given', is_pending: true });
    expect((await app.inject(link)).statusCode).toBe(422);
    expect(await idOf()).toBe(user_id);
  });

  /** @shows MH1.4 */
  it('begins no session with a passkey of before', async () => {
    await verifyEmailOf(app, stranger);
    const device = new PasskeyDevice(PASSKEY_ORIGIN);
    await addPasskey(app, stranger, device);
    await moveToOffice();
    const user_id = await idOf();
    expect((await behindTheRole(() => logInByPasskey(app, device))).status).toBe(400);
    expect(await rowsOf('select 1 from authenticators where user_id = $1', user_id)).toEqual([]);
  });

  /** @shows MH1.4 */
  it('adds no app from an open session', async () => {
    await verifyEmailOf(app, stranger);
    const [{ id, secret }] = (await stranger.call('POST', '/user/authenticators')).items;
    await moveToOffice();
    const user_id = await idOf();
    const confirmed = await behindTheRole(() => {
      const code = codeOf(secret, context.clock.realNow());
      return stranger.call('POST', `/user/authenticators/${id}/confirm`, { label: 'Phone', code });
    });
    expect(confirmed.status).toBe(401);
    expect(await rowsOf('select 1 from authenticators where user_id = $1', user_id)).toEqual([]);
  });

  /** @shows MH1.4 */
  it('is found when the account was registered a moment before', async () => {
    const registration = {
      first_name: 'A',
      last_name: 'B',
      email,
      password: 'a long enough one',
      password_confirmation: 'a long enough one',
    };
    const [given, registered] = await Promise.all([
      add(false),
      send(app, { method: 'POST', url: '/register', payload: registration }),
    ]);
    const isTheirs = registered.status === 200;
    expect(given.k).toBe(isTheirs ? 'made_before' : 'given');
    expect((await logInWith(app, { email, password: 'a long enough one' })).status).toBe(
      isTheirs ? 200 : 400,
    );
  });
});
