import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aFamily, type Person } from '#tests/support/app/people.ts';
import { onFourPayments, type PayingFamily } from '#tests/support/app/payment-days.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  aStudentOf,
  openSeasonApp,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { recordTexts } from '#tests/support/database/record-statements.ts';
import type { FoundGroup, FoundKind, Hit } from './lookup.contract.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let shop: SeasonApp;
let admin: StaffMember;
let superAdmin: StaffMember;
let dispatcher: StaffMember;
let paying: PayingFamily;

beforeAll(async () => {
  shop = await openSeasonApp();
  shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
  admin = await aStaffMember(shop.app, shop.context.db);
  superAdmin = await aStaffMember(shop.app, shop.context.db, {
    role: 'userRoleSuperAdmin',
    first_name: 'Ruth',
    last_name: 'Abara',
  });
  dispatcher = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
  paying = await onFourPayments(shop, aCard());
});
afterAll(() => shop.close());

async function search(q: string, who: Person = admin): Promise<FoundGroup[]> {
  const { status, items } = await who.call('GET', `/admin/search?${String(new URLSearchParams({ q }))}`);
  expect([q, status]).toEqual([q, 200]);
  return items[0].groups;
}

const groupOf = (groups: readonly FoundGroup[], kind: FoundKind) => groups.find((one) => one.kind === kind);

async function hitsOf(q: string, kind: FoundKind, who: Person = admin): Promise<Hit[]> {
  return groupOf(await search(q, who), kind)?.hits ?? [];
}

const exactOf = (groups: readonly FoundGroup[]) =>
  groups.flatMap(({ kind, hits }) =>
    hits.filter(({ is_exact }) => is_exact).map(({ title }) => `${kind} ${title}`),
  );

async function numberOf(order_id: number): Promise<string> {
  const { rows } = await shop.context.db.execute<{ contract_number: string }>(
    sql`select contract_number from contracts where order_id = ${order_id}`,
  );
  return rows[0]!.contract_number;
}

const setPhone = (who: Person, id: number, phone_mobile: string) =>
  who.call('PUT', `/user/${id}`, { phone_mobile });

