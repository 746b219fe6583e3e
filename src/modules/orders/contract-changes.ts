import { m } from '#i18n/messages.js';
import { hasAnyRight, hasRight, type Reader } from '#kit/endpoint/right.ts';
import { formatMoney } from '#kit/money.ts';
import { fullName } from '#kit/text/full-name.ts';
import { joined } from '#kit/text/joined.ts';
import { FOR_THE_RIDE, type OpenedContract } from '#modules/documents/contract-snapshot.ts';
import { placeOf } from '#modules/documents/letterhead.ts';
import { guardianNames } from '#modules/students/guardians.ts';
import { pickupText } from './pickup-text.ts';

/** In the order of the paper. */
export const CHANGED_FIELDS = [
  'program',
  'route',
  'grade',
  'term',
  'addons',
  'discount',
  'pickup',
  'request',
  'student',
  'guardians',
  'address',
  'details',
] as const;
export type ChangedField = (typeof CHANGED_FIELDS)[number];

/** What needs no agreement where the difference is 0 (OF5.8). */
const DETAILS: readonly ChangedField[] = [
  'grade',
  'pickup',
  'request',
  'student',
  'guardians',
  'address',
  'details',
];

/** In words; null for nothing. */
export type FieldChange = { field: ChangedField; before: string | null; after: string | null };

const discountText = ({ discount }: OpenedContract) =>
  discount && `${discount.text}, ${formatMoney(discount.amount)}`;

const WORDS: Record<Exclude<ChangedField, 'details'>, (contract: OpenedContract) => string | null> = {
  program: ({ program }) => program.text,
  route: ({ route }) => joined([route.text_before, route.name, route.text_after], ', '),
  grade: ({ grade }) => grade?.text ?? null,
  term: ({ payment_term }) => payment_term.name,
  addons: ({ addons }) =>
    joined(
      addons.map(({ text }) => text),
      ', ',
    ) || null,
  discount: discountText,
  pickup: pickupText,
  request: ({ special_request }) => special_request,
  student: ({ student }) => fullName(student),
  guardians: ({ student }) => guardianNames(student).join(', ') || null,
  address: ({ student }) => placeOf(student).join(', '),
};

/** Facts by which two contracts differ even where the words are the same. */
const FACTS: Partial<Record<ChangedField, (contract: OpenedContract) => unknown>> = {
  program: ({ program }) => program.id,
  route: ({ route }) => route.id,
  term: ({ payment_term: { id, deposit, amount, number_payments } }) => [
    id,
    deposit,
    amount,
    number_payments,
  ],
  addons: ({ addons }) => addons.map(({ id, amount }) => [id, amount]),
  discount: ({ discount }) => discount && [discount.id, discount.amount, discount.contract_number],
  details: ({ student }) => [
    ...FOR_THE_RIDE.map((name) => student[name]),
    student.sex,
    student.can_exit_bus_alone,
    student.is_split_custody,
  ],
};

const wordsOf = (field: ChangedField, contract: OpenedContract) =>
  field === 'details' ? null : WORDS[field](contract);

const factOf = (field: ChangedField, contract: OpenedContract) =>
  JSON.stringify((FACTS[field] ?? ((one: OpenedContract) => wordsOf(field, one)))(contract));

/** Details that the paper does not print are named without their values. */
export function changesBetween(before: OpenedContract, after: OpenedContract): FieldChange[] {
  return CHANGED_FIELDS.filter((field) => factOf(field, before) !== factOf(field, after)).map((field) =>
    field === 'details'
      ? { field, before: null, after: m.server_amendment_details() }
      : { field, before: wordsOf(field, before), after: wordsOf(field, after) },
  );
}

/** A discount names its amount, so staff without the right to money do not read of one. */
export const changesFor = (reader: Reader, changes: readonly FieldChange[]): FieldChange[] =>
  changes.filter(({ field }) => field !== 'discount' || !hasAnyRight(reader) || hasRight(reader, 'money'));

export const areDetails = (changes: readonly FieldChange[]) =>
  changes.every(({ field }) => DETAILS.includes(field));

/** Another route or program: the texts in force are accepted anew (OF5.8). */
export const bringsTexts = (changes: readonly FieldChange[]) =>
  changes.some(({ field }) => field === 'route' || field === 'program');

export const FIELD_NAMES: Record<ChangedField, () => string> = {
  program: m.document_program,
  route: m.document_route,
  grade: m.document_grade,
  term: m.document_term,
  addons: m.document_addons,
  discount: m.document_discount,
  pickup: m.document_pickup,
  request: m.document_request,
  student: m.document_student,
  guardians: m.document_guardians,
  address: m.document_address,
  details: m.document_details,
};

/** Typed by the family, so printed in quotation marks (MH16). */
export const TYPED_FIELDS: readonly ChangedField[] = ['pickup', 'request', 'student', 'guardians', 'address'];

/** `Route: 12 North → 14 South; Payment term: …` */
export const changesText = (changes: readonly FieldChange[]): string =>
  changes.map((change) => `${FIELD_NAMES[change.field]()}: ${changeText(change)}`).join('; ');

/** Of equal names, as of the same term of two routes, the amounts differ. */
export function changeText({ field, before, after }: FieldChange): string {
  if (field === 'details') return after ?? '';
  if (before !== null && before === after) return m.document_new_amounts({ name: after });
  return m.document_from_to({ before: before ?? m.document_none(), after: after ?? m.document_none() });
}
