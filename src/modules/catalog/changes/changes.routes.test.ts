import { sql, type SQL } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#kit/durations.ts';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { aBuyer, openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

/** the hash of other effects than a list has */
const OTHER = '0'.repeat(64);

let shop: SeasonApp;
let staff: StaffMember;
let route: number;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
  route = await numberOf(sql`select min(id) as n from routes`);
});
afterAll(() => shop.close());

async function rows(query: SQL): Promise<any[]> {
  return (await shop.context.db.execute(query)).rows;
}
const numberOf = async (query: SQL) => Number((await rows(query))[0].n);
const save = (changes: object[], sent = {}) => changeCatalog(shop.app, staff, changes, sent);
const saved = async (changes: object[], sent = {}) => {
  const answer = await save(changes, sent);
  expect([answer.status, answer.errors]).toEqual([200, []]);
  return answer.items[0];
};
const read = async (kind: string, id: number) =>
  (await staff.call('GET', `/admin/catalog/${kind}/${id}`)).items[0];
const undo = (id: number, seen?: string) => staff.call('POST', `/admin/catalog/changes/${id}/undo`, { seen });
const undone = async (id: number) => {
  const preview = await undo(id);
  expect([preview.status, preview.errors]).toEqual([200, []]);
  const answer = await undo(id, preview.items[0].hash);
  expect([answer.status, answer.errors]).toEqual([200, []]);
  return answer.items[0];
};

const anAddon = (name: string, changes: object = {}) => ({
  op: 'create',
  kind: 'addon',
  parent: route,
  fields: { name, text: name, amount: 12.5, is_admin_only: false },
  ...changes,
});

async function added(name: string): Promise<{ id: number; version: number }> {
  return (await saved([anAddon(name)])).rows[0];
}

