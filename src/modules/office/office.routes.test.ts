import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import type { Person } from '#tests/support/app/people.ts';
import { aFamily, send } from '#tests/support/app/people.ts';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, impersonate, type StaffMember } from '#tests/support/app/staff.ts';
import type { TestContext } from '#tests/support/app/test-context.ts';
import { recordTexts } from '#tests/support/database/record-statements.ts';
import { users } from '#db/tables/accounts/accounts.ts';

let shop: SeasonApp;
let context: TestContext;
let app: FastifyInstance;
let staff: StaffMember;
let superAdmin: StaffMember;
let okafor: Buyer;
let okaforId: number;
let park: Person;

const idOf = async (who: Person) => (await who.call('GET', '/user')).items[0].id as number;
const page = async (query: string, who: Person = staff) =>
  (await who.call('GET', `/admin/parents?${query}`)).items[0];
const emails = (found: { rows: { email: string }[] }) => found.rows.map((row) => row.email);

beforeAll(async () => {
  shop = await openSeasonApp();
  ({ context, app } = shop);
  staff = await aStaffMember(app, context.db);
  superAdmin = await aStaffMember(app, context.db, {
    role: 'userRoleSuperAdmin',
    first_name: 'Rosa',
    last_name: 'Rivera',
  });
  okafor = await aBuyer(app, { first_name: 'Chidi', last_name: 'Okafor' });
  okaforId = await idOf(okafor);
  park = await aFamily(app, { first_name: 'Min-jun', last_name: 'Park', email: 'minjun@park.example' });
  const offer = await anOffer(app, 'hm', 'hm-lower', 'Round trip');
  const bought = await checkOut(app, okafor, {
    contract: aContract(okafor, offer, 'HML-RT-S2'),
    payment: aCard(),
  });
  if (bought.status !== 200) throw new Error(bought.errors.join());
});
afterAll(() => shop.close());

describe('the back office', () => {
  it('is open to staff, and shut to parents and to visitors', async () => {
    const paths = ['/admin/today', '/admin/parents', `/admin/parents/${okaforId}`, '/admin/audit'];
    for (const url of paths) {
      expect([
        url,
        (await staff.call('GET', url)).status,
        (await okafor.call('GET', url)).status,
        (await send(app, { url })).status,
      ]).toEqual([url, 200, 403, 401]);
    }
    expect([
      (await staff.call('GET', '/admin/staff')).status,
      (await okafor.call('GET', '/admin/staff')).status,
    ]).toEqual([403, 403]);
    const { items } = await superAdmin.call('GET', '/admin/staff');
    expect(items.map(({ last_name, role }) => [last_name, role])).toEqual([
      ['Cole', 'userRoleAdmin'],
      ['Rivera', 'userRoleSuperAdmin'],
    ]);
  });

  it('counts what there is today', async () => {
    const [today] = (await staff.call('GET', '/admin/today')).items;
    expect(today).toMatchObject({
      parents: 2,
      students: 1,
      active_contracts: 1,
      due_today: 0,
      due_today_cents: 0,
    });
  });

  it('counts a payment on its day and afterwards, while its order is active', async () => {
    const day = context.clock.today();
    const ofOkafor = sql`order_id in (select id from orders where user_id = ${okaforId})`;
    const counts = async () => {
      const [{ due_today, due_today_cents, past_due, past_due_cents }] = (
        await staff.call('GET', '/admin/today')
      ).items;
      return [due_today, due_today_cents > 0, past_due, past_due_cents > 0];
    };
    const dueOn = (pay_on: PlainDate) =>
      context.db.execute(sql`update payments set pay_on = ${pay_on} where paid_at is null and ${ofOkafor}`);
    const { rows } = await context.db.execute<{ pay_on: PlainDate }>(
      sql`select pay_on from payments where paid_at is null and ${ofOkafor}`,
    );
    expect(rows).toHaveLength(1);
    await dueOn(day);
    expect(await counts()).toEqual([1, true, 0, false]);
    await dueOn(addDays(day, -1));
    expect(await counts()).toEqual([0, false, 1, true]);
    await context.db.execute(sql`update orders set status = 'pending_payment' where user_id = ${okaforId}`);
    expect(await counts()).toEqual([0, false, 0, false]);
    await context.db.execute(sql`update orders set status = 'active' where user_id = ${okaforId}`);
    await dueOn(rows[0]!.pay_on);
  });
});

