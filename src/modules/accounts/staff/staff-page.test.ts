import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#kit/durations.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { aFamily, logInAs, send, type Answer } from '#tests/support/app/people.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { logInWith } from '#tests/support/app/second-factor.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

const PASSWORD = 'violet otter lamp forty';
const ONE_MOMENT = 1;

let shop: SeasonApp;
let superAdmin: StaffMember;
let people = 0;
let email: string;
let schools: { id: number; text: string }[];

beforeAll(async () => {
  shop = await openSeasonApp();
  schools = (await send(shop.app, { url: '/program_group/read/all' })).items;
});
afterAll(() => shop.close());

beforeEach(async () => {
  shop.context.clock.advanceDays(1);
  email = `colleague${(people += 1)}@office.example`;
  superAdmin = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' });
});

type Method = 'POST' | 'PUT' | 'DELETE';

function ask(
  by: StaffMember,
  method: Method,
  path: string,
  payload?: object,
  key: string = randomUUID(),
): Promise<Answer> {
  const headers = { authorization: `Bearer ${by.tokens.access_token}`, 'idempotency-key': key };
  return send(shop.app, { method, url: `/admin/staff${path}`, headers, ...(payload && { payload }) });
}

const invitation = (changes: object = {}) => ({
  email,
  first_name: 'Noor',
  last_name: 'Haddad',
  role: 'userRoleDispatcher',
  school_ids: [],
  ...changes,
});
const invite = (changes: object = {}, key?: string) =>
  ask(superAdmin, 'POST', '/invitations', invitation(changes), key);

const memberOf = async (id: number) =>
  (await superAdmin.call('GET', '/admin/staff')).items.find((member) => member.id === id);

const rowsOf = async (statement: ReturnType<typeof sql>) => (await shop.context.db.execute(statement)).rows;
const auditOf = (id: number, action: string) =>
  rowsOf(sql`select actor_id::int, detail from audit_log where subject = ${`user:${id}`}
    and action = ${action} order by id`);

async function mailsTo(address: string) {
  await drainJobs(shop.context, ['outbox.drain']);
  return shop.context.mail.to(address);
}
const subjectsTo = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject);

async function linkTo(address: string): Promise<URL> {
  const mail = (await mailsTo(address)).findLast(({ text }) => text.includes('/reset-password?'))!;
  return new URL(/https?:\S+reset-password\?\S+/.exec(mail.text)![0]);
}

function choose(link: URL, password = PASSWORD): Promise<Answer> {
  const { token, email: address } = Object.fromEntries(link.searchParams);
  const payload = { token, email: address, password, password_confirmation: password };
  return send(shop.app, { method: 'POST', url: '/reset-password', payload });
}

async function aColleague(role: Parameters<typeof aStaffMember>[2] = {}): Promise<StaffMember> {
  return aStaffMember(shop.app, shop.context.db, role);
}

const change = async (by: StaffMember, { user_id }: StaffMember, to: object) =>
  ask(by, 'PUT', `/${user_id}`, {
    school_ids: [],
    version: (await memberOf(user_id)).version,
    ...to,
  });
const end = (by: StaffMember, { user_id }: StaffMember, key?: string) =>
  ask(by, 'POST', `/${user_id}/disable`, { reason: 'Works elsewhere now.' }, key);

