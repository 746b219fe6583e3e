import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FilterKind } from '#kit/list/filter-grammar.ts';
import { dayIn } from '#kit/plain-date.ts';
import { csvLine } from '#kit/text/csv.ts';
import { drawLists } from '#tests/support/app/drawn-lists.ts';
import { drawOrders } from '#tests/support/app/drawn-orders.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let shop: SeasonApp;
let admin: StaffMember;

type Row = any;
type Query = Record<string, string>;
/** What a filter compares of a row: a value of the filter, several of them, or a day, yes or no. */
type Fact = (row: Row) => unknown;

type ListCase = {
  facts: Record<string, Fact>;
  /** the keys of a sort, ascending */
  sorts?: Record<string, (row: Row) => (string | number)[]>;
  /** rows that only this query has */
  hidden?: { query: Query; is: (row: Row) => boolean };
  /** filters that no drawn row has */
  undrawn?: string[];
};

const placeOf = new Map<number, { school: string; season: string; line: string; user_id: number }>();
const active = new Map<number, { school: string; line: string }[]>();
const dayOf = (at: string) => dayIn(shop.context.clock.time_zone, new Date(at));
const schoolOf = ({ order_id }: Row) => placeOf.get(order_id)?.school;
const seasonOf = ({ order_id }: Row) => placeOf.get(order_id)?.season;
const heldBy = ({ id }: Row) => active.get(id) ?? [];
const down = ({ id }: Row) => [-id];
/** `order.read` and `order`: an action is found by how it begins. */
const beginsOf = (action: string) =>
  [...action.matchAll(/(?=[._])|$/g)].map(({ index }) => action.slice(0, index));

/** The lists with tests of their filters beside their own tests are named below (`OWN`). */
const CASES: Record<string, ListCase> = {
  listAmendments: {
    facts: {
      state: ({ state }) => state,
      school: ({ school }) => school.path,
      day: (row) => dayOf(row.proposed_at),
    },
    sorts: { newest: down },
  },
  listRequests: {
    facts: { kind: ({ kind }) => kind, state: ({ state }) => state, season: seasonOf, school: schoolOf },
    sorts: { oldest: (row) => [row.requested_at], newest: (row) => [-Date.parse(row.requested_at)] },
  },
  listAidClaims: {
    facts: { state: ({ state }) => state, season: seasonOf, school: schoolOf },
    sorts: { oldest: ({ id }) => [id], newest: down },
  },
  listOffers: {
    facts: {
      state: ({ state }) => state,
      school: ({ school }) => pathOf(school),
      by: () => admin.user_id,
    },
    sorts: { ends: (row) => [row.ends_at], newest: down },
  },
  listPapers: {
    facts: {
      state: ({ state }) => state,
      school: ({ school }) => pathOf(school),
      printed: (row) => dayOf(row.printed_at),
    },
    sorts: {
      newest: (row) => [-Date.parse(row.printed_at)],
      aside: (row) => [row.put_aside_at ?? '~'],
    },
  },
  listAwards: {
    facts: { state: ({ state }) => state, school: ({ school }) => school.id },
    sorts: { newest: down },
    undrawn: ['season'],
  },
  listWaitingChildren: {
    facts: {
      state: ({ state }) => state,
      line: ({ route }) => route.id,
      school: ({ school }) => school.path,
      season: ({ season }) => season.id,
    },
    sorts: { place: ({ id, route }) => [route.id, id], since: down },
  },
  listCatalogChanges: {
    facts: {
      source: ({ source }) => source,
      who: ({ who }) => who?.id,
      day: (row) => dayOf(row.at),
      kind: ({ id }) => kindsOf.get(id),
      subject: ({ id }) => subjectsOf.get(id),
    },
    sorts: { newest: down },
  },
  listPayouts: {
    facts: { state: ({ state }) => state, arrives: (row) => row.arrives_on },
    sorts: { newest: (row) => [-Date.parse(row.made_on)] },
  },
  listMails: {
    facts: {
      state: ({ state }) => state,
      kind: ({ kind }) => kind,
      day: (row) => dayOf(row.created_at),
      family: ({ parent }) => parent?.id,
    },
    sorts: { newest: down },
  },
  listApplications: {
    facts: {
      state: ({ state, is_trapped }) => {
        if (is_trapped) return 'trapped';
        return state === 'handled' ? state : [state, 'open'];
      },
      position: ({ position }) => position,
      place: (row) => row.work_location,
      received: (row) => dayOf(row.created_at),
    },
    sorts: { newest: down },
    hidden: { query: { state: 'trapped' }, is: (row) => row.is_trapped },
  },
  listAudit: {
    facts: {
      action: ({ action }) => beginsOf(action),
      subject: ({ subject }) => subject,
      actor: ({ actor }) => actor?.name,
      day: (row) => dayOf(row.at),
      on_behalf: (row) => row.on_behalf_of !== null,
    },
    sorts: { newest: down },
    undrawn: ['about'],
  },
  listParents: {
    facts: {
      verified: (row) => row.is_verified,
      owes: (row) => row.due_cents > 0,
      past_due: (row) => row.past_due_cents > 0,
      created: (row) => row.created_on,
      contract: (row) => heldBy(row).length > 0,
      school: (row) => heldBy(row).map(({ school }) => school),
      line: (row) => heldBy(row).map(({ line }) => line),
    },
    sorts: { newest: down, due: (row) => [-row.past_due_cents, -row.due_cents] },
    undrawn: ['season', 'method', 'last_4'],
  },
  listOwed: {
    facts: {
      state: ({ status }) => status,
      past_due: (row) => row.is_past_due,
      days_late: (row) => row.days_late,
      school: ({ school }) => school.path,
      line: ({ order_id }) => placeOf.get(order_id)?.line,
      season: seasonOf,
    },
    sorts: { since: (row) => [row.owed_since], amount: (row) => [-row.amount_cents] },
  },
};