describe('a change set', () => {
  /** @shows SE3.1 SE3.2 */
  it('adds a line with its terms at once, each named by its key, in the units of a season file', async () => {
    const parent = await numberOf(sql`select period_program_id as n from routes where id = ${route}`);
    const fields = { name: 'New line', text_before: '', text_after: '', has_pickup_location: false };
    const term = {
      name: 'Full',
      identifier: 'NEW-F',
      payment_term_type: 'paymentTermTypeFull',
      deposit: 4200.5,
    };
    const { rows: written } = await saved([
      { op: 'create', kind: 'route', parent, key: '#1', fields: { ...fields, has_surge_pricing: false } },
      {
        op: 'create',
        kind: 'payment_term',
        parent: '#1',
        key: '#2',
        fields: { ...term, amount: 0, number_payments: 1, is_admin_only: false },
      },
    ]);
    expect(written.map(({ kind, version, key }: any) => [kind, version, key])).toEqual([
      ['route', 1, '#1'],
      ['payment_term', 1, '#2'],
    ]);
    const stored = await read('payment_term', written[1].id);
    expect(stored.fields).toMatchObject({
      deposit: 4200.5,
      payment_term_type: 'paymentTermTypeFull',
      is_active: true,
    });
    expect(stored.parent).toEqual({ kind: 'route', id: written[0].id, name: 'New line' });
  });

  /** @shows SE3.1 */
  it('ends, moves and removes objects', async () => {
    const [one, two] = [await added('One'), await added('Two')];
    const placesOf = async () =>
      (await rows(sql`select name from addons where route_id = ${route} order by position, id`)).map(
        ({ name }) => name,
      );
    await saved([{ op: 'move', kind: 'addon', id: two.id, version: two.version, before: one.id }]);
    expect((await placesOf()).slice(-2)).toEqual(['Two', 'One']);
    const { version } = await read('addon', one.id);
    await saved([{ op: 'end', kind: 'addon', id: one.id, version }]);
    expect(await read('addon', one.id)).toMatchObject({ is_active: false, version: version + 1 });
    await saved([{ op: 'remove', kind: 'addon', id: one.id, version: version + 1 }]);
    expect((await staff.call('GET', `/admin/catalog/addon/${one.id}`)).status).toBe(404);
  });

  /** @shows SE3.1 */
  it('lets two objects exchange their names', async () => {
    const [left, right] = [await added('Left'), await added('Right')];
    await saved(
      [
        { op: 'update', kind: 'addon', ...left, fields: { name: 'Right' } },
        { op: 'update', kind: 'addon', ...right, fields: { name: 'Left' } },
      ].map(({ key: _key, ...change }: any) => change),
    );
    expect((await read('addon', left.id)).fields.name).toBe('Right');
  });

  /** @shows SE3.5 */
  it('is saved whole or not at all, and every wrong field is told', async () => {
    const before = await numberOf(sql`select count(*) as n from addons`);
    const wrong = { name: '', text: 'x', amount: 1.005, is_admin_only: 'no', paint: 'red' };
    const answer = await save([anAddon('Good'), anAddon('Bad', { fields: wrong })]);
    expect(answer.status).toBe(422);
    expect(answer.fields).toEqual({
      'changes[1].fields.name': ['Name must be text of 1 to 255 characters.'],
      'changes[1].fields.amount': [
        'Amount must be an amount in dollars, 0 or more, with at most two decimals.',
      ],
      'changes[1].fields.is_admin_only': ['For staff only must be true or false.'],
      'changes[1].fields.paint': [expect.stringMatching(/^Paint /)],
    });
    expect(await numberOf(sql`select count(*) as n from addons`)).toBe(before);
  });

  /** @shows SE3.4 */
  it('names both of two changes that clash', async () => {
    const { status, fields } = await save([anAddon('Twin'), anAddon('Twin')]);
    expect([status, fields]).toEqual([
      422,
      {
        'changes[0].fields.name': ['Name repeats add-on Twin.'],
        'changes[1].fields.name': ['Name repeats add-on Twin.'],
      },
    ]);
  });

  /** @shows SE3.4 */
  it('keeps the smallest charge of a term that another change of the set makes smaller', async () => {
    const term = await numberOf(
      sql`select id as n from payment_terms where route_id = ${route} order by id limit 1`,
    );
    const { version } = await read('payment_term', term);
    const discount = { text: 'Almost all', is_sibling_discount: false, amount_flat: 99.8 };
    const answer = await save([
      { op: 'update', kind: 'payment_term', id: term, version, fields: { deposit: 100 } },
      { op: 'create', kind: 'discount', parent: route, fields: discount },
    ]);
    expect(Object.keys(answer.fields)).toEqual(['changes[0].fields.deposit']);
    expect(answer.errors[0]).toContain('Almost all');
  });

  /** @shows SE3.1 */
  it('is previewed without a trace, also with problems', async () => {
    const count = () =>
      numberOf(sql`select (select count(*) from addons) + (select count(*) from catalog_changes) as n`);
    const before = await count();
    const changes = [anAddon('Seen'), anAddon('Seen')];
    const { status, items } = await staff.call('POST', '/admin/catalog/preview', { changes });
    expect(status).toBe(200);
    expect(items[0].problems).toEqual([
      { change: 0, field: 'name', code: 'repeated', sentence: 'Name repeats add-on Seen.' },
      { change: 1, field: 'name', code: 'repeated', sentence: 'Name repeats add-on Seen.' },
    ]);
    expect(await count()).toBe(before);
  });

  /** @shows SE3.1 */
  it('is saved once for a key, and another content with the key is refused', async () => {
    const first = await saved([anAddon('Once')], { key: 'one-key' });
    expect(await saved([anAddon('Once')], { key: 'one-key' })).toEqual(first);
    expect((await save([anAddon('Twice')], { key: 'one-key' })).status).toBe(409);
    const nothing = { op: 'update', kind: 'addon', ...first.rows[0], fields: { text: 'Once' } };
    const unchanged = [{ ...nothing, key: undefined }];
    const unsaved = { id: null, rows: [], effects: [], more: 0 };
    expect(await saved(unchanged, { key: 'no-key' })).toEqual(unsaved);
    expect(await saved(unchanged, { key: 'no-key' })).toEqual(unsaved);
    const { status, errors } = await save([anAddon('Third')], { seen: OTHER });
    expect([status, errors]).toEqual([
      409,
      ['What this change does is no longer what you were shown. Look at it again.'],
    ]);
  });

  /** @shows SE3.1 */
  it('of the company wants its right; a dispatcher reads without amounts, and writes nothing', async () => {
    const { version } = await read('company', 1);
    const change = {
      op: 'update',
      kind: 'company',
      id: 1,
      version,
      fields: { dispatch_phone: '212 555 0100' },
    };
    expect((await save([change], { seen: OTHER })).status).toBe(403);
    const owner = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' });
    expect((await changeCatalog(shop.app, owner, [change])).status).toBe(200);
    const dispatcher = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
    const { id } = await added('Priced');
    const [shown] = (await dispatcher.call('GET', `/admin/catalog/addon/${id}`)).items;
    expect(shown.fields).toMatchObject({ name: 'Priced' });
    expect(JSON.stringify(shown)).not.toContain('12.5');
    expect((await changeCatalog(shop.app, dispatcher, [anAddon('Mine')], { seen: OTHER })).status).toBe(403);
  });
});