describe('a colleague who is invited', () => {
  /** @shows OF8.4 OF8.7 */
  it('chooses a password by a link of seven days, and has the rights of the role from then on', async () => {
    const { items, status } = await invite();
    expect([status, items[0]]).toMatchObject([
      200,
      { email, role: 'userRoleDispatcher', schools: [], is_pending: true, is_disabled: false },
    ]);
    const link = await linkTo(email);
    expect(link.searchParams.get('redirectPath')).toBe('/admin');
    const checked = Object.fromEntries(link.searchParams);
    const { items: found } = await send(shop.app, {
      method: 'POST',
      url: '/reset-password/check',
      payload: { token: checked.token, email },
    });
    expect(found).toMatchObject([{ invites: 'staff' }]);
    const { invited_until } = await memberOf(items[0].id);
    const [{ made }] = (await rowsOf(sql`select created_at as made from mailed_tokens
      where user_id = ${items[0].id}`)) as [{ made: Date }];
    expect(Date.parse(invited_until) - new Date(made).getTime()).toBe(7 * DAY_MS);
    shop.context.clock.advanceMs(7 * DAY_MS - MINUTE_MS);
    expect((await choose(link, 'short one')).status).toBe(422);
    expect((await choose(link)).status).toBe(200);
    const colleague = await logInAs(shop.app, { email, password: PASSWORD });
    expect((await colleague.call('GET', '/admin/today')).status).toBe(200);
    expect((await colleague.call('GET', '/admin/owed')).status).toBe(403);
    expect((await choose(link)).status).toBe(422);
  });

  /** @shows OF8.4 */
  it('has no rights before, and no link after seven days', async () => {
    const [{ id }] = (await invite()).items;
    const link = await linkTo(email);
    shop.context.clock.advanceMs(7 * DAY_MS + ONE_MOMENT);
    expect((await choose(link)).errors).toHaveLength(1);
    superAdmin = await aColleague({ role: 'userRoleSuperAdmin' });
    expect((await memberOf(id)).is_pending).toBe(true);
    expect((await logInWith(shop.app, { email, password: PASSWORD })).status).toBe(400);
  });

  /** @shows OF8.7 */
  it('is made once for a key, however often and at the same time the call is sent', async () => {
    const key: string = randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => invite({}, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ items }) => items[0].id)).size).toBe(1);
    expect(await subjectsTo(email)).toEqual(['Choose a password for your work account']);
    expect((await auditOf(answers[0]!.items[0].id, 'staff.invite')).length).toBe(1);
    expect((await invite({ last_name: 'Other' }, key)).status).toBe(409);
    expect((await invite()).errors).toEqual([`${email} already has a staff account.`]);
  });

  /** @shows OF8.4 */
  it('gets a new link by Send again, and the link before is dead', async () => {
    const [{ id }] = (await invite()).items;
    const first = await linkTo(email);
    shop.context.clock.advanceMs(6 * DAY_MS);
    const again = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' });
    const key: string = randomUUID();
    expect((await ask(again, 'POST', `/invitations/${id}/resend`, undefined, key)).status).toBe(200);
    expect((await ask(again, 'POST', `/invitations/${id}/resend`, undefined, key)).status).toBe(200);
    expect(await subjectsTo(email)).toHaveLength(2);
    expect((await choose(first)).status).toBe(422);
    expect((await choose(await linkTo(email))).status).toBe(200);
    expect((await ask(again, 'POST', `/invitations/${id}/resend`)).status).toBe(404);
  });

  /** @shows OF8.4 OF8.7 */
  it('is told when the invitation is taken back; the address is free again', async () => {
    const [{ id }] = (await invite()).items;
    const link = await linkTo(email);
    expect((await ask(superAdmin, 'DELETE', `/invitations/${id}`)).status).toBe(200);
    expect(await memberOf(id)).toBeUndefined();
    expect((await choose(link)).status).toBe(422);
    expect(await subjectsTo(email)).toContain('Your invitation was taken back');
    expect((await ask(superAdmin, 'DELETE', `/invitations/${id}`)).status).toBe(404);
    expect((await auditOf(id, 'staff.take_back'))[0]).toMatchObject({
      actor_id: superAdmin.user_id,
      detail: { before: { role: 'userRoleDispatcher' }, after: { role: null } },
    });
    expect((await invite()).status).toBe(200);
  });

  /** @shows OF8.5 */
  it('has an address that no family has', async () => {
    const family = await aFamily(shop.app);
    const refused = await invite({ email: family.email });
    expect([refused.status, refused.fields]).toEqual([
      422,
      { email: [`${family.email} is a family’s account. Please use another address for work.`] },
    ]);
    expect((await family.call('GET', '/user')).status).toBe(200);
  });
});