/** `lists.test.ts` compares these. */
const OWN = ['listOrderRows', 'listStudentRows', 'listPaymentRows', 'listRefundRows'];

const kindsOf = new Map<number, string[]>();
const subjectsOf = new Map<number, string[]>();
let paths: Map<string, string>;
const pathOf = (school: string) => paths.get(school);

beforeAll(async () => {
  shop = await openSeasonApp();
  shop.context.clock.moveTo(new Date('2026-04-10T14:00:00Z'));
  admin = await aStaffMember(shop.app, shop.context.db);
  await drawOrders(shop, 0.27);
  await drawLists(shop, admin);
  const [{ schools, seasons, lines }] = (await admin.call('GET', '/admin/list-choices')).items;
  paths = new Map(schools.map(({ text, path }: Row) => [text, path]));
  const { rows: sets } = await shop.context.db.execute<{ id: number; kinds: string[]; subjects: string[] }>(
    sql`select change_id::int as id, array_agg(distinct kind) as kinds,
      array_agg(distinct row_id::text) as subjects from catalog_change_rows group by 1`,
  );
  for (const { id, kinds, subjects } of sets) {
    kindsOf.set(id, kinds);
    subjectsOf.set(id, subjects);
  }
  const lineOf = new Map(lines.map(({ id, text }: Row) => [text, String(id)]));
  const seasonIds = new Map(seasons.map(({ id, text }: Row) => [text, String(id)]));
  for (const order of await allOf('listOrderRows')) {
    const { school, season, line, program } = order;
    const text = [...new Set([line, program, school, season])].join(', ');
    const place = { school: pathOf(school)!, line: lineOf.get(text) as string };
    const user_id = order.parent.id;
    placeOf.set(order.id, { ...place, season: seasonIds.get(season) as string, user_id });
    if (order.status === 'active') active.set(user_id, [...(active.get(user_id) ?? []), place]);
  }
});
afterAll(() => shop.close());

const served = (name: string) => shop.app.lists.get(name)!;

async function allOf(name: string, query: Query = {}, limit = 200): Promise<Row[]> {
  const rows: Row[] = [];
  let after: string | undefined;
  do {
    const asked = new URLSearchParams({ ...query, limit: String(limit), ...(after && { after }) });
    const answer = await admin.call('GET', `${served(name).list.path}?${String(asked)}`);
    expect([name, query, answer.errors]).toEqual([name, query, []]);
    const [page] = answer.items;
    rows.push(...page.rows);
    after = page.next ?? undefined;
    if (after === undefined) expect([name, query, rows.length]).toEqual([name, query, page.total]);
  } while (after !== undefined);
  return rows;
}

const idsOf = (name: string, rows: readonly Row[]) => rows.map((row) => served(name).file.id(row));
const asText = (value: unknown) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value));
const valuesOf = (fact: unknown): string[] =>
  [fact].flat().flatMap((one) => (one === undefined || one === null ? [] : [asText(one)]));

type Wanted = readonly [value: string, keeps: (values: readonly string[]) => boolean];

/** Values of a filter, drawn from the rows, with the rows that each keeps. */
function wantedOf({ kind, ...filter }: FilterKind, all: readonly string[]): Wanted[] {
  const known = 'values' in filter ? filter.values : [...new Set(all)].toSorted();
  const [first, last] = [all.toSorted()[Math.floor(all.length / 3)]!, all.toSorted().at(-1)!];
  if (kind === 'days')
    return [
      [`..${first}`, (of) => of.some((day) => day <= first)],
      [`${first}..`, (of) => of.some((day) => day >= first)],
      [`${first}..${first}`, (of) => of.includes(first)],
    ];
  if (kind === 'numbers') {
    const middle = all.map(Number).toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!;
    return [
      [`${middle}..`, (of) => of.some((n) => Number(n) >= middle)],
      [`..${middle - 1}`, (of) => of.some((n) => Number(n) < middle)],
    ];
  }
  if (kind === 'text') {
    if (/^\d+$/.test(first)) return [[first, (of) => of.includes(first)]];
    const begin = first.slice(0, -1);
    return [[begin, (of) => of.some((text) => text.startsWith(begin))]];
  }
  const single = known.slice(0, 8).map((value): Wanted => [value, (of) => of.includes(value)]);
  if (kind === 'yes_no') return single;
  return [...single, [`${first},${last}`, (of) => of.includes(first) || of.includes(last)]];
}