describe('an object that somebody else has changed meanwhile', () => {
  /** @shows SE3.9 */
  it('is refused with who and when, and with the object as it is now', async () => {
    const { id, version } = await added('Shared');
    const colleague = await aStaffMember(shop.app, shop.context.db, { first_name: 'Ina', last_name: 'Berg' });
    const change = (fields: object) => ({ op: 'update', kind: 'addon', id, version, fields });
    await changeCatalog(shop.app, colleague, [change({ text: 'Hers' })]);
    shop.context.clock.advanceMs(2 * MINUTE_MS);
    const { status, errors, items } = await save([change({ amount: 9 })], { seen: OTHER });
    expect([status, errors]).toEqual([
      409,
      ['Ina Berg changed this 2 minutes ago. Look at both and choose.'],
    ]);
    expect(items).toEqual([
      {
        current: expect.objectContaining({ kind: 'addon', id, text: 'Hers', amount: 12.5 }),
        changed_by: 'Ina Berg',
        changed_at: expect.stringMatching(/Z$/),
        version: version + 1,
      },
    ]);
    expect((await read('addon', id)).fields.amount).toBe(12.5);
  });
});

describe('what others refer to', () => {
  /** @shows SE3.4 */
  it('is not removed, with its users', async () => {
    const { version } = await read('route', route);
    const { status, errors } = await save([{ op: 'remove', kind: 'route', id: route, version }], {
      seen: OTHER,
    });
    expect(status).toBe(409);
    expect(errors[0]).toMatch(
      /^route .* is used by \d+ payment terms.* and cannot be removed\. End it instead\.$/,
    );
  });
});

describe('the change sets', () => {
  /** @shows SE3.6 SE3.8 */
  it('are listed, and show each field before and after, long texts in full', async () => {
    const group = await numberOf(sql`select min(id) as n from period_program_groups`);
    const { version, fields } = await read('period_group', group);
    const change = {
      op: 'update',
      kind: 'period_group',
      id: group,
      version,
      fields: { active_msg: '<p>Now</p>' },
    };
    const { id } = await saved([change], { title: 'Spring texts' });
    const [page] = (await staff.call('GET', `/admin/catalog/changes?kind=period_group&subject=${group}`))
      .items;
    expect(page.rows[0]).toMatchObject({
      id,
      title: 'Spring texts',
      source: 'form',
      objects: 1,
      who: { id: staff.user_id, name: 'Dana Cole' },
      undone_by: null,
    });
    const name = `school in a school year ${fields.program_group}`;
    expect([page.rows[0].what, page.objects]).toEqual([`Changed ${name}`, [{ id: group, text: name }]]);
    expect(page.staff).toContainEqual({ id: staff.user_id, name: 'Dana Cole' });
    const [set] = (await staff.call('GET', `/admin/catalog/changes/${id}`)).items;
    expect(set.what).toBe(page.rows[0].what);
    expect(set.rows[0].fields).toEqual([
      {
        field: 'active_msg',
        label: 'While contracts are for sale',
        format: 'html',
        before: fields.active_msg,
        after: '<p>Now</p>',
      },
    ]);
    const [{ after }] = await rows(sql`select after from catalog_change_rows where change_id = ${id}`);
    expect(after.active_msg).toEqual(expect.any(Number));
    await expect(rows(sql`update catalog_changes set title = 'x' where id = ${id}`)).rejects.toThrow();
  });
});