describe('a person with the role of a school', () => {
  const roleOf = (school_ids: number[]) => ({ role: 'userRoleSchool', school_ids });

  /** @shows OF8.1 */
  it('has one or more schools, and every other role none', async () => {
    const [first = 0, second = 0] = schools.map(({ id }) => id);
    expect((await invite(roleOf([]))).fields).toHaveProperty('school_ids');
    expect((await invite(roleOf([999_999]))).fields).toHaveProperty('school_ids');
    const [{ id, schools: had }] = (await invite(roleOf([second, first, second]))).items;
    expect(had.map((school: { id: number }) => school.id).toSorted()).toEqual([first, second].toSorted());
    const other = { ...roleOf([first]), version: (await memberOf(id)).version };
    expect((await ask(superAdmin, 'PUT', `/${id}`, other)).items[0].schools).toMatchObject([{ id: first }]);
    const admin = { role: 'userRoleAdmin', school_ids: [first], version: (await memberOf(id)).version };
    expect((await ask(superAdmin, 'PUT', `/${id}`, admin)).items[0]).toMatchObject({
      role: 'userRoleAdmin',
      schools: [],
    });
  });

  /** @shows OF8.1 */
  it('is named with the roles in the options, and an account has one role', async () => {
    const { items } = await send(shop.app, { url: '/option' });
    const keys = items.filter(({ category }) => category === 'userRole').map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['userRoleDispatcher', 'userRoleSchool']));
    await expect(
      rowsOf(sql`insert into user_roles (user_id, role_type_id) select ${superAdmin.user_id}, id from options
        where key = 'userRoleAdmin'`),
    ).rejects.toThrow();
  });

  /** @shows OF8.6 */
  it('opens no call of the office but those about aid and files', async () => {
    const person = await aColleague({ role: 'userRoleSchool' });
    for (const path of ['/admin/today', '/admin/parents', '/admin/staff', '/admin/audit']) {
      const { status, errors } = await person.call('GET', path);
      expect([status, errors]).toEqual([403, ['Your role does not open this. Please ask an administrator.']]);
    }
    expect((await person.call('GET', '/user/second-factors')).status).toBe(200);
  });
});

describe('a role that is changed', () => {
  /** @shows OF8.4 OF8.7 */
  it('logs the person out everywhere, tells them, and leaves a row with before and after', async () => {
    const colleague = await aColleague();
    const { status, items } = await change(superAdmin, colleague, { role: 'userRoleDispatcher' });
    expect([status, items[0].role]).toEqual([200, 'userRoleDispatcher']);
    expect((await colleague.call('GET', '/user')).status).toBe(401);
    const again = await logInAs(shop.app, colleague);
    expect((await again.call('GET', '/admin/owed')).status).toBe(403);
    expect(await subjectsTo(colleague.email)).toContain('Your role in our office changed');
    expect(await auditOf(colleague.user_id, 'staff.role')).toMatchObject([
      {
        actor_id: superAdmin.user_id,
        detail: {
          before: { role: 'userRoleAdmin' },
          after: { role: 'userRoleDispatcher', version: items[0].version },
        },
      },
    ]);
  });

  /** @shows OF8.7 */
  it('to super admin is told to every other super admin', async () => {
    const colleague = await aColleague();
    const other = await aColleague({ role: 'userRoleSuperAdmin' });
    await change(superAdmin, colleague, { role: 'userRoleSuperAdmin' });
    for (const each of [superAdmin, other])
      expect((await mailsTo(each.email)).at(-1)).toMatchObject({
        subject: 'There is a new super admin',
        text: expect.stringContaining(colleague.email),
      });
    expect(await subjectsTo(colleague.email)).not.toContain('There is a new super admin');
  });

  /** @shows OF8.4 OF8.7 */
  it('by an older form is refused, and names who has changed it', async () => {
    const colleague = await aColleague();
    const other = await aColleague({ role: 'userRoleSuperAdmin', first_name: 'Rosa', last_name: 'Rivera' });
    const { version } = await memberOf(colleague.user_id);
    await change(other, colleague, { role: 'userRoleDispatcher' });
    const to = { role: 'userRoleSuperAdmin', school_ids: [], version };
    const refused = await ask(superAdmin, 'PUT', `/${colleague.user_id}`, to);
    expect(refused.status).toBe(409);
    expect(refused.items).toMatchObject([
      { current: { role: 'userRoleDispatcher' }, changed_by: 'Rosa Rivera', version: version + 1 },
    ]);
    expect((await memberOf(colleague.user_id)).role).toBe('userRoleDispatcher');
  });

  /** @shows OF8.4 */
  it('before a password was chosen mails another link', async () => {
    const [{ id }] = (await invite()).items;
    await linkTo(email);
    shop.context.clock.advanceMs(MINUTE_MS);
    const to = { role: 'userRoleAdmin', school_ids: [], version: (await memberOf(id)).version };
    expect((await ask(superAdmin, 'PUT', `/${id}`, to)).items[0]).toMatchObject({ is_pending: true });
    expect(await subjectsTo(email)).toHaveLength(2);
    expect((await choose(await linkTo(email))).status).toBe(200);
    const colleague = await logInAs(shop.app, { email, password: PASSWORD });
    expect((await colleague.call('GET', '/admin/owed')).status).toBe(200);
  });
});

