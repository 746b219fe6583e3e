import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ListEndpoint } from '#kit/list/list-endpoint.ts';
import { fileOf, valueText, type ListView } from '#kit/list/list-view.ts';
import { csvLine } from '#kit/text/csv.ts';
import { drawLists } from '#tests/support/app/drawn-lists.ts';
import { drawOrders } from '#tests/support/app/drawn-orders.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import type { ListChoices } from './list-choices.contract.ts';
import { orderList } from './order-list.ts';
import { listOrderRows, type OrderListRow } from './order-list.contract.ts';
import { paymentList } from './payment-list.ts';
import { listPaymentRows, type PaymentListRow } from './payment-list.contract.ts';
import { refundList } from './refund-list.ts';
import { listRefundRows, type RefundListRow } from './refund-list.contract.ts';
import { studentList } from './student-list.ts';
import { listStudentRows, type StudentListRow } from './student-list.contract.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let shop: SeasonApp;
let admin: StaffMember;
let dispatcher: StaffMember;
let choices: ListChoices;

beforeAll(async () => {
  shop = await openSeasonApp();
  shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
  admin = await aStaffMember(shop.app, shop.context.db);
  dispatcher = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
  await drawOrders(shop, 0.27);
  await drawLists(shop, admin);
  [choices] = (await admin.call('GET', '/admin/list-choices')).items;
});
afterAll(() => shop.close());

type Row = { id: number };
type Query = Record<string, string>;

async function pageOf(list: ListEndpoint, query: Query, who = admin) {
  const { status, errors, items } = await who.call(
    'GET',
    `${list.path}?${String(new URLSearchParams(query))}`,
  );
  expect([query, status, errors]).toEqual([query, 200, []]);
  return items[0];
}

/** Every page; each page says the same total. */
async function allOf<R extends Row>(list: ListEndpoint, query: Query = {}): Promise<R[]> {
  const rows: R[] = [];
  let after: string | undefined;
  do {
    const page = await pageOf(list, { limit: '97', ...query, ...(after && { after }) });
    rows.push(...page.rows);
    expect(page.is_total_capped).toBe(false);
    after = page.next ?? undefined;
    if (after === undefined) expect(rows).toHaveLength(page.total);
  } while (after !== undefined);
  return rows;
}