describe('the list of parents', () => {
  it('has no staff in it, and sums what each family owes', async () => {
    const { rows, total, next } = await page('');
    expect([emails({ rows }), total, next]).toEqual([[okafor.email, park.email], 2, null]);
    expect(rows[0]).toMatchObject({
      students_count: 1,
      orders_count: 1,
      past_due_cents: 0,
      next_payment_on: expect.any(String),
    });
    expect(rows[0].due_cents).toBeGreaterThan(0);
    expect(rows[1]).toMatchObject({
      students_count: 0,
      orders_count: 0,
      due_cents: 0,
      next_payment_on: null,
    });
  });

  it.each([
    ['a name, whatever its letters', () => 'oKAFor'],
    ['a part of an e-mail', () => okafor.email.slice(0, 9)],
    ['the name of a child', () => 'chidi'],
    ['both, in any order', () => 'Okafor Chidi'],
    ['a contract number', () => `HM-`],
    ['a contract number and the name of a child', () => `HM- chidi`],
    ['a name, the name of a child and a contract number', () => `okafor chidi hm-`],
  ])('is searched by %s', async (_what, words) => {
    expect(emails(await page(`search=${encodeURIComponent(words())}`))).toEqual([okafor.email]);
  });

  /** @shows H14.6 */
  it.each([
    ['the whole number', '917-555-0188'],
    ['the whole number as others write it', '(917) 555 0188'],
    ['the whole number with the code of the country', '+1 917.555.0188'],
    ['the whole number in one', '9175550188'],
    ['its seven digits', '555-0188'],
    ['its seven digits apart', '555 0188'],
    ['its last four', '0188'],
    ['its last four and a name', 'okafor 0188'],
    ['the number at home and that of the mobile', '4471 0188'],
  ])('is searched by a phone: %s', async (_what, words) => {
    await okafor.call('PUT', `/user/${okaforId}`, {
      phone_home: '718-555-4471',
      phone_mobile: '917-555-0188',
    });
    const found = await page(`search=${encodeURIComponent(words)}`);
    expect(emails(found)).toEqual([okafor.email]);
    expect(found.rows[0].phone).toBe('917-555-0188');
  });

  /** @shows H14.6 */
  it('shows the phone at home without another, and finds nobody by one that was taken away', async () => {
    await okafor.call('PUT', `/user/${okaforId}`, { phone_home: '718-555-4471', phone_mobile: '' });
    expect((await page('search=4471')).rows[0].phone).toBe('718-555-4471');
    for (const search of ['0188', '555-0188', '917-555-0188', '555', '5554471', '718555447'])
      expect([search, (await page(`search=${search}`)).total]).toEqual([
        search,
        search === '5554471' ? 1 : 0,
      ]);
  });

  it('takes signs of a search as they are', async () => {
    for (const search of ['%', '_', "'", '\\', 'Okafor Min-jun', 'chidi Min-jun'])
      expect((await page(`search=${encodeURIComponent(search)}`)).total).toBe(0);
  });

  it('puts those who owe most first, when asked', async () => {
    expect(emails(await page('sort=due'))[0]).toBe(okafor.email);
    expect(emails(await page('sort=newest'))[0]).toBe(park.email);
  });

  it('puts those who owe since a day that has passed first, also of those who are sought', async () => {
    const today = context.clock.today();
    const ofOkafor = sql`paid_at is null and order_id in (select id from orders where user_id = ${okaforId})`;
    const { rows } = await context.db.execute<{ pay_on: PlainDate; amount_cents: number }>(
      sql`select pay_on, amount_cents from payments where ${ofOkafor}`,
    );
    await context.db.execute(sql`update payments set pay_on = ${addDays(today, -1)} where ${ofOkafor}`);
    const list = (query: string) => page(`sort=due&${query}`);
    // A page that those who are past due fill is made of them alone, any other one of everybody.
    const row = { id: okaforId, past_due_cents: rows[0]!.amount_cents, due_cents: rows[0]!.amount_cents };
    const first = await list('limit=1');
    expect([first.rows, first.total]).toEqual([[expect.objectContaining(row)], 2]);
    expect((await list('limit=1&search=okafor')).rows).toEqual([expect.objectContaining(row)]);
    const others = await list(`limit=1&after=${encodeURIComponent(first.next)}`);
    expect(others.rows).toEqual([expect.objectContaining({ past_due_cents: 0 })]);
    expect((await list('limit=2')).rows.map(({ id }: { id: number }) => id)).toEqual([
      okaforId,
      others.rows[0].id,
    ]);
    for (const [query, n] of [
      ['past_due=yes', 1],
      ['past_due=no', 1],
      ['owes=yes', 1],
      ['contract=yes', 1],
      ['contract=no', 1],
      ['school=rcs', 0],
    ] as const)
      expect([query, (await list(query)).total]).toEqual([query, n]);
    await context.db.execute(sql`update payments set pay_on = ${rows[0]!.pay_on} where ${ofOkafor}`);
  });

  it('sorts and finds names by their letters, whatever marks and case these have', async () => {
    const inOrder = ['Eaton', 'Évard', 'ewing', 'Łasky', 'Lund', 'ørsted', 'Oyama', 'Özer', 'Zwick'];
    await context.db.insert(users).values(
      inOrder.toReversed().map((last_name, n) => ({
        first_name: 'Marked',
        last_name,
        email: `marked-${n}@example.org`,
        password_hash: 'none',
        created_at: context.clock.now(),
      })),
    );
    const names: string[] = [];
    for (let after = ''; names.length < inOrder.length;) {
      const found = await page(`sort=name&search=marked-&limit=2${after}`);
      names.push(...found.rows.map((row: { last_name: string }) => row.last_name));
      after = `&after=${encodeURIComponent(found.next)}`;
    }
    expect(names).toEqual(inOrder);
    for (const [words, name] of [
      ['evard', 'Évard'],
      ['Ewíng', 'ewing'],
      ['lasky marked-', 'Łasky'],
      ['ORSTED', 'ørsted'],
      ['o\u0308zer', 'Özer'],
    ] as const)
      expect((await page(`search=${encodeURIComponent(words)}`)).rows).toMatchObject([{ last_name: name }]);
  });

  it.each(['name', 'newest', 'due'])(
    'is read page by page in the order of %s without a gap or a repetition, also of alike ones',
    async (sort) => {
      const alike = Array.from({ length: 120 }, (_, n) => ({
        first_name: 'Alike',
        last_name: 'Zwilling',
        email: `twin-${sort}-${n}@z.example`,
        password_hash: 'none',
        created_at: context.clock.now(),
      }));
      await context.db.insert(users).values(alike);
      const seen: string[] = [];
      let after = '';
      for (let pages = 0; pages < 20; pages += 1) {
        const found = await page(`sort=${sort}&search=twin-${sort}${after}`);
        expect(found.total).toBe(120);
        seen.push(...emails(found));
        if (!found.next) break;
        after = `&after=${encodeURIComponent(found.next)}`;
      }
      expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
    },
  );

  /** @shows H17.5 */
  it('refuses a page that never was, or is another list’s, and names it', async () => {
    const lists = [
      [
        '/admin/parents?sort=name',
        ['nonsense', '%5B1%5D', '[{}]', '%', '["a","b","c"]', '[1,2,3]', '["a","b"]'],
      ],
      ['/admin/parents?sort=due', ['["Okafor","Ada",4]', '[1,2,3.5]', '[1,2]']],
      ['/admin/parents?sort=newest', ['["4"]', '[]']],
      ['/admin/audit?action=student', ['["4"]', '{}', 'null']],
    ] as const;
    for (const [list, texts] of lists)
      for (const after of texts)
        expect(await staff.call('GET', `${list}&after=${encodeURIComponent(after)}`)).toMatchObject({
          status: 422,
          fields: {
            after: ['This page of the list doesn’t exist. Please start again from the top of the list.'],
          },
        });
  });
});

