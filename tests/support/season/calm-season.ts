import { plainDate } from '#kit/plain-date.ts';
import type { CheckFacts } from '#modules/catalog/checks/check.ts';
import { checksOf } from '#modules/catalog/checks/season-checks.ts';
import { seasonView } from '#modules/catalog/checks/season-view.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';

export type Row = Record<string, unknown>;
export type Rows = Partial<Record<ObjectKind, Row[]>>;

export const SEASON = 2;
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
export const calm = (): Rows => ({
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

export const facts = (more: Partial<CheckFacts> = {}): CheckFacts => ({
  today: plainDate('2027-04-01'),
  now: new Date('2027-04-01T16:00:00Z'),
  drawn: new Set(),
  waiting: new Map(),
  awarded: new Set(),
  missing_files: new Set(),
  ...more,
});

export type Edit = [kind: ObjectKind, id: number, fields: Row];

export const edited = (rows: Rows, edits: readonly Edit[]): Rows => {
  const found = structuredClone(rows);
  for (const [kind, id, fields] of edits)
    Object.assign(
      found[kind]!.find((row) => row.id === id)!,
      fields,
    );
  return found;
};

export const viewOf = (rows: Rows) => seasonView({ rowsOf: (kind) => rows[kind] ?? [], options }, SEASON)!;
export const found = (rows: Rows, known: CheckFacts) => checksOf(viewOf(rows), known);