describe('an account that is ended', () => {
  /** @shows OF8.4 OF8.7 */
  it('logs out everywhere, cannot log in, and is told once', async () => {
    const colleague = await aColleague();
    const key: string = randomUUID();
    const answers = [await end(superAdmin, colleague, key), await end(superAdmin, colleague, key)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await memberOf(colleague.user_id)).is_disabled).toBe(true);
    expect((await colleague.call('GET', '/user')).status).toBe(401);
    expect((await logInWith(shop.app, colleague)).errors).toEqual(['invalid_credentials']);
    const told = (await subjectsTo(colleague.email)).filter((subject) => subject.includes('ended'));
    expect(told).toEqual(['Your staff account was ended']);
    const [row] = await rowsOf(sql`select t.text from audit_texts t join audit_log a on a.id = t.audit_id
      where a.subject = ${`user:${colleague.user_id}`} and a.action = 'account.disable'`);
    expect(row).toEqual({ text: 'Works elsewhere now.' });
  });

  /** @shows OF8.7 */
  it('is opened again by a mailed link to another password alone', async () => {
    const colleague = await aColleague();
    await end(superAdmin, colleague);
    expect((await ask(superAdmin, 'POST', `/${colleague.user_id}/enable`)).items[0]).toMatchObject({
      is_disabled: false,
      is_pending: true,
      role: 'userRoleAdmin',
    });
    expect((await logInWith(shop.app, colleague)).errors).toEqual(['invalid_credentials']);
    expect((await choose(await linkTo(colleague.email))).status).toBe(200);
    const again = await logInAs(shop.app, { email: colleague.email, password: PASSWORD });
    expect((await again.call('GET', '/admin/owed')).status).toBe(200);
  });
});

describe('the last super admin', () => {
  const ONE_SUPER_ADMIN = 'The portal needs one super admin.';
  const ASK_ANOTHER = 'Please ask another super admin.';

  beforeEach(async () => {
    await rowsOf(sql`update users set disabled_at = now() where id <> ${superAdmin.user_id} and id in
      (select user_id from user_roles)`);
  });

  /** @shows OF8.4 */
  it('can be neither changed nor ended', async () => {
    await invite({ role: 'userRoleSuperAdmin' });
    expect((await change(superAdmin, superAdmin, { role: 'userRoleAdmin' })).errors).toEqual([
      ONE_SUPER_ADMIN,
    ]);
    expect((await end(superAdmin, superAdmin)).errors).toEqual([ONE_SUPER_ADMIN]);
    expect((await superAdmin.call('GET', '/admin/staff')).status).toBe(200);
  });

  /** @shows OF8.4 */
  it('is not needed beside another one; nobody changes the own role or ends the own account', async () => {
    await aColleague({ role: 'userRoleSuperAdmin' });
    for (const refused of [
      await change(superAdmin, superAdmin, { role: 'userRoleAdmin' }),
      await end(superAdmin, superAdmin),
    ])
      expect([refused.status, refused.errors]).toEqual([403, [ASK_ANOTHER]]);
  });

  /** @shows OF8.4 */
  it('stays when two super admins end each other at the same time', async () => {
    const other = await aColleague({ role: 'userRoleSuperAdmin' });
    const answers = await Promise.all([end(superAdmin, other), end(other, superAdmin)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });
});

describe('the page of staff', () => {
  /** @shows OF8.4 */
  it('asks for the password from the last five minutes before every write', async () => {
    const [{ id }] = (await invite()).items;
    shop.context.clock.advanceMs(5 * MINUTE_MS);
    const calls: [Method, string, object?][] = [
      ['POST', '/invitations', invitation()],
      ['POST', `/invitations/${id}/resend`],
      ['DELETE', `/invitations/${id}`],
      ['PUT', `/${id}`, { role: 'userRoleAdmin', school_ids: [], version: 1 }],
      ['POST', `/${id}/disable`, { reason: 'Left.' }],
      ['POST', `/${id}/enable`],
    ];
    for (const [method, path, body] of calls)
      expect((await ask(superAdmin, method, path, body)).errors).toEqual([
        'Please confirm your password to do this.',
      ]);
  });

  /** @shows OF8.4 */
  it('shows who works here with role, schools, second step, last login, and the state', async () => {
    const colleague = await aColleague();
    await logInAs(shop.app, colleague);
    expect(await memberOf(colleague.user_id)).toEqual({
      id: colleague.user_id,
      first_name: 'Dana',
      last_name: 'Cole',
      email: colleague.email,
      role: 'userRoleAdmin',
      schools: [],
      last_login_at: shop.context.clock.now().toISOString(),
      has_second_factor: false,
      is_disabled: false,
      is_pending: false,
      invited_until: null,
      version: 1,
    });
  });
});