/** @shows OF2.2 */
describe('one search of the office', () => {
  it('finds an order by the number of its contract, however it is typed, and by its own', async () => {
    const number = await numberOf(paying.order_id);
    for (const typed of [number, number.toLowerCase().replaceAll('-', ''), `Contract # ${number}`]) {
      const [first] = await hitsOf(typed, 'order');
      expect([typed, first]).toMatchObject([typed, { id: paying.order_id, title: number, is_exact: true }]);
    }
    for (const typed of [`#${paying.order_id}`, `order ${paying.order_id}`, `0${paying.order_id}`]) {
      const [first] = await hitsOf(typed, 'order');
      expect([typed, first]).toMatchObject([typed, { id: paying.order_id, is_exact: true }]);
    }
    expect((await search(number))[0]!.kind).toBe('order');
    expect(exactOf(await search(number))).toEqual([`order ${number}`]);
  });

  it('finds people whose name begins so before those with the letters inside', async () => {
    for (const last_name of ['Quennell', 'Macquen', 'Quenby'])
      await aFamily(shop.app, { first_name: 'Ivo', last_name });
    expect((await hitsOf('quen', 'family')).map(({ title }) => title)).toEqual([
      expect.stringContaining('Quenby'),
      expect.stringContaining('Quennell'),
      expect.stringContaining('Macquen'),
    ]);
    expect(exactOf(await search('quen'))).toEqual([]);
  });

  it('finds a child, and its family in the list, by the other parent who calls', async () => {
    await aBuyer(shop.app, {
      first_name: 'Ottoline',
      guardian_2_first_name: 'Thessaly',
      guardian_2_last_name: 'Wren',
      guardian_2_phone_mobile: '914-555-0190',
      guardian_2_email: 'thessaly@wren.example',
    });
    expect((await hitsOf('thessaly wren', 'student')).map(({ title }) => title)).toEqual([
      expect.stringContaining('Ottoline'),
    ]);
    const { items } = await admin.call('GET', '/admin/parents?search=Wren%2C+Thessaly');
    expect(items[0].rows).toHaveLength(1);
  });

  it('has five hits of a kind, and the list of the kind has all', async () => {
    for (const first_name of ['Ana', 'Bea', 'Cal', 'Dov', 'Eli', 'Fay', 'Gus'])
      await aFamily(shop.app, { first_name, last_name: 'Zyxton' });
    const group = groupOf(await search('zyxton'), 'family')!;
    expect([group.hits.length, group.total, group.is_total_capped]).toEqual([5, 7, false]);
    expect(group.path).toBe('/admin/users/parents?search=zyxton');
    const list = await admin.call('GET', group.path!.replace('/users', ''));
    expect(list.items[0].total).toBe(7);
  });

  it('finds a check, the last digits of a card, a printed contract and a code of aid', async () => {
    const { db } = shop.context;
    await db.execute(
      sql`update payments set reference = '1042-B' where id =
        (select min(id) from payments where order_id = ${paying.order_id})`,
    );
    expect(await hitsOf('1042', 'payment')).toMatchObject([{ title: 'Check 1042-B', is_exact: false }]);
    expect(await hitsOf('1042-b', 'payment')).toMatchObject([{ is_exact: true }]);
    const checks = groupOf(await search('1042'), 'payment')!;
    expect((await admin.call('GET', checks.path!)).items[0].total).toBe(1);
    const cards = groupOf(await search('4242'), 'method')!;
    expect(cards.hits).toMatchObject([{ id: paying.user_id, is_exact: false }]);
    expect(cards.hits[0]!.detail).toContain('Visa ending in 4242');
    expect((await admin.call('GET', cards.path!.replace('/users', ''))).items[0].total).toBe(1);

    const offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
    const buyer = await aBuyer(shop.app);
    const contract = aContract(buyer, offer, 'HML-RT-S2');
    const { items } = await buyer.call('POST', '/printed-contract', { contract });
    const { code } = items[0];
    expect(await hitsOf(code.toLowerCase(), 'paper')).toMatchObject([
      { path: '/admin/paper', title: code, is_exact: true },
    ]);
    const { rows } = await db.execute<{ code: string }>(
      sql`insert into financial_aid_codes (period_program_id, code)
        select min(id), 'ELMAID-7' from period_programs returning code`,
    );
    expect(await hitsOf('elmaid', 'aid_code')).toMatchObject([{ title: rows[0]!.code, is_exact: false }]);
    expect(exactOf(await search('elmaid-7'))).toEqual(['aid_code ELMAID-7']);
  });

  it('finds what is sold, and who works here', async () => {
    expect(await hitsOf('hm', 'school')).toMatchObject([{ detail: 'hm', is_exact: true }]);
    expect((await hitsOf('middle', 'program')).length).toBeGreaterThan(0);
    expect(await hitsOf('2027', 'season')).toMatchObject([{ detail: '2027', is_exact: true }]);
    const [route] = await hitsOf('round trip', 'route');
    expect(route!.path).toMatch(/^\/admin\/seasons\/\d+\?object=route:\d+$/);
    await shop.context.db.execute(
      sql`insert into news_items (day, title) values ('2026-03-01', 'A new garage in Yonkers')`,
    );
    expect(await hitsOf('garage', 'news')).toMatchObject([
      { title: 'A new garage in Yonkers', detail: '03/01/2026' },
    ]);
    expect((await hitsOf('abara', 'staff', superAdmin))[0]!.detail).toBe(`super admin · ${superAdmin.email}`);
  });

  it('asks for two letters, and answers signs alone with nothing', async () => {
    expect(await search('q')).toEqual([]);
    expect(await search("''")).toEqual([]);
  });
});

