import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#kit/plain-date.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { anOffer, openSeasonApp, type Offer, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { aQuietContract, CAUSES, type WorkSubject } from '#tests/support/app/work-causes.ts';
import { WORK_KINDS, workFacts, type WorkKind } from './work-kinds.ts';
import type { WorkItem, WorkPage } from './worklist.contract.ts';

let shop: SeasonApp;
let offer: Offer;
let dana: StaffMember;
let lee: StaffMember;
let dispatcher: StaffMember;
beforeAll(async () => {
  shop = await openSeasonApp();
  const { app, context } = shop;
  offer = await anOffer(app, 'hm', 'hm-lower', 'Round trip');
  dana = await aStaffMember(app, context.db);
  lee = await aStaffMember(app, context.db, { first_name: 'Lee' });
  dispatcher = await aStaffMember(app, context.db, { role: 'userRoleDispatcher' });
});
afterAll(() => shop.close());

type Mail = NonNullable<WorkItem['mail']>;
type Query = Readonly<Record<string, string>>;

const pageOf = async (who: StaffMember, query: Query = {}): Promise<WorkPage> => {
  const { items, errors } = await who.call(
    'GET',
    `/admin/worklist?${new URLSearchParams({ limit: '200', ...query })}`,
  );
  if (!items[0]) throw new Error(errors.join());
  return items[0];
};
const find = async (who: StaffMember, kind: WorkKind, subject: string, query: Query = {}) =>
  (await pageOf(who, { kind, ...query })).rows.find((row) => row.subject === subject);
const get = async (
  who: StaffMember,
  kind: WorkKind,
  subject: string,
  query: Query = {},
): Promise<WorkItem> => {
  const found = await find(who, kind, subject, query);
  if (!found) throw new Error(`no ${kind} ${subject}`);
  return found;
};

const claim = (who: StaffMember, item: WorkItem, changes: object = {}) => {
  const { kind, subject, owner, hidden_until, note, is_done, version } = item;
  const owner_id = owner?.id ?? null;
  return who.call('PUT', '/admin/worklist/claim', {
    kind,
    subject,
    owner_id,
    hidden_until,
    note,
    is_done,
    version,
    ...changes,
  });
};

const countOf = async (who: StaffMember, kind: WorkKind) =>
  (await who.call('GET', '/admin/today')).items[0].work.find((one: any) => one.kind === kind);

const aCause = async (kind: WorkKind): Promise<{ about: WorkSubject; subject: string }> => {
  const about = await aQuietContract(shop, dana, offer);
  return { about, subject: await CAUSES[kind].begin(about) };
};

