import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#kit/durations.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { logInAs, registerFamily, send, sessionOf, type Person } from '#tests/support/app/people.ts';
import { setUpApp } from '#tests/support/app/second-factor.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';

const { context, app } = await openTestApp();

let addresses = 0;
const newAddress = () => `moves${(addresses += 1)}@okafor.example`;
const userOf = async (person: Person) => (await person.call('GET', '/user')).items[0];
const ask = async (person: Person, email: string, current_password = person.password) =>
  person.call('PUT', `/user/${(await userOf(person)).id}`, { email, current_password });
const mailsTo = async (email: string) => {
  await drainJobs(context, ['outbox.drain']);
  return context.mail.to(email);
};
const last = async (email: string) => (await mailsTo(email)).at(-1)!;
const confirmLinkTo = async (email: string) =>
  decodeURIComponent(/verify-email\?endpoint=([^\s"&]+)/.exec((await last(email)).html)![1]!);
const confirm = async (email: string) => (await app.inject(await confirmLinkTo(email))).statusCode;
const undoTokenTo = async (email: string) => {
  const mails = (await mailsTo(email)).filter(({ subject }) => subject === 'Your email address was changed');
  return decodeURIComponent(/undo-email-change\?token=([^\s"&<]+)/.exec(mails.at(-1)!.html)![1]!);
};
const undo = (token: string) => send(app, { method: 'POST', url: '/undo-email-change', payload: { token } });
const register = (email: string) =>
  send(app, {
    method: 'POST',
    url: '/register',
    payload: {
      first_name: 'Eve',
      last_name: 'Adeyemi',
      email,
      password: 'violet otter lamp',
      password_confirmation: 'violet otter lamp',
    },
  });
const auditOf = async (id: number) => {
  const { rows } = await context.db.execute<{ action: string }>(sql`select action from audit_log
    where subject = ${`user:${id}`} and action like 'profile.%' order by id`);
  return rows.map(({ action }) => action);
};

/** A family whose address was moved, by whoever knew its password. */
async function moved() {
  const person = await registerFamily(app);
  const { id } = await userOf(person);
  const email = newAddress();
  expect((await ask(person, email)).errors).toEqual([]);
  expect(await confirm(email)).toBe(200);
  return { person, id, email, taker: { ...person, email } };
}

/** @shows MH12.1 */
describe('a new email address', () => {
  it('asks for the password also right after the login', async () => {
    const person = await registerFamily(app);
    const { id } = await userOf(person);
    const without = await person.call('PUT', `/user/${id}`, { email: newAddress() });
    expect([without.status, without.fields]).toEqual([
      422,
      { current_password: ['The current password field is required'] },
    ]);
    expect((await ask(person, newAddress(), 'wrong one')).fields).toEqual({
      current_password: ['The current password is not correct.'],
    });
    expect(await userOf(person)).toMatchObject({ email: person.email, pending_email: null });
  });

  it('counts once its link is opened, and the old one counts until then', async () => {
    const person = await registerFamily(app);
    const email = newAddress();
    const { items } = await ask(person, email.toUpperCase());
    expect(items[0]).toMatchObject({ email: person.email, pending_email: email });
    const asked = await last(email);
    expect(asked.subject).toBe('Please confirm your new email address');
    expect(asked.text).not.toContain('Ada');
    await logInAs(app, person);
    expect((await send(app, { method: 'POST', url: '/login', payload: { ...person, email } })).status).toBe(
      400,
    );

    const link = await confirmLinkTo(email);
    expect((await app.inject(link)).statusCode).toBe(200);
    expect((await app.inject(link)).statusCode).toBe(200);
    const after = await userOf(person);
    expect(after).toMatchObject({ email, is_email_verified: true, pending_email: null });
    await logInAs(app, { email, password: person.password });
    expect(await auditOf(after.id)).toEqual(['profile.email_ask', 'profile.email']);
    const notice = await last(person.email);
    expect(notice.subject).toBe('Your email address was changed');
    expect(notice.text).not.toContain(email);
  });

  it('is confirmed within seven days, by the link of the latest request', async () => {
    const person = await registerFamily(app);
    const [first, second] = [newAddress(), newAddress()];
    await ask(person, first);
    const early = await confirmLinkTo(first);
    await ask(person, second);
    expect((await app.inject(early)).statusCode).toBe(422);
    context.clock.advanceMs(7 * DAY_MS);
    expect(await confirm(second)).toBe(422);
    const returned = await sessionOf(app, person);
    expect(await userOf(returned)).toMatchObject({ email: person.email, pending_email: null });
  });

  it('is confirmed by no link but its own', async () => {
    const person = await registerFamily(app);
    const email = newAddress();
    await ask(person, email);
    const link = await confirmLinkTo(email);
    for (const other of [
      `${link.slice(0, -1)}0`,
      link.replace(/change\.\d+/, 'change.1'),
      '/api/verify-email/change.1',
    ])
      expect((await app.inject(other)).statusCode).toBe(422);
    expect((await userOf(person)).email).toBe(person.email);
  });

  /** @shows MA10.2 */
  it('belongs to the account that confirms it first', async () => {
    const [one, two] = [await registerFamily(app), await registerFamily(app)];
    expect((await ask(one, two.email)).fields).toEqual({
      email: ['Another account already uses this email. Please choose a different one.'],
    });
    const wanted = newAddress();
    await ask(one, wanted);
    const link = await confirmLinkTo(wanted);
    await ask(two, wanted);
    expect(await confirm(wanted)).toBe(200);
    expect((await app.inject(link)).statusCode).toBe(422);
    expect((await userOf(one)).email).toBe(one.email);
  });

  it('can be asked for ten times an hour', async () => {
    const person = await registerFamily(app);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      context.clock.advanceMs(1000);
      statuses.push((await ask(person, newAddress())).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});

/** @shows MH12.2 */
describe('the link at the old address', () => {
  it('restores the address, ends every login and the password, and mails a link to a new one', async () => {
    const { person, email, taker } = await moved();
    const session = await logInAs(app, taker);
    expect((await undo(await undoTokenTo(person.email))).errors).toEqual([]);
    expect((await session.call('GET', '/user')).status).toBe(401);
    for (const address of [email, person.email]) {
      const payload = { email: address, password: person.password };
      expect((await send(app, { method: 'POST', url: '/login', payload })).status).toBe(400);
    }
    const { html } = await last(person.email);
    const link = new URL(/href="(http[^"]+reset-password[^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&'));
    const reset = {
      token: link.searchParams.get('token'),
      email: person.email,
      password: 'amber falcon desk',
      password_confirmation: 'amber falcon desk',
    };
    expect((await send(app, { method: 'POST', url: '/reset-password', payload: reset })).errors).toEqual([]);
    const returned = await sessionOf(app, { ...person, password: reset.password });
    expect(await userOf(returned)).toMatchObject({ email: person.email, is_email_verified: true });
  });

  it('works once, for seven days, however often the address was moved since', async () => {
    const { person, id, email, taker } = await moved();
    const token = await undoTokenTo(person.email);
    const later = await sessionOf(app, taker);
    const further = newAddress();
    await ask(later, further);
    expect(await confirm(further)).toBe(200);
    const tokenOfTaker = await undoTokenTo(email);
    context.clock.advanceMs(7 * DAY_MS - MINUTE_MS * 5);
    expect((await undo(token)).errors).toEqual([]);
    for (const again of [token, tokenOfTaker]) expect((await undo(again)).status).toBe(422);
    const { rows } = await context.db.execute(sql`select email from users where id = ${id}`);
    expect(rows).toEqual([{ email: person.email }]);

    const other = await moved();
    const late = await undoTokenTo(other.person.email);
    context.clock.advanceMs(7 * DAY_MS);
    expect((await undo(late)).errors).toEqual([expect.stringContaining('This link no longer works.')]);
  });

  it('removes second factors that were added since, and keeps those from before', async () => {
    const owner = await moved();
    const ownerPhone = await setUpApp(app, await sessionOf(app, owner.taker));
    expect(ownerPhone).toBeTruthy();
    expect((await undo(await undoTokenTo(owner.person.email))).errors).toEqual([]);
    const { rows } = await context.db.execute(sql`select
      (select count(*)::int from authenticators where user_id = ${owner.id}) as apps,
      (select count(*)::int from recovery_codes where user_id = ${owner.id}) as codes`);
    expect(rows).toEqual([{ apps: 0, codes: 0 }]);

    const kept = await moved();
    const early = sql`'2000-01-01'`;
    await setUpApp(app, await sessionOf(app, kept.taker));
    await context.db.execute(
      sql`update authenticators set confirmed_at = ${early} where user_id = ${kept.id}`,
    );
    expect((await undo(await undoTokenTo(kept.person.email))).errors).toEqual([]);
    const { rows: left } = await context.db.execute(
      sql`select count(*)::int as apps from authenticators where user_id = ${kept.id}`,
    );
    expect(left).toEqual([{ apps: 1 }]);
  });

  it('is signed for its own change', async () => {
    const { person } = await moved();
    const token = await undoTokenTo(person.email);
    for (const other of ['', 'x', 'change.1', `${token.slice(0, -1)}0`, token.replace(/\.\d+\./, '.999999.')])
      expect((await undo(other)).status).toBe(422);
    expect((await undo(token)).status).toBe(200);
  });

  it('keeps the old address for its owner while the link works', async () => {
    const { person } = await moved();
    expect((await register(person.email)).fields).toHaveProperty('email');
    const other = await registerFamily(app);
    expect((await ask(other, person.email)).fields).toHaveProperty('email');
    context.clock.advanceMs(7 * DAY_MS);
    expect((await register(person.email)).errors).toEqual([]);
  });

  it('leaves no old address behind once it works no more', async () => {
    const { id } = await moved();
    const rows = async () => {
      await drainJobs(context, ['sessions.sweep']);
      return (await context.db.execute(sql`select id from email_changes where user_id = ${id}`)).rows.length;
    };
    expect(await rows()).toBe(1);
    context.clock.advanceMs(7 * DAY_MS + MINUTE_MS);
    expect(await rows()).toBe(0);
  });
});