const ids = (rows: readonly Row[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b);

const joined = (...parts: string[]) => [...new Set(parts)].join(', ');

const placeOf = ({ line, program, school, season }: OrderListRow) => joined(line, program, school, season);

const programOf = ({ program, school }: OrderListRow) => joined(program, school);
const gradeOf = ({ grade, program, school }: OrderListRow) => joined(grade ?? '', program, school);

type Case<R> = readonly [query: Query, keeps: (row: R) => boolean];

/** A filter by the server keeps the rows that a filter in memory keeps of the whole list. */
async function expectFilters<R extends Row>(list: ListEndpoint, cases: readonly Case<R>[]) {
  const all = await allOf<R>(list);
  for (const [query, keeps] of cases) {
    const kept = all.filter(keeps);
    expect([query, ids(await allOf(list, query))]).toEqual([query, ids(kept)]);
    expect([query, kept.length > 0 && kept.length < all.length]).toEqual([query, true]);
  }
  // No filter of the declaration is left out.
  const named = new Set(cases.flatMap(([query]) => Object.keys(query)));
  const declared = Object.keys(list.filters).filter((name) => name !== 'search' && !UNDRAWN.includes(name));
  expect(declared.filter((name) => !named.has(name))).toEqual([]);
  return all;
}

/** What no drawn row has: tests of their own modules write these. */
const UNDRAWN = ['addon', 'discount', 'placed_by_staff', 'accepted', 'purpose', 'paid_by', 'by', 'photo'];

async function expectSort<R extends Row>(
  list: ListEndpoint,
  query: Query,
  before: (one: R, other: R) => boolean,
) {
  const rows = await allOf<R>(list, query);
  expect(new Set(ids(rows)).size).toBe(rows.length);
  const wrong = rows.filter((row, at) => at > 0 && before(row, rows[at - 1]!));
  expect([query, ids(wrong)]).toEqual([query, []]);
}

type OrderFacts = { plan: string; paid_by: string; in_force: string | null; ended: string | null };

/** What no row of the list says, read from the tables. */
async function factsOfOrders(): Promise<Map<number, OrderFacts>> {
  const zone = shop.context.clock.time_zone;
  const { rows } = await shop.context.db.execute<OrderFacts & { id: number }>(sql`
    select o.id::int as id, t.name as plan, o.price_snapshot ->> 'paid_by' as paid_by,
      to_char(o.activated_at at time zone ${zone}, 'YYYY-MM-DD') as in_force,
      to_char(o.ended_at at time zone ${zone}, 'YYYY-MM-DD') as ended
    from orders o join contracts c on c.order_id = o.id join payment_terms t on t.id = c.payment_term_id`);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

/** @shows AC27 OF1.1 OF1.2 OF1.3 OF1.10 */
describe('the filters and sorts of a list equal those in memory, for', () => {
  it('orders', async () => {
    const line = choices.lines[3]!;
    const [school] = choices.schools;
    const grade = choices.grades[0]!;
    const { rows: ofTerm } = await shop.context.db.execute<{ id: number }>(
      sql`select order_id::int as id from contracts c join payment_terms t on t.id = c.payment_term_id
        join options o on o.id = t.payment_term_type_id where o.key = 'paymentTermTypeFull'`,
    );
    const inFull = new Set(ids(ofTerm));
    const plan = choices.plans.at(-1)!;
    const facts = await factsOfOrders();
    const isOn = (day: string | null | undefined) => day?.startsWith('2026-02') ?? false;
    const all = await expectFilters<OrderListRow>(listOrderRows, [
      [{ plan: `${plan.id}` }, (row) => facts.get(row.id)!.plan === plan.text],
      [{ in_force: '2026-02-01..2026-02-28' }, (row) => isOn(facts.get(row.id)!.in_force)],
      [{ ended: '2026-02-01..2026-02-28' }, (row) => isOn(facts.get(row.id)!.ended)],
      [{ paid_by: 'bank' }, (row) => facts.get(row.id)!.paid_by === 'paymentTypeAch'],
      [{ paid_by: 'credit,none' }, (row) => /Card|card_at/.test(facts.get(row.id)!.paid_by)],
      [{ school: school!.path }, (row) => row.school === school!.text],
      [{ line: `${line.id}` }, (row) => line.text === placeOf(row)],
      [
        { season: 'current' },
        ({ season }) => choices.seasons.some((one) => one.is_current && one.text === season),
      ],
      [{ program: `${choices.programs[0]!.id}` }, (row) => programOf(row) === choices.programs[0]!.text],
      [{ grade: `${grade.id}` }, (row) => gradeOf(row) === grade.text],
      [{ term: 'full' }, (row) => inFull.has(row.id)],
      [{ state: 'cancelled,payment_failed' }, (row) => row.status !== 'active'],
      [
        { signed: '2026-01-01..2026-02-28' },
        (row) => row.signed_on >= '2026-01-01' && row.signed_on <= '2026-02-28',
      ],
      [{ aid: 'yes' }, (row) => row.aid_cents !== null],
      [{ amended: 'yes' }, (row) => row.amendments === 1],
      [{ amended: 'no' }, (row) => row.amendments === 0],
      [{ special_request: 'yes' }, (row) => row.special_request !== null],
      [{ special_request: 'no' }, (row) => row.special_request === null],
      [{ due: '100..300' }, (row) => row.due_cents >= 10_000 && row.due_cents <= 30_000],
      [{ due: '..200' }, (row) => row.due_cents <= 20_000],
    ]);
    expect(all.length).toBeGreaterThan(300);
    await expectSort<OrderListRow>(listOrderRows, {}, (a, b) => a.id > b.id);
    const number = (row: OrderListRow) => row.contract_number ?? '';
    await expectSort<OrderListRow>(listOrderRows, { sort: 'number' }, (a, b) => number(a) < number(b));
    await expectSort<OrderListRow>(listOrderRows, { sort: 'due' }, (a, b) => a.due_cents > b.due_cents);
    const inWords = await allOf<OrderListRow>(listOrderRows, { search: '27-xx zoe' });
    expect(ids(inWords)).toEqual(
      ids(all.filter((row) => row.contract_number?.startsWith('27-XX') && /zoe/i.test(JSON.stringify(row)))),
    );
    const one = all[5]!;
    for (const search of [`#${one.id}`, `order ${one.id}`])
      expect(ids(await allOf(listOrderRows, { search }))).toEqual([one.id]);
  });

  it('students', async () => {
    const line = choices.lines[3]!;
    const held = (row: StudentListRow) => row.order_id !== null;
    const ofOrders = await allOf<OrderListRow>(listOrderRows, { state: 'active', limit: '200' });
    const ridesOn = (row: StudentListRow, is: (order: OrderListRow) => boolean) =>
      ofOrders.some((order) => order.student.id === row.id && is(order));
    const [school] = choices.schools;
    const [grade] = choices.grades;
    await expectFilters<StudentListRow>(listStudentRows, [
      [{ zip: '10583' }, (row) => row.zip === '10583'],
      [{ exit_alone: 'yes' }, (row) => row.can_exit_bus_alone],
      [{ care: 'no' }, (row) => !row.has_care_notes],
      [{ split_custody: 'yes' }, (row) => row.is_split_custody],
      [{ changed_since: 'yes' }, (row) => row.is_changed_since],
      [{ changed_since: 'no' }, (row) => !row.is_changed_since],
      [
        { contract: 'no', line: `${line.id}` },
        (row) => !ridesOn(row, (order) => line.text === placeOf(order)),
      ],
      [{ school: school!.path }, (row) => ridesOn(row, (order) => order.school === school!.text)],
      [{ grade: `${grade!.id}` }, (row) => ridesOn(row, (order) => gradeOf(order) === grade!.text)],
      [
        { program: `${choices.programs[0]!.id}` },
        (row) => ridesOn(row, (order) => programOf(order) === choices.programs[0]!.text),
      ],
      [
        { season: 'current', line: `${line.id}` },
        (row) => ridesOn(row, (order) => line.text === placeOf(order)),
      ],
      [
        { photo_missing: 'yes', line: `${line.id}` },
        (row) => !row.has_photo && ridesOn(row, (order) => line.text === placeOf(order)),
      ],
    ]);
    await expectSort<StudentListRow>(listStudentRows, { sort: 'newest' }, (a, b) => a.id > b.id);
    const name = (row: StudentListRow) => (held(row) ? row.line!.toLowerCase() : '\uFFFF');
    await expectSort<StudentListRow>(listStudentRows, { sort: 'line' }, (a, b) => name(a) < name(b));
    const homes = async (search: string) =>
      (await allOf<StudentListRow>(listStudentRows, { search })).map(({ address }) => address);
    expect(await homes('12 10580')).toEqual(['12 Elm Street, Scarsdale']);
    const onStreet = await homes('12 elm street');
    expect(onStreet).toContain('12 Elm Street, Scarsdale');
    expect(onStreet.filter((address) => !address.startsWith('12 Elm Street,'))).toEqual([]);
  });

  it('payments, with the sum of all pages', async () => {
    const line = choices.lines[3]!;
    const [school] = choices.schools;
    const onLine = new Set(ids(await allOf(listOrderRows, { line: `${line.id}` })));
    const all = await expectFilters<PaymentListRow>(listPaymentRows, [
      [{ state: 'failed,returned' }, (row) => row.status === 'failed' || row.status === 'returned'],
      [{ state: 'scheduled' }, (row) => row.status === 'scheduled'],
      [{ due_on: '2027-03-01..2027-03-31' }, (row) => row.pay_on.startsWith('2027-03')],
      [{ due_on: '..2027-02-10' }, (row) => row.pay_on <= '2027-02-10'],
      [
        { paid_on: '2026-01-01..2026-03-31' },
        (row) => (row.paid_on ?? '') >= '2026-01-01' && (row.paid_on ?? '') <= '2026-03-31',
      ],
      [{ school: school!.path }, (row) => row.school === school!.text],
      [{ line: `${line.id}`, season: 'current' }, (row) => onLine.has(row.order_id)],
      [{ amount: '100..200' }, (row) => row.amount_cents >= 10_000 && row.amount_cents <= 20_000],
      [{ reference: '-2' }, (row) => row.reference === '-2+3'],
      [{ tried: 'no' }, (row) => row.tries === 0],
    ]);
    expect(all.length).toBeGreaterThan(1_200);
    const { sums, total } = await pageOf(listPaymentRows, { state: 'paid' });
    const paid = all.filter(({ status }) => status === 'paid');
    expect([total, sums.amount_cents]).toEqual([
      paid.length,
      paid.reduce((sum, row) => sum + row.amount_cents, 0),
    ]);
    await expectSort<PaymentListRow>(listPaymentRows, {}, (a, b) => a.pay_on < b.pay_on);
    await expectSort<PaymentListRow>(
      listPaymentRows,
      { sort: 'amount' },
      (a, b) => a.amount_cents > b.amount_cents,
    );
    await expectSort<PaymentListRow>(
      listPaymentRows,
      { sort: 'paid' },
      (a, b) => (a.paid_on ?? '') > (b.paid_on ?? ''),
    );
    await expectSort<PaymentListRow>(listPaymentRows, { sort: 'state' }, (a, b) => a.status < b.status);
  });

  it('refunds', async () => {
    const [school] = choices.schools;
    await expectFilters<RefundListRow>(listRefundRows, [
      [{ state: 'failed' }, (row) => row.state === 'failed'],
      [{ state: 'on_its_way,done' }, (row) => row.state !== 'failed'],
      [{ way: 'check' }, (row) => row.way === 'check'],
      [{ day: '..2026-02-01' }, (row) => row.made_on <= '2026-02-01'],
      [{ school: school!.path }, (row) => row.school === school!.text],
    ]);
    await expectSort<RefundListRow>(
      listRefundRows,
      { sort: 'amount' },
      (a, b) => a.amount_cents > b.amount_cents,
    );
  });
});

async function fileOfList(list: ListEndpoint, body: object) {
  const answer = await admin.call('POST', '/admin/exports', { list: list.name, ...body });
  expect(answer.errors).toEqual([]);
  return shop.app.inject(answer.items[0].path);
}

/** @shows OF1.4 OF1.8 */
describe('the file of a list', () => {
  it.each([
    [listOrderRows, orderList],
    [listStudentRows, studentList],
    [listPaymentRows, paymentList],
    [listRefundRows, refundList],
  ] as unknown as [ListEndpoint, ListView<Row>][])(
    'equals the list, column by column',
    async (list, view) => {
      const rows = await allOf(list);
      const columns = view.columns
        .map(({ key }) => key)
        .toReversed()
        .join(',');
      const { payload } = await fileOfList(list, { columns });
      const cells = fileOf(view).columns.toReversed();
      const lines = rows.map((row) => csvLine(cells.map(({ cell }) => cell(row))));
      expect(payload).toBe(`\uFEFF${csvLine(cells.map(({ header }) => header()))}${lines.join('')}`);
      expect(payload).not.toMatch(/asthma|Fridays/);
      // No cell begins like a formula (OF1.8).
      expect(payload).not.toMatch(/(?:^|,)"[=@]|(?:^|,)"-2\+/m);
    },
  );

  it('as a workbook has the same texts, and no formula', async () => {
    const rows = await allOf<RefundListRow>(listRefundRows);
    const { rawPayload, headers } = await fileOfList(listRefundRows, {
      format: 'xlsx',
      columns: 'reason,family',
    });
    expect(headers['content-disposition']).toMatch(/refunds-[\d-]+\.xlsx/);
    const page = strFromU8(unzipSync(new Uint8Array(rawPayload))['xl/worksheets/sheet1.xml']!);
    expect(page.match(/<row /g)).toHaveLength(rows.length + 1);
    expect(page.match(/=1\+1/g)!.length).toBeGreaterThanOrEqual(rows.length);
    expect(page).not.toMatch(/<f[ >]/);
    expect(valueText('day', rows[0]!.made_on)).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  });
});

/** @shows OF1.4 OF8.3 */
describe('a dispatcher', () => {
  it('sees no amount, and may not sort or filter by an amount', async () => {
    const { rows } = await pageOf(listOrderRows, {}, dispatcher);
    expect(Object.keys(rows[0]).filter((name) => /_cents$|next_/.test(name))).toEqual([]);
    for (const query of ['sort=due', 'due=1..2'])
      expect((await dispatcher.call('GET', `/admin/orders?${query}`)).status).toBe(403);
    expect((await dispatcher.call('GET', '/admin/payments')).status).toBe(403);
    expect((await dispatcher.call('GET', '/admin/students?care=yes')).status).toBe(200);
  });

  /** @shows OF1.2 */
  it('reads which filter is wrong, by name', async () => {
    const { status, fields } = await dispatcher.call('GET', '/admin/orders?school=nowhere');
    expect([status, fields]).toEqual([422, { school: ['The filter School cannot be nowhere.'] }]);
    expect((await dispatcher.call('GET', '/admin/orders?signed=never')).fields).toEqual({
      signed: ['The filter Signed cannot be never.'],
    });
  });

  /** @shows OF1.1 */
  it('is refused a page of another sort', async () => {
    const { next } = await pageOf(listOrderRows, { limit: '2' }, dispatcher);
    expect((await dispatcher.call('GET', `/admin/orders?limit=2&sort=number&after=${next}`)).status).toBe(
      422,
    );
  });
});