describe('a parent’s page', () => {
  const readsOf = async (student_id: number) => {
    const { rows } = await context.db.execute<{ actor_id: number }>(
      sql`select actor_id from audit_log
        where action = 'student.read' and subject = ${`student:${student_id}`}`,
    );
    return rows.map(({ actor_id }) => actor_id);
  };

  /** @shows OF10.2 */
  it('has the family, its contract and its logins, and reads no text of a child', async () => {
    const before = await readsOf(okafor.student_id);
    let parent: any;
    const texts = await recordTexts(async () => {
      [parent] = (await staff.call('GET', `/admin/parents/${okaforId}`)).items;
    });
    expect(parent).toMatchObject({
      id: okaforId,
      email: okafor.email,
      students: [
        {
          id: okafor.student_id,
          contract_details_count: 1,
          line: expect.any(String),
          grade: expect.any(String),
        },
      ],
    });
    expect(parent.orders[0].order_detail.contract.contract_number).toMatch(/^\d\d-HM-/);
    expect(parent.logins[0]).toMatchObject({ impersonator: null, ended_at: null, ended_reason: null });
    expect(await readsOf(okafor.student_id)).toEqual(before);
    const answered = texts.map((text) => text.slice(0, text.search(/\bfrom\b/)));
    expect(
      answered.filter((columns) => /"(medical_concerns|custody_notes|second_address)",/.test(columns)),
    ).toEqual([]);
  });

  /** @shows OF10.2 */
  it('opens a child on its own, and logs the child then', async () => {
    const before = await readsOf(okafor.student_id);
    const [student] = (await staff.call('GET', `/admin/students/${okafor.student_id}`)).items;
    expect(student).toMatchObject({
      id: okafor.student_id,
      parent: { id: okaforId },
      guardian_1_first_name: 'Adaeze',
    });
    expect(await readsOf(okafor.student_id)).toEqual([...before, staff.user_id]);
    expect((await staff.call('GET', '/admin/students/999999')).status).toBe(404);
  });

  it('shows who looked through their eyes, why, and that it ended', async () => {
    context.clock.advanceMs(1000);
    const seen = await impersonate(app, staff, park);
    await seen.call('POST', '/impersonation/stop');
    const [parent] = (await staff.call('GET', `/admin/parents/${await idOf(park)}`)).items;
    expect(parent.logins[0]).toMatchObject({
      impersonator: 'Dana Cole',
      reason: expect.any(String),
      ended_reason: 'impersonation_stopped',
    });
    expect(
      parent.audit.slice(0, 2).map((row: any) => [row.action, row.actor.name, row.on_behalf_of?.name]),
    ).toEqual([
      ['impersonation.stop', 'Dana Cole', 'Min-jun Park'],
      ['impersonation.start', 'Dana Cole', undefined],
    ]);
  });

  it('is nobody’s who works here', async () => {
    expect((await staff.call('GET', `/admin/parents/${superAdmin.user_id}`)).status).toBe(404);
  });
});