describe('the list of change sets', () => {
  /** @shows SE3.8 */
  it('says what was done to how many objects, also of an object that is gone', async () => {
    const gone = await added('Gone by now');
    await saved([anAddon('Here'), { op: 'remove', kind: 'addon', id: gone.id, version: 1 }]);
    const list = async (query: string) =>
      (await staff.call('GET', `/admin/catalog/changes${query}`)).items[0];
    const [first] = (await list('')).rows;
    expect(first.what).toBe('Added 1 add-on. Removed 1 add-on');
    const page = await list(`?kind=addon&subject=${gone.id}`);
    expect([page.objects[0].text, page.rows.at(-1).what]).toEqual([
      'add-on Gone by now',
      'Added add-on Gone by now',
    ]);
  });

  /** @shows SE3.8 */
  it('names a removed season by its name, also where a change was of its days alone', async () => {
    const fields = { name: '2031', text: '2031', starts_on: '2031-09-01', ends_on: '2032-06-30' };
    const period = {
      op: 'create',
      kind: 'period',
      parent: null,
      fields: { ...fields, is_draft: true, is_current: false },
    };
    const { id } = (await saved([period])).rows[0];
    const of = { kind: 'period', id };
    const change = await saved([{ ...of, op: 'update', version: 1, fields: { ends_on: '2032-06-25' } }]);
    await saved([{ ...of, op: 'remove', version: 2 }]);
    const { rows: sets } = (await staff.call('GET', '/admin/catalog/changes')).items[0];
    const whats = sets.slice(0, 3).map(({ what }: { what: string }) => what);
    expect(whats).toEqual(['Removed school year 2031', 'Changed school year 2031', 'Added school year 2031']);
    const read = (await staff.call('GET', `/admin/catalog/changes/${change.id}`)).items[0];
    expect(read.rows[0].name).toBe('2031');
    const { rows: entries } = (await staff.call('GET', `/admin/audit?subject=period:${id}`)).items[0];
    expect(new Set(entries.slice(0, 3).map(({ name }: { name: string }) => name))).toEqual(new Set(['2031']));
  });

  /** @shows SE3.8 */
  it('names each field of a change as the form of the object does', async () => {
    const { id } = await added('Named by its form');
    const change = await saved([{ op: 'end', kind: 'addon', id, version: 1 }]);
    const [{ rows: objects }] = (await staff.call('GET', `/admin/catalog/changes/${change.id}`)).items;
    expect(objects[0].fields).toEqual([
      { field: 'is_active', label: 'Active', format: 'plain', before: true, after: false },
    ]);
  });

  /** @shows SE3.8 */
  it('is filtered by author, day and source together', async () => {
    const other = await aStaffMember(shop.app, shop.context.db, { first_name: 'Ida', last_name: 'Moss' });
    await changeCatalog(shop.app, other, [anAddon('By Ida')]);
    const count = async (query: string) =>
      (await staff.call('GET', `/admin/catalog/changes?who=${other.user_id}${query}`)).items[0].rows.length;
    const today = shop.context.clock.today();
    expect(await count(`&day=${today}&source=form`)).toBe(1);
    expect(await count(`&day=${today}&source=undo`)).toBe(0);
    expect(await count('&day=2020-01-01')).toBe(0);
  });
});

