import { describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { plainDate } from '#kit/plain-date.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import type { CheckFacts } from './check.ts';
import { CHECK_CODES, SEVERITY_OF_CHECK, type CheckCode } from './check.states.ts';
import { checksOf, mendPath, stopsOf } from './season-checks.ts';
import { seasonView } from './season-view.ts';

type Row = Record<string, unknown>;
type Rows = Partial<Record<ObjectKind, Row[]>>;

const SEASON = 2;
const CARD = 1;
const FULL = 2;
const SCHEDULED = 3;
const options = new Map([
  ['paymentTypeCreditCard', CARD],
  ['paymentTermTypeFull', FULL],
  ['paymentTermTypeScheduled', SCHEDULED],
]);

const aTerm = (id: number, route_id: number, fields: Row): Row => ({
  id,
  version: 1,
  route_id,
  payment_term_type_id: FULL,
  from_dt: null,
  thru_dt: null,
  deposit_cents: 400_000,
  amount_cents: 0,
  number_payments: 1,
  scheduled_dt: null,
  prefix_text: null,
  is_admin_only: false,
  is_active: true,
  ...fields,
});

const aRoute = (id: number, period_program_id: number, fields: Row): Row => ({
  id,
  version: 1,
  period_program_id,
  text_before: '',
  text_after: 'Both ways',
  capacity: 40,
  seats_taken: 39,
  has_surge_pricing: false,
  surge_pricing_text: null,
  contract_pdf: null,
  is_active: true,
  ...fields,
});

const aDiscount = (id: number, route_id: number): Row => ({
  id,
  version: 1,
  route_id,
  text: 'Sibling',
  is_sibling_discount: true,
  amount_flat_cents: 25_000,
  amount_percentage_milli_percent: null,
  is_active: true,
});

/** A season about which nothing is wrong or doubtful, and the one before. */
const calm = (): Rows => ({
  company: [{ card_fee_cap: 3000, time_zone: 'America/New_York' }],
  division: [{ id: 1, version: 1, company_name: 'Harborline', ach_terms: '<p>I authorize.</p>' }],
  program_group: [
    {
      id: 1,
      version: 1,
      division_id: 1,
      path: 'hm',
      text: 'Hillmark',
      is_active: true,
      is_on_home_page: true,
      drawing_file: null,
    },
  ],
  program: [
    {
      id: 1,
      version: 1,
      program_group_id: 1,
      name: 'hm-lower',
      text: 'Lower',
      ach_terms: null,
      is_active: true,
    },
  ],
  grade: [{ id: 1, version: 1, program_id: 1, text: '1st', is_active: true }],
  period: [
    { id: 1, version: 1, name: '2026', text: '2026–2027', starts_on: '2026-09-01', ends_on: '2027-06-20' },
    {
      id: SEASON,
      version: 1,
      name: '2027',
      text: '2027–2028',
      starts_on: '2027-09-01',
      ends_on: '2028-06-20',
      first_day_of_school: '2027-09-06',
      aid_balance_due_dt: '2028-01-31',
      rolled_from_id: null,
    },
  ],
  period_group: [1, SEASON].map((period_id) => ({
    id: period_id,
    version: 1,
    period_id,
    program_group_id: 1,
    is_active: true,
    opens_at: null,
    closes_at: null,
    active_msg: '<p>Contracts are open.</p>',
    inactive_msg: '<p>Contracts are closed.</p>',
    first_day_of_school: null,
  })),
  printable: [
    {
      id: 1,
      version: 1,
      period_program_group_id: SEASON,
      name: 'To print',
      file_name: 'hm.pdf',
      is_active: true,
    },
    {
      id: 2,
      version: 1,
      period_program_group_id: 1,
      name: 'To print',
      file_name: 'hm-2026.pdf',
      is_active: true,
    },
  ],
  period_program: [1, SEASON].map((period_id) => ({
    id: period_id,
    version: 1,
    period_id,
    program_id: 1,
    is_active: true,
    accept_financial_aid: true,
    contract_text_intro: '<p>This is the contract.</p>',
    contract_text: '<p>Harborline transports.</p>',
    faq: '<p>Who drives?</p>',
  })),
  surcharge: [
    {
      id: 1,
      version: 1,
      period_program_id: SEASON,
      name: 'Card fee',
      payment_type_id: CARD,
      amount_flat_cents: null,
      amount_percentage_milli_percent: 3000,
      is_active: true,
    },
  ],
  aid_code: [
    { id: 1, version: 1, period_program_id: SEASON, code: 'AID', expires_on: null, is_active: true },
  ],
  route: [
    aRoute(1, 1, { name: 'Round trip' }),
    aRoute(2, SEASON, { name: 'Round trip' }),
    aRoute(3, SEASON, { name: 'Morning' }),
  ],
  payment_term: [
    aTerm(1, 1, { name: 'Full' }),
    aTerm(2, 2, { name: 'Early', thru_dt: '2027-05-31', deposit_cents: 380_000 }),
    aTerm(3, 2, { name: 'Full', from_dt: '2027-06-01' }),
    aTerm(4, 2, {
      name: 'Three payments',
      payment_term_type_id: SCHEDULED,
      thru_dt: '2027-07-31',
      deposit_cents: 140_000,
      amount_cents: 140_000,
      number_payments: 3,
      scheduled_dt: '2027-10-01',
    }),
    aTerm(5, 3, { name: 'Full', deposit_cents: 250_000 }),
  ],
  addon: [
    {
      id: 1,
      version: 1,
      route_id: 2,
      name: 'late-bus',
      text: 'Late bus',
      amount_cents: 60_000,
      is_active: true,
    },
  ],
  discount: [aDiscount(1, 2), aDiscount(2, 3)],
  content_block: [
    { id: 1, version: 1, key: 'hm', content: 'content/hm.svg', program_group_id: 1, is_active: true },
  ],
});

const facts = (more: Partial<CheckFacts> = {}): CheckFacts => ({
  today: plainDate('2027-04-01'),
  now: new Date('2027-04-01T16:00:00Z'),
  drawn: new Set(),
  waiting: new Map(),
  missing_files: new Set(),
  ...more,
});

type Edit = [kind: ObjectKind, id: number, fields: Row];

const edited = (rows: Rows, edits: readonly Edit[]): Rows => {
  const found = structuredClone(rows);
  for (const [kind, id, fields] of edits)
    Object.assign(
      found[kind]!.find((row) => row.id === id)!,
      fields,
    );
  return found;
};

const viewOf = (rows: Rows) => seasonView({ rowsOf: (kind) => rows[kind] ?? [], options }, SEASON)!;
const found = (rows: Rows, known: CheckFacts) => checksOf(viewOf(rows), known);

type Case = { breaks: Edit[]; mends: Edit[]; says: string; without?: string; known?: Partial<CheckFacts> };

const NOTICE = `<p>${m.catalog_starter_notice()}</p><p>Harborline transports.</p>`;
const ROUND = 'Hillmark, Lower · Round trip';

const CASES: Readonly<Record<CheckCode, Case>> = {
  no_term: {
    breaks: [['payment_term', 5, { thru_dt: '2027-07-31' }]],
    mends: [['payment_term', 5, { thru_dt: '2027-09-05' }]],
    says: 'Hillmark, Lower · Morning: nothing can be chosen from 08/01/2027 to 09/05/2027.',
  },
  terms_ended: {
    breaks: [['payment_term', 5, { thru_dt: '2027-03-31' }]],
    mends: [['payment_term', 5, { thru_dt: null }]],
    says: 'Hillmark, Lower · Morning: every term has ended.',
  },
  no_contract_text: {
    breaks: [['period_program', SEASON, { contract_text: '<p> </p>' }]],
    mends: [['period_program', SEASON, { contract_text: '<p>We drive.</p>' }]],
    says: 'Hillmark, Lower: there is no contract text.',
  },
  starter_text: {
    breaks: [['period_program', SEASON, { contract_text: NOTICE }]],
    mends: [['period_program', SEASON, { contract_text: '<p>Harborline transports.</p>' }]],
    says: 'Hillmark, Lower · Contract: still the starter text, which is no legal advice.',
  },
  no_ach_terms: {
    breaks: [['division', 1, { ach_terms: null }]],
    mends: [['program', 1, { ach_terms: '<p>I authorize.</p>' }]],
    says: 'Hillmark, Lower: there are no terms for bank debits.',
  },
  schedule_passed: {
    breaks: [['payment_term', 4, { scheduled_dt: '2027-03-31' }]],
    mends: [['payment_term', 4, { scheduled_dt: '2027-08-15' }]],
    says:
      `${ROUND} · Three payments: the second payment's day, 03/31/2027, has passed; ` +
      'who signs now pays it tomorrow.',
  },
  schedule_after_end: {
    breaks: [['payment_term', 4, { scheduled_dt: '2028-05-31' }]],
    mends: [['payment_term', 4, { scheduled_dt: '2028-05-20' }]],
    says:
      `${ROUND} · Three payments: the last payment falls due on 06/30/2028, ` +
      'after the school year has ended.',
  },
  early_dearer: {
    breaks: [['payment_term', 2, { deposit_cents: 410_000 }]],
    mends: [['payment_term', 2, { deposit_cents: 400_000 }]],
    says: `${ROUND}: "Early" costs $4,100.00 and ends before "Full", which costs $4,000.00.`,
    without: `${ROUND}: "Early" ends before "Full" and costs more.`,
  },
  instalments_cheaper: {
    breaks: [['payment_term', 4, { deposit_cents: 110_000 }]],
    mends: [['payment_term', 4, { thru_dt: '2027-05-31' }]],
    says: `${ROUND}: paying in 3 payments costs $3,900.00, less than $4,000.00 in full.`,
    without: `${ROUND}: paying in 3 payments costs less than paying in full.`,
  },
  surge_general: {
    breaks: [['route', 2, { has_surge_pricing: true }]],
    mends: [['route', 2, { surge_pricing_text: '<p>I agree.</p>' }]],
    says: `${ROUND}: surge pricing has no text of its own; families accept the general one.`,
  },
  addon_free: {
    breaks: [['addon', 1, { amount_cents: 0 }]],
    mends: [['addon', 1, { is_active: false }]],
    says: `${ROUND} · late-bus: costs nothing.`,
  },
  aid_without_code: {
    breaks: [['aid_code', 1, { expires_on: '2027-03-31' }]],
    mends: [['aid_code', 1, { expires_on: '2027-04-01' }]],
    says: 'Hillmark, Lower: takes financial aid, but has no code and no award.',
  },
  aid_balance_late: {
    breaks: [['period', SEASON, { aid_balance_due_dt: '2028-06-21' }]],
    mends: [['period', SEASON, { aid_balance_due_dt: '2028-06-20' }]],
    says: 'The aid balance falls due on 06/21/2028, after the school year has ended.',
  },
  full: {
    breaks: [['route', 2, { seats_taken: 40 }]],
    mends: [['route', 2, { capacity: 41 }]],
    known: { waiting: new Map([[2, 3]]) },
    says: `${ROUND}: full, 3 children wait.`,
  },
  no_message: {
    breaks: [['period_group', SEASON, { active_msg: null }]],
    mends: [['period_group', SEASON, { active_msg: '<p>Come in.</p>' }]],
    says: 'Hillmark: its page has no message while contracts are sold.',
  },
  file_missing: {
    breaks: [['content_block', 1, { content: 'content/gone.svg' }]],
    mends: [['content_block', 1, { content: 'content/hm.svg' }]],
    known: { missing_files: new Set(['content/gone.svg']) },
    says: 'content/gone.svg of hm is not in the store.',
  },
  old_file: {
    breaks: [
      ['period', SEASON, { rolled_from_id: 1 }],
      ['printable', 1, { file_name: 'hm-2026.pdf' }],
    ],
    mends: [['printable', 1, { file_name: 'hm.pdf' }]],
    says: 'Hillmark · To print: hm-2026.pdf is last year’s file.',
  },
  no_grades: {
    breaks: [['grade', 1, { is_active: false }]],
    mends: [['grade', 1, { is_active: true }]],
    says: 'Hillmark, Lower: has no grades.',
  },
  no_first_day: {
    breaks: [['period', SEASON, { first_day_of_school: null }]],
    mends: [['period_group', SEASON, { first_day_of_school: '2027-09-07' }]],
    says: 'Hillmark: no first day of school, so no route information goes out.',
  },
  other_year: {
    breaks: [['period_program', SEASON, { faq: '<p>For 2026–2027 only.</p>' }]],
    mends: [['period_program', SEASON, { faq: '<p>For 2027–28 only.</p>' }]],
    says: 'Hillmark, Lower · Questions and answers: says "2026–2027", but the school year is 2027–2028.',
  },
  above_cap: {
    breaks: [['surcharge', 1, { amount_percentage_milli_percent: 3500 }]],
    mends: [['surcharge', 1, { amount_percentage_milli_percent: 3000 }]],
    says: 'Hillmark, Lower · Card fee: 3.5 % is above the cap of 3 %; cards pay 3 %.',
    without: 'Hillmark, Lower · Card fee: above the cap of card fees; cards pay the cap.',
  },
  never_opens: {
    breaks: [['period_group', SEASON, { is_active: false }]],
    mends: [['period_group', SEASON, { is_active: true }]],
    says: 'Hillmark: has no opening hour and is not selling.',
  },
  no_home_map: {
    breaks: [['content_block', 1, { program_group_id: null }]],
    mends: [['program_group', 1, { drawing_file: 'content/hm-building.svg' }]],
    says: 'Hillmark: is on the home page without a map or drawing.',
  },
  sibling_differs: {
    breaks: [['discount', 2, { amount_flat_cents: null, amount_percentage_milli_percent: 7500 }]],
    mends: [['discount', 2, { amount_flat_cents: 25_000 }]],
    says: 'Hillmark: Lower · Round trip gives siblings $250.00, Lower · Morning gives 7.5 %.',
    without: 'Hillmark: Lower · Round trip gives siblings another discount than Lower · Morning.',
  },
  price_outlier: {
    breaks: [['payment_term', 1, { deposit_cents: 300_000 }]],
    mends: [['payment_term', 1, { deposit_cents: 320_000 }]],
    says: `${ROUND} · Full: $4,000.00 is 33 % away from the same term of last year.`,
    without: `${ROUND} · Full: 33 % away from the same term of last year.`,
  },
};

/** @shows SE6.1 SE6.3 */
describe('a check of a season', () => {
  it('finds nothing in a season that is as it should be', () => {
    expect(found(calm(), facts())).toEqual([]);
  });

  it.each(CHECK_CODES)('says %s while it is broken, and no more once it is mended', (code) => {
    const { breaks, mends, says, without, known } = CASES[code];
    const broken = edited(calm(), breaks);
    const [check] = found(broken, facts(known)).filter((one) => one.code === code);
    expect([check?.text, check?.text_without_money]).toEqual([says, without]);
    const mended = found(edited(broken, mends), facts(known));
    expect(mended.filter((one) => one.code === code)).toEqual([]);
  });

  it.each(CHECK_CODES)('tells no amount of %s to staff without the right to money', (code) => {
    const { breaks, known } = CASES[code];
    for (const { text, text_without_money } of found(edited(calm(), breaks), facts(known)))
      expect(text_without_money ?? text).not.toMatch(/\$\d/);
  });

  it('is not about what has ended, nor about a season that is over', () => {
    const ended = edited(calm(), [
      ['payment_term', 5, { thru_dt: '2027-03-31' }],
      ['route', 3, { is_active: false }],
    ]);
    expect(found(ended, facts())).toEqual([]);
    const over = edited(calm(), CASES.no_term.breaks);
    expect(found(over, facts({ today: plainDate('2028-06-21') }))).toEqual([]);
  });

  it('of a price gap begins today and ends before the first day of school', () => {
    const late = edited(calm(), [['payment_term', 5, { from_dt: '2027-04-20' }]]);
    const gaps = (today: string) =>
      found(late, facts({ today: plainDate(today) })).map(({ code, text }) => [code, text.slice(-28)]);
    expect(gaps('2027-04-10')).toEqual([['no_term', 'from 04/10/2027 to 04/19/2027.'.slice(-28)]]);
    expect(gaps('2027-04-20')).toEqual([]);
    const never = edited(calm(), [['payment_term', 5, { is_admin_only: true }]]);
    expect(found(never, facts({ today: plainDate('2027-09-05') })).map(({ code }) => code)).toEqual([
      'no_term',
    ]);
    expect(found(never, facts({ today: plainDate('2027-09-06') }))).toEqual([]);
  });

  it('of a price gap is about the days from the opening to the closing of the school', () => {
    const term = (days: Row): Edit => ['payment_term', 5, days];
    const hours = (opens_at: string | null, closes_at: string | null): Edit => [
      'period_group',
      SEASON,
      { opens_at: opens_at && new Date(opens_at), closes_at: closes_at && new Date(closes_at) },
    ];
    const gap = (...edits: Edit[]) =>
      found(edited(calm(), edits), facts()).map(({ text }) => text.slice(-28));
    const [opens, closes] = ['2027-04-20T12:00:00Z', '2027-06-01T04:00:00Z'];
    expect(gap(hours(opens, null), term({ from_dt: '2027-04-20' }))).toEqual([]);
    expect(gap(hours(opens, null), term({ from_dt: '2027-04-22' }))).toEqual([
      'from 04/20/2027 to 04/21/2027.'.slice(-28),
    ]);
    // Midnight in New York is still of the day before.
    expect(gap(hours(null, closes), term({ thru_dt: '2027-05-31' }))).toEqual([]);
    expect(gap(hours(null, closes), term({ thru_dt: '2027-05-30' }))).toEqual([
      'from 05/31/2027 to 05/31/2027.'.slice(-28),
    ]);
  });

  it('of a school that does not open says that its hour opens nothing while it is switched off', () => {
    const opens_at = new Date('2027-04-20T12:00:00Z');
    const off = edited(calm(), [['period_group', SEASON, { is_active: false, opens_at }]]);
    expect(found(off, facts()).map(({ text }) => text)).toEqual([
      'Hillmark: is switched off, so it doesn’t open at its hour.',
    ]);
    const on = edited(calm(), [['period_group', SEASON, { opens_at }]]);
    expect(found(on, facts())).toEqual([]);
  });

  it('of the home page is content with a map, a drawing, or a drawing of the brand', () => {
    const bare = edited(calm(), CASES.no_home_map.breaks);
    expect(found(bare, facts({ drawn: new Set(['hm']) }))).toEqual([]);
    const off = edited(bare, [['program_group', 1, { is_on_home_page: false }]]);
    expect(found(off, facts())).toEqual([]);
  });

  it('of a missing message asks for the message that the page shows at this hour', () => {
    const closes_at = new Date('2027-04-01T15:00:00Z');
    const rows = edited(calm(), [['period_group', SEASON, { closes_at, inactive_msg: null }]]);
    expect(found(rows, facts()).map(({ text }) => text)).toEqual([
      'Hillmark: its page has no message while contracts are not sold.',
    ]);
  });

  it.each([
    ['by June 15, 2027', undefined],
    ['the law of 2015', undefined],
    ['from 2027-28 on', undefined],
    ['until 2026', '2026'],
    ['for 2026-27', '2026-27'],
    ['for 2028–2029', '2028–2029'],
    ['1250 Harbor Yard, $2026', undefined],
  ])('reads the years of "%s"', (faq, year) => {
    const rows = edited(calm(), [['period_program', SEASON, { faq }]]);
    expect(found(rows, facts()).map(({ text }) => /"(.*)"/.exec(text)?.[1])).toEqual(year ? [year] : []);
  });
});

/** @shows SE6.1 SE6.2 */
describe('the checks that hold a season', () => {
  it('are those of severity stop', () => {
    const rows = edited(
      calm(),
      CHECK_CODES.filter((code) => SEVERITY_OF_CHECK[code] !== 'stop').flatMap((code) => CASES[code].breaks),
    );
    expect(found(rows, facts()).length).toBeGreaterThan(10);
    const stops = stopsOf(viewOf(rows), facts());
    expect(new Set(stops.map(({ code }) => code))).toEqual(new Set(['no_term']));
  });

  it.each([
    ['route', '/admin/seasons/2?object=route:7&field=capacity'],
    ['program', '/admin/schools?object=program:7&field=capacity'],
    ['division', '/admin/company?object=division:7&field=capacity'],
  ] as const)('lead to the page of a %s', (kind, path) => {
    const subject = { kind, id: 7, name: 'Any', version: 1 };
    expect(mendPath(SEASON, { subject, field: 'capacity' })).toBe(path);
  });
});