describe('the audit log', () => {
  const rowsOf = async (query: string) =>
    (await staff.call('GET', `/admin/audit?${query}`)).items[0].rows as {
      id: number;
      action: string;
      subject: string;
    }[];

  it('is searched by who, what and whom', async () => {
    const parkId = await idOf(park);
    expect((await rowsOf('action=impersonation')).map((row) => row.action)).toEqual([
      'impersonation.stop',
      'impersonation.start',
    ]);
    expect(await rowsOf(`action=impersonation&subject=user:${parkId}`)).toHaveLength(2);
    expect(await rowsOf('action=impersonation&actor=cole')).toHaveLength(2);
    expect(await rowsOf(`action=impersonation&actor=${staff.user_id}`)).toHaveLength(2);
    expect(await rowsOf('actor=nobody')).toEqual([]);
  });

  it('is read page by page, newest first', async () => {
    for (let n = 0; n < 55; n += 1) await staff.call('GET', `/admin/students/${okafor.student_id}`);
    const [first] = (await staff.call('GET', '/admin/audit?action=student')).items;
    const [second] = (
      await staff.call('GET', `/admin/audit?action=student&after=${encodeURIComponent(first.next)}`)
    ).items;
    const ids = [...first.rows, ...second.rows].map((row: { id: number }) => row.id);
    expect([first.rows.length, ids.length, ids]).toEqual([
      50,
      second.rows.length + 50,
      ids.toSorted((a, b) => b - a),
    ]);
  });
});

describe('the words of a landing page', () => {
  it('are written by staff, cleaned before they are stored, read by visitors, and on record', async () => {
    const { items } = await staff.call('GET', '/admin/landing-messages');
    const school = items.find((item) => item.path === 'hm');
    const texts = {
      active_msg: '<p onclick="steal()">Buses roll on <b>Monday</b>.</p><script>steal()</script>',
      inactive_msg: ' ',
    };
    const saved = await staff.call('PUT', `/admin/landing-messages/${school.id}`, texts);
    expect(saved.items[0]).toMatchObject({
      active_msg: '<p>Buses roll on <b>Monday</b>.</p>',
      inactive_msg: null,
    });
    const { rows } = await context.db.execute(
      sql`select active_msg from period_program_groups where id = ${school.id}`,
    );
    expect(rows[0]).toEqual({ active_msg: '<p>Buses roll on <b>Monday</b>.</p>' });
    const audit = (await staff.call('GET', '/admin/audit?action=landing')).items[0].rows;
    expect(audit[0]).toMatchObject({
      subject: `period_program_group:${school.id}`,
      actor: { id: staff.user_id },
    });
    expect((await staff.call('PUT', '/admin/landing-messages/999999', texts)).status).toBe(404);
  });
});