describe('an entry of the worklist', () => {
  /** @shows OF9.2 OF9.6 */
  it.each(WORK_KINDS)('of the kind %s comes with the cause and goes with the cause', async (kind) => {
    const about = await aQuietContract(shop, dana, offer);
    const before = await countOf(dana, kind);
    const subject = await CAUSES[kind].begin(about);
    const entry = await get(dana, kind, subject);
    expect(entry).toMatchObject({ owner: null, note: null, is_done: false, version: 0 });
    expect(entry.title).not.toBe('');
    expect(entry.act.name).toBe(workFacts(kind).act());
    const during = await countOf(dana, kind);
    expect(during.n).toBe(before.n + 1);
    expect(during.oldest_days).toBeGreaterThanOrEqual(entry.days);
    const { end } = CAUSES[kind];
    if (end) await end(about, subject);
    else expect((await claim(dana, entry, { is_done: true })).errors).toEqual([]);
    expect(await find(dana, kind, subject)).toBeUndefined();
    expect((await countOf(dana, kind)).n).toBe(before.n);
  });

  /** @shows OF1.11 OF9.2 */
  it.each([
    ['email', 'verification', ({ id }: Mail) => `/admin/parents/${id}/verification-mail`],
    ['photo', 'photo', ({ id }: Mail) => `/admin/students/${id}/photo-mail`],
    ['failed_payment', 'reminder', ({ id, order_id }: Mail) => `/order/${order_id}/payment/${id}/reminder`],
  ] as const)('of the kind %s mails the family from the entry, once a day', async (kind, mail, pathOf) => {
    const { about, subject } = await aCause(kind);
    const entry = await get(dana, kind, subject);
    expect(entry.mail).toMatchObject({ kind: mail, order_id: about.order_id });
    const path = pathOf(entry.mail!);
    expect((await dana.call('POST', path)).errors).toEqual([]);
    expect((await dana.call('POST', path)).status).toBe(409);
    expect(await find(dana, kind, subject)).toBeDefined();
    await CAUSES[kind].end!(about, subject);
  });

  /** @shows OF9.2 */
  it('of an email given up leads to the family, and to the emails if it went to a colleague', async () => {
    const { about, subject } = await aCause('mail');
    const pathNow = async () => (await get(dana, 'mail', subject)).path;
    expect(await pathNow()).toBe(`/admin/users/parents/${about.user_id}`);
    await shop.context.db.execute(sql`update outbox
      set payload = ${JSON.stringify({ user_id: lee.user_id })}::jsonb where id = ${Number(subject)}`);
    expect(await pathNow()).toBe('/admin/mails?state=given_up');
    await CAUSES.mail.end!(about, subject);
  });

  /** @shows OF9.1 */
  it('stands once, the oldest first, with the same total on any size of page', async () => {
    await aCause('refund_request');
    const all = await pageOf(dana);
    const since = all.rows.map((row) => row.since);
    expect(since).toEqual(since.toSorted());
    expect(new Set(all.rows.map(({ kind, subject }) => `${kind} ${subject}`)).size).toBe(all.rows.length);
    expect(all.total).toBe(all.rows.length);
    const first = await pageOf(dana, { limit: '1' });
    const second = await pageOf(dana, { limit: '1', after: first.next! });
    expect([...first.rows, ...second.rows]).toEqual(all.rows.slice(0, 2));
  });

  /** @shows OF9.1 */
  it('is found by kind, school, owner and age', async () => {
    const { subject } = await aCause('approval');
    const entry = await get(dana, 'approval', subject);
    expect(entry.days).toBe(3);
    const isFoundBy = async (query: Query) => (await find(dana, 'approval', subject, query)) !== undefined;
    expect(await isFoundBy({ school: 'hm' })).toBe(true);
    const elsewhere = (await pageOf(dana)).schools.find(({ path }) => path !== 'hm')!;
    expect(await isFoundBy({ school: elsewhere.path })).toBe(false);
    expect([await isFoundBy({ older: '3' }), await isFoundBy({ older: '4' })]).toEqual([true, false]);
    expect([await isFoundBy({ owner: 'nobody' }), await isFoundBy({ owner: 'mine' })]).toEqual([true, false]);
    await claim(dana, entry, { owner_id: dana.user_id });
    expect([await isFoundBy({ owner: 'nobody' }), await isFoundBy({ owner: 'mine' })]).toEqual([false, true]);
    expect((await countOf(dana, 'approval')).own).toBe(1);
  });

  /** @shows OF9.1 */
  it('is among the two hundred oldest of the kind; the list of the kind shows all', async () => {
    await shop.context.db.execute(sql`insert into outbox (kind, ref, created_at, given_up_at)
      select 'note', 'many-' || n, now(), now() from generate_series(1, 210) n`);
    const { rows, kinds, total } = await pageOf(dana, { kind: 'mail' });
    expect([rows.length, total]).toEqual([200, 200]);
    const mails = kinds.find(({ kind }) => kind === 'mail')!;
    expect(mails.n).toBeGreaterThanOrEqual(210);
    expect(mails.list).toBe('/admin/mails?state=given_up');
    await shop.context.db.execute(sql`delete from outbox where ref like 'many-%'`);
  });

  /** @shows OF9.4 */
  it('is amber and red at the ages of the company', async () => {
    const { subject } = await aCause('refund_request');
    const toneNow = async () => (await get(dana, 'refund_request', subject)).tone;
    expect(await toneNow()).toBe('amber');
    await shop.context.db.execute(
      sql`update company set work_ages = '{"refund_request": {"amber": 1, "red": 3}}'`,
    );
    await shop.context.db.execute(sql`update catalog_version set version = gen_random_uuid()`);
    expect(await toneNow()).toBe('red');
  });
});