describe('a route', () => {
  /** @shows SE2.1 */
  it('has the number of its contracts and of the children who wait, before its end', async () => {
    const { id, contracts, waiting } = await read('route', route);
    expect([id, contracts, waiting]).toEqual([route, 0, 0]);
    const buyer = await aBuyer(shop.app);
    await rows(sql`insert into waiting_list (route_id, student_id, user_id, joined_at, closed_at)
      select ${route}, ${buyer.student_id}, user_id, now(), closed
      from students, (values (null::timestamptz), (now())) as both_kinds (closed)
      where students.id = ${buyer.student_id}`);
    expect((await read('route', route)).waiting).toBe(1);
    await rows(sql`delete from waiting_list`);
  });
});

describe('an undo', () => {
  /** @shows SE3.7 */
  it('takes back what was added, changed, ended and removed, as a change set of its own', async () => {
    const [kept, gone] = [await added('Kept'), await added('Gone')];
    const { id } = await saved([
      { op: 'update', kind: 'addon', id: kept.id, version: 1, fields: { amount: 99, text: 'Dearer' } },
      { op: 'remove', kind: 'addon', id: gone.id, version: 1 },
      anAddon('Brand new'),
    ]);
    const { id: undoId } = await undone(id);
    expect((await read('addon', kept.id)).fields).toMatchObject({ amount: 12.5, text: 'Kept' });
    expect((await read('addon', gone.id)).fields).toMatchObject({ name: 'Gone', amount: 12.5 });
    expect(await numberOf(sql`select count(*) as n from addons where name = 'Brand new'`)).toBe(0);
    const [page] = (await staff.call('GET', '/admin/catalog/changes')).items;
    expect(page.rows[0]).toMatchObject({ id: undoId, source: 'undo', undoes_id: id });
    expect((await undo(id)).errors).toEqual(['This change has been undone already.']);
  });

  /** @shows SE3.7 */
  it('leaves what was changed since, and says so first', async () => {
    const [one, two] = [await added('First'), await added('Second')];
    const change = ({ id }: { id: number }) => ({
      op: 'update',
      kind: 'addon',
      id,
      version: 1,
      fields: { amount: 1 },
    });
    const { id } = await saved([change(one), change(two)]);
    await saved([{ op: 'update', kind: 'addon', id: one.id, version: 2, fields: { amount: 2 } }]);
    const told = await undone(id);
    expect(told.left).toEqual([{ kind: 'addon', id: one.id, name: 'First' }]);
    expect(told.left_text).toBe('1 of 2 objects were changed since and are left as they are.');
    expect((await read('addon', one.id)).fields.amount).toBe(2);
    expect((await read('addon', two.id)).fields.amount).toBe(12.5);
  });

  /** @shows SE3.7 */
  it('is offered for 90 days', async () => {
    const { id } = await saved([anAddon('Old')]);
    shop.context.clock.advanceMs(91 * DAY_MS);
    staff = await aStaffMember(shop.app, shop.context.db);
    expect((await undo(id)).errors).toEqual(['A change can be undone for 90 days.']);
  });
});

describe('a fact of the company', () => {
  /** @shows OF0.23 */
  it('is saved with the password of the last five minutes; an object of a season needs none', async () => {
    const owner = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' });
    const { version } = await read('company', 1);
    const fields = { dispatch_phone: '212 555 0101' };
    const change = { op: 'update', kind: 'company', id: 1, version, fields };
    shop.context.clock.advanceMs(6 * MINUTE_MS);
    const refused = await changeCatalog(shop.app, owner, [change]);
    expect([refused.status, refused.errors]).toEqual([403, ['Please confirm your password to do this.']]);
    expect((await changeCatalog(shop.app, owner, [anAddon('Later')])).status).toBe(200);
    await owner.call('POST', '/user/prove', { password: owner.password });
    expect((await changeCatalog(shop.app, owner, [change])).status).toBe(200);
  });
});
