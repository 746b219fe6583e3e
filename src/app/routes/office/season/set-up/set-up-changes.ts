import { m } from '#i18n/messages.js';
import { invariant } from '#kit/invariant.ts';
import { toDollars } from '#kit/money.ts';
import { addDays } from '#kit/plain-date.ts';
import type { SentChange } from '#modules/catalog/changes/changes.contract.ts';
import type { ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import type { SetUp } from '#modules/office/set-up/set-up.contract.ts';
import { starterBankTerms, starterText, type StarterFacts } from '#modules/office/set-up/starter-texts.ts';
import type { KindWithTexts, TextField } from '#modules/office/set-up/set-up-parts.ts';
import { keyOf } from '#app/routes/office/season/objects/proposed-key.ts';
import {
  formFieldsOf,
  readDollars,
  toWire,
  type Typed,
  type TypedFields,
  type WireFields,
} from '#app/routes/office/season/objects/typed-fields.ts';
import { dividedPrice, gradesOf, proposedSecondPayment, type GradeList } from './proposals.ts';

/* The change set of each stop: the missing objects, with the typed values. */

export const COMPANY_FIELDS = [
  'name',
  'time_zone',
  'dispatch_phone',
  'dispatch_hours',
  'dispatch_email',
  'customer_service_email',
  'hiring_email',
] as const;
export const DIVISION_FIELDS = ['phone_main', 'address_1', 'city', 'state', 'zip'] as const;
export const SCHOOL_FIELDS = ['text', 'path', 'line_color'] as const;
export const SEASON_FIELDS = ['text', 'starts_on', 'ends_on', 'first_day_of_school'] as const;

type Create = Extract<SentChange, { op: 'create' }>;

const create = (kind: ObjectKind, parent: Create['parent'], fields: WireFields, key?: string): Create => ({
  op: 'create',
  kind,
  parent,
  fields,
  ...(key && { key }),
});

function fieldsTyped(kind: ObjectKind, names: readonly string[], typed: TypedFields): WireFields {
  const fields = formFieldsOf(kind).filter(({ name }) => names.includes(name));
  return Object.fromEntries(fields.map((field) => [field.name, toWire(field, typed[field.name] ?? '')]));
}

const textOf = (typed: Typed | undefined): string => (typeof typed === 'string' ? typed.trim() : '');

/** Money is rounded to the cent, and the fee on aid counts from the subtotal; Company changes both. */
const OF_EVERY_COMPANY = { currency: 'USD', half_rounding_unit_cents: 1, aid_fee_base: 'subtotal' };

export function companyChanges(typed: TypedFields, { objects, facts }: SetUp): SentChange[] {
  const changes: SentChange[] = [];
  if (!objects.company) {
    const fields = { ...fieldsTyped('company', COMPANY_FIELDS, typed), ...OF_EVERY_COMPANY };
    changes.push(create('company', null, fields));
  }
  if (!objects.division) {
    const company_name = objects.company?.name ?? textOf(typed.name);
    const fields = { key: 'main', company_name, ...fieldsTyped('division', DIVISION_FIELDS, typed) };
    const terms = starterBankTerms({
      company: company_name,
      main_phone: textOf(typed.phone_main),
      email: facts?.email ?? textOf(typed.customer_service_email),
    });
    changes.push(
      create('division', null, { ...fields, ...(typed.bank_terms === true && { ach_terms: terms }) }),
    );
  }
  return changes;
}

export function schoolChanges(typed: TypedFields, { objects: { division } }: SetUp): SentChange[] {
  invariant(division, 'a school has a division');
  const fields = fieldsTyped('program_group', SCHOOL_FIELDS, typed);
  return [create('program_group', null, { ...fields, division: division.key, is_active: true })];
}

const PROGRAM = '#1';

export function programChanges(typed: TypedFields, { objects }: SetUp): SentChange[] {
  const { program, program_group } = objects;
  invariant(program_group, 'a program has a school');
  const text = textOf(typed.text);
  const name = keyOf(program_group.key, text);
  const added = program
    ? []
    : [create('program', program_group.id, { name, text, is_active: true }, PROGRAM)];
  return [...added, ...gradeChanges(typed, program?.id ?? PROGRAM, [])];
}

/** The grades of a list that a program lacks. */
export function gradeChanges(
  typed: TypedFields,
  program: number | string,
  present: readonly string[],
): SentChange[] {
  return gradesOf(typed.grades as GradeList, textOf(typed.typed_grades))
    .filter((grade) => !present.includes(grade))
    .map((grade) => create('grade', program, { text: grade }));
}

/** The key is the year in which the school year begins. */
export function seasonChanges(typed: TypedFields): SentChange[] {
  const fields = fieldsTyped('period', SEASON_FIELDS, typed);
  const name = String(fields.starts_on).slice(0, 4);
  return [create('period', null, { ...fields, name, is_current: false, is_draft: true })];
}

const [GROUP, SALE, ROUTE] = ['#1', '#2', '#3'];

const NOT_OPEN = { is_active: false };

const PLAIN_SALE = {
  is_active: true,
  is_photo_required: false,
  allow_student_exit_bus_alone: false,
  has_pickup_location: false,
  accept_financial_aid: false,
};

type More = Partial<Record<KindWithTexts, WireFields>>;

/** Adds the missing school and program to the season, with the fields of the stop. */
function joinChanges({ objects }: SetUp, more: More = {}): SentChange[] {
  const { period, program_group, program, period_group, period_program } = objects;
  invariant(period && program_group && program, 'a school year sells a program of a school');
  const group = { program_group: program_group.key, ...NOT_OPEN, ...more.period_group };
  const sale = { program: program.key, ...PLAIN_SALE, ...more.period_program };
  return [
    ...(period_group ? [] : [create('period_group', period.id, group, GROUP)]),
    ...(period_program ? [] : [create('period_program', period.id, sale, SALE)]),
  ];
}

const PLAIN_ROUTE = {
  text_before: '',
  text_after: '',
  has_pickup_location: false,
  has_surge_pricing: false,
  is_active: true,
};

/** A term in full, and a scheduled term with the typed number of payments. */
function termsOf(typed: TypedFields, { starts_on, today }: SetUp): WireFields[] {
  const price = readDollars(textOf(typed.deposit));
  const full = {
    name: m.office_set_up_term_full(),
    identifier: 'full',
    payment_term_type: 'paymentTermTypeFull',
    deposit: price === undefined ? textOf(typed.deposit) : toDollars(price),
    amount: 0,
    number_payments: 1,
    is_admin_only: false,
  };
  const written = textOf(typed.number_payments);
  if (written === '' || price === undefined) return [full];
  const n = /^[1-9]\d{0,2}$/.test(written) ? Number(written) : undefined;
  const { deposit, amount } = dividedPrice(price, n ?? 1);
  const scheduled_dt = proposedSecondPayment(starts_on ?? today, today);
  return [
    full,
    {
      name: m.office_set_up_term_payments({ n: written }),
      identifier: `payments-${written}`,
      payment_term_type: 'paymentTermTypeScheduled',
      thru_dt: addDays(scheduled_dt, -1),
      deposit: toDollars(deposit),
      amount: toDollars(amount),
      number_payments: n ?? written,
      scheduled_dt,
      is_admin_only: false,
    },
  ];
}

export function routeChanges(typed: TypedFields, setUp: SetUp): SentChange[] {
  const { route, period_program } = setUp.objects;
  const fields = { ...fieldsTyped('route', ['name', 'capacity'], typed), ...PLAIN_ROUTE };
  const added = route
    ? []
    : [...joinChanges(setUp), create('route', period_program?.id ?? SALE, fields, ROUTE)];
  return [...added, ...termsOf(typed, setUp).map((term) => create('payment_term', route?.id ?? ROUTE, term))];
}

/** The first texts of the form: stored texts, else starter texts (SE11.4). */
export function firstText({ texts, facts, objects }: SetUp, field: TextField): string {
  const { program_group, period } = objects;
  invariant(facts && program_group && period, 'the blanks of a starter text have facts');
  const blanks: StarterFacts = { ...facts, school: program_group.name, season: period.name };
  const stored = texts.find((text) => text.field === field);
  return stored?.html && stored.state !== 'missing' ? stored.html : starterText(field, blanks);
}

/** Changes of texts that differ from the stored texts. */
export function textChanges(typed: TypedFields, setUp: SetUp): SentChange[] {
  const more: More = {};
  for (const { kind, field, html } of setUp.texts) {
    const text = typed[field];
    if (typeof text === 'string' && text !== html) more[kind] = { ...more[kind], [field]: text };
  }
  const updates = Object.entries(more).flatMap(([kind, fields]): SentChange[] => {
    const object = setUp.objects[kind as KindWithTexts];
    if (!object) return [];
    const { id, version } = object;
    return [{ op: 'update', kind: kind as KindWithTexts, id, version, fields }];
  });
  return [...joinChanges(setUp, more), ...updates];
}

/** Publishes the draft, and opens the schools of the season by the clock of the server (SE8.3). */
export function publishingChanges({ objects: { period }, opening }: SetUp): SentChange[] {
  invariant(period, 'a school year is there to be published');
  const { id, version } = period;
  return [
    { op: 'update', kind: 'period', id, version, fields: { is_draft: false } },
    ...opening.map((school): SentChange => ({
      op: 'update',
      kind: 'period_group',
      id: school.id,
      version: school.version,
      fields: { is_active: true, opens_at: 'now' },
    })),
  ];
}