describe('what staff write on an entry', () => {
  let item: WorkItem;
  let subject: string;
  beforeEach(async () => {
    ({ subject } = await aCause('special_request'));
    item = await get(dana, 'special_request', subject);
  });
  const again = (query: Query = {}) => get(dana, 'special_request', subject, query);

  /** @shows OF9.3 */
  it('is an owner, a note and a day until which the entry is hidden', async () => {
    const { items } = await claim(dana, item, { owner_id: dana.user_id, note: 'Calls on Monday' });
    expect(items[0]).toMatchObject({
      owner: { id: dana.user_id, name: 'Dana Cole' },
      note: 'Calls on Monday',
    });
    const day = addDays(shop.context.clock.today(), 2);
    expect((await claim(dana, await again(), { hidden_until: day })).status).toBe(200);
    expect(await find(dana, 'special_request', subject)).toBeUndefined();
    expect(await again({ show: 'hidden' })).toMatchObject({ hidden_until: day, note: 'Calls on Monday' });
    await shop.context.db.execute(
      sql`update work_claims set hidden_until = ${shop.context.clock.today()} where subject = ${subject}`,
    );
    expect(await again()).toMatchObject({ hidden_until: null, owner: { id: dana.user_id } });
    const past = await claim(dana, await again(), { hidden_until: shop.context.clock.today() });
    expect([past.status, past.errors]).toEqual([422, ['Enter a day after today.']]);
  });

  /** @shows OF9.3 */
  it('names a colleague with the right of the entry', async () => {
    expect((await claim(dana, item, { owner_id: dispatcher.user_id })).status).toBe(200);
    const { subject: paper } = await aCause('paper');
    const entry = await get(dana, 'paper', paper);
    const refused = await claim(dana, entry, { owner_id: dispatcher.user_id });
    expect([refused.status, refused.errors]).toEqual([
      422,
      ['This colleague does not have the right for the entry.'],
    ]);
    const family = await shop.context.db.execute<{ id: number }>(
      sql`select user_id::int as id from orders limit 1`,
    );
    expect((await claim(dana, entry, { owner_id: family.rows[0]!.id })).status).toBe(422);
    const { people } = await pageOf(dana);
    expect(people.find(({ id }) => id === dispatcher.user_id)!.kinds).toEqual(
      WORK_KINDS.filter((kind) => workFacts(kind).right === 'families'),
    );
  });

  /** @shows OF9.3 */
  it('is kept of the first of two people who take the entry at once', async () => {
    const answers = await Promise.all([
      claim(dana, item, { owner_id: dana.user_id }),
      claim(lee, item, { owner_id: lee.user_id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const won = answers.find(({ status }) => status === 200)!;
    const lost = answers.find(({ status }) => status === 409)!;
    expect(lost.items[0].current.owner).toEqual(won.items[0].owner);
    expect((await again()).owner).toEqual(won.items[0].owner);
    const older = await claim(dana, item, { owner_id: null });
    expect(older.status).toBe(409);
  });

  /** @shows OF9.3 */
  it('marks work without a state of its own as done, until the mark is taken back', async () => {
    await claim(dana, item, { is_done: true });
    const done = await again({ show: 'done' });
    expect(done).toMatchObject({ is_done: true });
    await claim(dana, done, { is_done: false });
    expect(await again()).toMatchObject({ is_done: false });
    const { subject: paper } = await aCause('paper');
    const refused = await claim(dana, await get(dana, 'paper', paper), { is_done: true });
    expect([refused.status, refused.errors]).toEqual([
      409,
      ['This entry leaves the worklist when its cause is gone.'],
    ]);
  });

  /** @shows OF9.3 */
  it('does not outlive a newer cause: what failed again after the call waits again', async () => {
    const { about, subject: payment } = await aCause('failed_payment');
    const entry = await get(dana, 'failed_payment', payment);
    await claim(dana, entry, { is_done: true });
    expect(await find(dana, 'failed_payment', payment)).toBeUndefined();
    const tomorrow = addDays(shop.context.clock.today(), 1);
    await shop.context.db.execute(sql`update payments set pay_on = ${tomorrow}
      where id = ${Number(payment)} and order_id = ${about.order_id}`);
    expect(await find(dana, 'failed_payment', payment)).toMatchObject({ is_done: false });
  });

  /** @shows OF9.1 */
  it('is forgotten in the night after the cause is gone, and only then', async () => {
    const { about, subject: mail } = await aCause('mail');
    await claim(dana, await get(dana, 'mail', mail), { note: 'The server is down' });
    await claim(dana, item, { is_done: true });
    const claims = async () =>
      (await shop.context.db.execute(sql`select from work_claims where kind = 'mail' and subject = ${mail}`))
        .rows.length;
    await drainJobs(shop.context, ['work.forget']);
    expect(await claims()).toBe(1);
    await CAUSES.mail.end!(about, mail);
    await drainJobs(shop.context, ['work.forget']);
    expect(await claims()).toBe(0);
    expect(await again({ show: 'done' })).toMatchObject({ is_done: true });
  });

  it('is not written on an entry that is gone', async () => {
    const gone = await claim(dana, { ...item, subject: '999999' });
    expect([gone.status, gone.errors]).toEqual([409, ['This entry no longer waits. Its cause is gone.']]);
  });
});

/** @shows OF9.1 */
describe('without the right of a kind', () => {
  it('no entry and no count is read, and nothing is written', async () => {
    const hidden = WORK_KINDS.filter((kind) => workFacts(kind).right !== 'families');
    for (const kind of hidden) await aCause(kind);
    const { rows, kinds } = await pageOf(dispatcher);
    const seen = WORK_KINDS.filter((kind) => !hidden.includes(kind));
    expect(rows.filter(({ kind }) => !seen.includes(kind))).toEqual([]);
    expect(kinds.map(({ kind }) => kind)).toEqual(seen);
    const { work, waiting } = (await dispatcher.call('GET', '/admin/today')).items[0];
    expect(work.map((one: any) => one.kind)).toEqual(seen);
    expect(waiting.work).toBe(rows.length);
    for (const kind of hidden) {
      expect((await pageOf(dispatcher, { kind })).rows).toEqual([]);
      const [entry] = (await pageOf(dana, { kind })).rows;
      const refused = await claim(dispatcher, entry!, { note: 'mine' });
      expect([kind, refused.status]).toEqual([kind, 403]);
    }
  });

  it('the page itself is closed to the person of a school', async () => {
    const school = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSchool' });
    expect((await school.call('GET', '/admin/worklist')).status).toBe(403);
  });
});