/** @shows AC27 OF1.1 OF1.2 */
describe.each(Object.entries(CASES))('the list %s', (name, { facts, sorts, hidden, undrawn = [] }) => {
  it('has by each filter the rows of a filter in memory', async () => {
    const { kinds } = served(name).list;
    expect(Object.keys(kinds).filter((one) => !facts[one] && !undrawn.includes(one))).toEqual([]);
    const plain = await allOf(name);
    const all = hidden ? [...plain, ...(await allOf(name, hidden.query))] : plain;
    expect(plain.length).toBeGreaterThan(15);
    for (const [filter, fact] of Object.entries(facts)) {
      const among = filter in (hidden?.query ?? {}) ? all : plain;
      const drawn = among.flatMap((row) => valuesOf(fact(row)));
      let parts = 0;
      for (const [value, keeps] of wantedOf(kinds[filter]!, drawn)) {
        const kept = among.filter((row) => keeps(valuesOf(fact(row))));
        const found = await allOf(name, { [filter]: value });
        expect([filter, value, idsOf(name, found).toSorted()]).toEqual([
          filter,
          value,
          idsOf(name, kept).toSorted(),
        ]);
        if (kept.length > 0) parts += 1;
      }
      expect([filter, parts > 0]).toEqual([filter, true]);
    }
  });

  it('has by each sort the same rows on pages of any size, in the order of the sort', async () => {
    const { list } = served(name);
    for (const sort of Object.keys(list.sorts)) {
      const rows = await allOf(name, { sort });
      const ids = idsOf(name, rows);
      expect(new Set(ids).size).toBe(ids.length);
      expect(idsOf(name, await allOf(name, { sort }, 23))).toEqual(ids);
      const keysOf = sorts?.[sort];
      if (!keysOf) continue;
      const isBefore = (one: (string | number)[], other: (string | number)[]) => {
        const at = one.findIndex((key, n) => key !== other[n]);
        return at >= 0 && one[at]! < other[at]!;
      };
      const wrong = rows.filter((row, at) => at > 0 && isBefore(keysOf(row), keysOf(rows[at - 1])));
      expect([sort, idsOf(name, wrong)]).toEqual([sort, []]);
    }
  });
});

async function fileOf(name: string, body: object) {
  const answer = await admin.call('POST', '/admin/exports', { list: name, ...body });
  expect([name, answer.errors]).toEqual([name, []]);
  return shop.app.inject(answer.items[0].path);
}

/** @shows AC27 OF1.8 */
describe('the file of every list', () => {
  /** A list of one thing, as of a payout, is asked with the thing. */
  const withFile = () =>
    [...shop.app.lists].filter(([, { list }]) => list.query.safeParse({}).success).map(([name]) => name);

  it('is compared: no list of the office is left out', () => {
    const compared = [...Object.keys(CASES), ...OWN];
    const others = withFile().filter((name) => !compared.includes(name));
    expect(others.filter((name) => Object.keys(served(name).list.kinds).length > 0)).toEqual([]);
  });

  it('equals the list, column by column in the chosen order, and has no formula', async () => {
    for (const name of withFile()) {
      const { file } = served(name);
      const isChosen = file.columns.every(({ key }) => key);
      const cells = isChosen ? file.columns.toReversed() : file.columns;
      const columns = isChosen ? cells.map(({ key }) => key).join(',') : '';
      const rows = await allOf(name);
      const { payload } = await fileOf(name, { columns });
      const lines = rows.map((row) => csvLine(cells.map(({ cell }) => cell(row))));
      expect([name, payload]).toEqual([
        name,
        `\uFEFF${csvLine(cells.map(({ header }) => header()))}${lines.join('')}`,
      ]);
      expect([name, /(?:^|,)"[=@]|(?:^|,)"-2\+/m.exec(payload)]).toEqual([name, null]);
    }
  });

  it('as a workbook has a row for each row, and texts in place of formulas', async () => {
    for (const name of withFile()) {
      const rows = await allOf(name);
      const { rawPayload } = await fileOf(name, { format: 'xlsx' });
      const page = strFromU8(unzipSync(new Uint8Array(rawPayload))['xl/worksheets/sheet1.xml']!);
      expect([name, page.match(/<row /g)!.length]).toEqual([name, rows.length + 1]);
      expect([name, /<f[ >]/.test(page)]).toEqual([name, false]);
    }
  });
});