/** @shows OF2.3 */
describe('a hit', () => {
  it('of a family says children, phone and what is owed', async () => {
    await setPhone(paying, paying.user_id, '914-555-0187');
    await aStudentOf(paying, { first_name: 'Second' });
    for (const typed of ['914-555-0187', '(914) 555 0187', paying.email]) {
      const groups = await search(typed);
      expect([typed, exactOf(groups).length]).toEqual([typed, 1]);
      expect(groups[0]!.hits[0]).toMatchObject({
        id: paying.user_id,
        path: `/admin/users/parents/${paying.user_id}`,
      });
    }
    const [family] = await hitsOf('555-0187', 'family');
    expect(family).toMatchObject({ id: paying.user_id, is_exact: false });
    expect(family!.detail).toMatch(/^\w+, Second · 914-555-0187 · owes \$3,300\.00$/);
  });

  it('of a student says route and grade, and of an order its state', async () => {
    const student = (await hitsOf('chidi', 'student')).find(({ id }) => id === paying.student_id);
    expect(student!.detail).toMatch(/ · .+ · family .*Adaeze Okafor/);
    const [order] = await hitsOf(`#${paying.order_id}`, 'order');
    expect(order!.detail).toMatch(/ · Active$/);
    const buyer = await aBuyer(shop.app, { first_name: 'Wilhelmina' });
    const [without] = await hitsOf('wilhelmina', 'student');
    expect([without!.id, without!.detail]).toEqual([
      buyer.student_id,
      expect.stringContaining('no contract'),
    ]);
  });
});

/** @shows OF2.5 */
describe('who lacks a right', () => {
  it('is told no sum and no group of it, and the database is not asked', async () => {
    await setPhone(paying, paying.user_id, '914-555-0187');
    for (const typed of ['914-555-0187', '4242', '1042-B', 'elmaid-7', 'hm', 'abara']) {
      const texts = await recordTexts(async () => {
        const groups = await search(typed, dispatcher);
        const kinds = groups.map(({ kind }) => kind);
        for (const kind of ['payment', 'method', 'paper', 'aid_code', 'award', 'staff'] as const)
          expect([typed, kinds]).not.toEqual([typed, expect.arrayContaining([kind])]);
        expect(JSON.stringify(groups)).not.toContain('$');
      });
      const tables = /"(payments|payment_methods|printed_contracts|financial_aid_codes|aid_awards)"/;
      expect(texts.filter((text) => tables.test(text))).toEqual([]);
    }
    expect((await hitsOf('hm', 'school', dispatcher)).length).toBe(1);
    expect(await hitsOf('abara', 'staff')).toEqual([]);
  });

  it('is refused with the role of a school, and as a family', async () => {
    const ofSchool = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleSchool' });
    for (const who of [ofSchool, paying])
      expect((await who.call('GET', '/admin/search?q=okafor')).status).toBe(403);
  });
});

/** @shows OF2.4 */
describe('before anything is typed', () => {
  it('the last ten things that this person opened are there, the last one first', async () => {
    const { context, app } = shop;
    const clerk = await aStaffMember(app, context.db);
    const open = async (path: string) => {
      context.clock.advanceMs(1000);
      expect((await clerk.call('GET', path)).status).toBe(200);
    };
    expect(await search('', clerk)).toEqual([]);
    const ids: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      const family = await aFamily(app, { first_name: 'Recent', last_name: `Family ${n}` });
      ids.push((await family.call('GET', '/user')).items[0].id);
    }
    for (const id of ids) await open(`/admin/parents/${id}`);
    const shown = async () => {
      const [recent] = await search('', clerk);
      return recent!.hits.map(({ path }) => path);
    };
    const familyPath = (id: number) => `/admin/users/parents/${id}`;
    expect(await shown()).toEqual(ids.slice(1).toReversed().map(familyPath));
    await open(`/admin/parents/${ids[5]}`);
    expect((await shown())[0]).toBe(familyPath(ids[5]!));
    expect(await shown()).toHaveLength(10);
    const [season] = await hitsOf('2027', 'season', clerk);
    await open(`/admin/seasons/${season!.id}/board`);
    expect((await shown()).slice(0, 2)).toEqual([season!.path, familyPath(ids[5]!)]);
    expect(await search('', dispatcher)).toEqual([]);
  });
});

/** @shows OF2.6 */
it('a search leaves no row in the audit log', async () => {
  const count = async () =>
    (await shop.context.db.execute<{ n: number }>(sql`select count(*)::int as n from audit_log`)).rows[0]!.n;
  const before = await count();
  await search('okafor');
  await search('');
  expect(await count()).toBe(before);
});
