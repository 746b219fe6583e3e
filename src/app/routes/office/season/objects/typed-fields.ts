import { m } from '#i18n/messages.js';
import { cents, centsFromDollars, decimalDollars, formatMoney, toDollars } from '#kit/money.ts';
import { formatDate, isPlainDate, parseUsDate, type PlainDate } from '#kit/plain-date.ts';
import { fieldTypeOf, mayBeLeftOut, takesNone, type FieldType } from '#kit/rules/field-types.ts';
import { resolveDay } from '#kit/rules/object-fields.ts';
import { formatDay } from '#kit/text/format-day.ts';
import { invariant } from '#kit/invariant.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { ENDED_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import { shownFileName } from '#modules/catalog/stored-files.ts';
import { typedAmount } from '#app/forms/typed-amount.ts';
import { choiceText } from './choice-texts.ts';

/** A value of a form: text, switch, or checked boxes. */
export type Typed = string | boolean | string[];
export type TypedFields = Record<string, Typed>;

/** Fields as a season file has them. */
export type WireFields = Record<string, unknown>;

export type FormField = {
  name: string;
  type: FieldType;
  /** empty means null */
  takesNone: boolean;
  isRequired: boolean;
  /** the kind whose key the field holds */
  refersTo?: ObjectKind;
};

const MAY_BE_BLANK: readonly FieldType['takes'][] = [
  'flag',
  'loose_text',
  'names',
  'states',
  'texts',
  'rates_by_state',
  'ages_by_work',
];

/** The fields of a form, from the declaration of the object alone (SE3.2). */
export function formFieldsOf(kind: ObjectKind): FormField[] {
  const { fields, refersTo } = objectOf(kind);
  return Object.entries(fields).map(([name, field]) => {
    const type = fieldTypeOf(field);
    invariant(type, `the field ${name} of a ${kind} has a type`);
    const referred = refersTo[name];
    return {
      name,
      type,
      takesNone: takesNone(field),
      isRequired: !takesNone(field) && !mayBeLeftOut(field) && !MAY_BE_BLANK.includes(type.takes),
      refersTo: referred === 'option' ? undefined : (referred as ObjectKind | undefined),
    };
  });
}

const decimal = (typed: string): number | undefined => {
  const plain = typed.replaceAll(/[%\s]/g, '');
  return /^\d{1,6}(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
};

export const readDay = (typed: string, today: PlainDate): PlainDate | undefined =>
  parseUsDate(formatDay(typed)) ?? resolveDay(typed.trim(), today);

/** A day is sent as a file has it; `today+30d` stays as typed. */
function sentDay(typed: string): string {
  return parseUsDate(formatDay(typed)) ?? typed.trim();
}

// `03/01/2027 8:00 AM`; what was opened by a button has seconds.
const US_TIME = /^(\S+?),?\s+(1[0-2]|0?[1-9])(?::([0-5]\d(?::[0-5]\d)?))?\s*([ap])\.?m\.?$/i;
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}(?::\d{2})?)$/;

/** A day and time is sent as a file has them: `2027-03-01T08:00`. */
function sentTime(typed: string): string {
  const [, day, hour, minute = '00', half] = US_TIME.exec(typed) ?? [];
  const on = day && sentDay(day);
  if (!on || !isPlainDate(on)) return typed;
  const hours = (Number(hour) % 12) + (half!.toLowerCase() === 'p' ? 12 : 0);
  return `${on}T${String(hours).padStart(2, '0')}:${minute}`;
}

/** The second of two equal hours stays as stored, with its offset. */
function typedTime(stored: string): string {
  const [, day, hour, minute] = LOCAL_TIME.exec(stored) ?? [];
  if (!day) return stored;
  const hours = Number(hour);
  return `${formatDate(day as PlainDate)} ${hours % 12 || 12}:${minute} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** The day of a day and time that can be read. */
export function readDayOfTime(typed: string): PlainDate | undefined {
  const [, day] = LOCAL_TIME.exec(sentTime(typed.trim())) ?? [];
  return day && isPlainDate(day) ? day : undefined;
}

export const readDollars = (typed: string) => typedAmount(typed.trim());

/** Thousandths of a percent; undefined for a text that is no percent number. */
export function readRate(typed: string): number | undefined {
  const percent = decimal(typed);
  return percent === undefined ? undefined : Math.round(percent * 1000);
}

function sentNumber(type: FieldType, typed: string): number | undefined {
  if (type.takes === 'percent') return decimal(typed);
  if (type.takes === 'rate') return readRate(typed);
  const whole = typed.replaceAll(',', '');
  if (type.takes === 'count') return /^\d{1,10}$/.test(whole) ? Number(whole) : undefined;
  const amount = readDollars(typed);
  if (amount === undefined) return undefined;
  return type.takes === 'dollars' ? toDollars(amount) : amount;
}

const linesOf = (typed: string) =>
  typed
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function sentRates(typed: string): WireFields {
  const pairs = linesOf(typed).map((line) => {
    const [, state = line, rate = line] = /^(\S+)\s+(.+)$/.exec(line) ?? [];
    return [state.toUpperCase(), readRate(rate) ?? rate];
  });
  return Object.fromEntries(pairs);
}

/** `requests 2 5`: amber after two days, red after five. */
function sentAges(typed: string): WireFields {
  const lines = linesOf(typed).map((line) => {
    const [work = line, ...days] = line.split(/\s+/);
    const [amber, red] = days.map((day) => sentNumber({ takes: 'count' }, day) ?? day);
    return [work, { amber, red }];
  });
  return Object.fromEntries(lines);
}

/**
 * The value of a season file for what was typed. A text that cannot be read is sent as typed, and is answered
 * by its rule (SE2.2).
 */
export function toWire({ type, takesNone: isNone }: FormField, value: Typed): unknown {
  // A single checked box is no list in the form library.
  if (type.takes === 'names') return [value].flat().filter((name) => typeof name === 'string' && name !== '');
  if (typeof value !== 'string') return value;
  const typed = value.trim();
  const isUnlimited = type.takes === 'count' && typed.toLowerCase() === m.office_object_no_limit();
  if (isNone && (typed === '' || isUnlimited)) return null;
  switch (type.takes) {
    case 'loose_text':
    case 'html':
      return value;
    case 'day':
      return sentDay(typed);
    case 'count':
    case 'dollars':
    case 'cents':
    case 'percent':
    case 'rate':
      return sentNumber(type, typed) ?? typed;
    case 'choice':
      return type.values.find((one) => String(one) === typed) ?? typed;
    case 'states':
      return linesOf(typed).map((state) => state.toUpperCase());
    case 'texts':
      return linesOf(typed);
    case 'local_time':
      return sentTime(typed);
    case 'rates_by_state':
      return sentRates(typed);
    case 'ages_by_work':
      return sentAges(typed);
    default:
      return typed;
  }
}

const percentText = (rate: unknown) => String(Number(rate) / 1000);

/** How a stored value stands in its input. */
export function toTyped({ type }: FormField, wire: unknown): Typed {
  if (type.takes === 'flag') return wire === true;
  if (type.takes === 'names') return ((wire ?? []) as string[]).map(String);
  if (wire === null || wire === undefined) return '';
  switch (type.takes) {
    case 'day':
      return isPlainDate(String(wire)) ? formatDate(wire as PlainDate) : String(wire);
    case 'dollars':
      return decimalDollars(centsFromDollars(wire as number));
    case 'cents':
      return decimalDollars(cents(wire as number));
    case 'rate':
      return percentText(wire);
    case 'local_time':
      return typedTime(String(wire));
    case 'states':
      return (wire as string[]).join(', ');
    case 'texts':
      return (wire as string[]).join('\n');
    case 'ages_by_work':
      return Object.entries(wire)
        .map(([work, { amber, red }]) => `${work} ${amber} ${red}`)
        .join('\n');
    case 'rates_by_state':
      return Object.entries(wire)
        .map(([state, rate]) => `${state} ${percentText(rate)}`)
        .join('\n');
    default:
      return String(wire);
  }
}

export const toTypedFields = (fields: readonly FormField[], wire: WireFields): TypedFields =>
  Object.fromEntries(fields.map((field) => [field.name, toTyped(field, wire[field.name])]));

/** A typed value as people read the value: in the columns of a conflict, and in the history. */
export function sayTyped({ type }: Pick<FormField, 'type'>, typed: Typed | undefined): string {
  if (typeof typed === 'boolean') return typed ? m.shell_yes() : m.shell_no();
  if (Array.isArray(typed)) return typed.join(', ');
  if (typed === undefined || typed === '') return '';
  if (type.takes === 'choice') return choiceText(typed);
  if (type.takes === 'file') return shownFileName(typed);
  if (type.takes === 'dollars' || type.takes === 'cents') {
    const amount = readDollars(typed);
    return amount === undefined ? typed : formatMoney(amount);
  }
  return type.takes === 'percent' || type.takes === 'rate' ? `${typed} %` : typed.replaceAll('\n', ', ');
}

/** The season file's fields that differ from what was read; all filled fields of a new object. */
export function changedFields(
  fields: readonly FormField[],
  typed: TypedFields,
  seen: TypedFields | undefined,
): WireFields {
  const isSent = (field: FormField) => {
    const value = typed[field.name];
    if (seen) return JSON.stringify(value) !== JSON.stringify(seen[field.name]);
    return field.isRequired || field.type.takes === 'loose_text' || (value !== '' && value !== undefined);
  };
  return Object.fromEntries(
    fields.filter(isSent).map((field) => [field.name, toWire(field, typed[field.name] ?? '')]),
  );
}

/** A school year begins as a draft, a school in a season sells when opened, and other objects are active. */
function firstFields(kind: ObjectKind, names: readonly string[]): WireFields {
  if (kind === 'period') return { is_draft: true };
  // In full: the price is the deposit.
  if (kind === 'payment_term') return { is_active: true, amount: 0, number_payments: 1 };
  return kind !== 'period_group' && names.includes('is_active') ? { is_active: true } : {};
}

/** A new object begins with what a season file leaves out. */
export function blankFields(kind: ObjectKind): TypedFields {
  const { fields, leftOut } = objectOf(kind);
  const unsaid = Object.entries(fields).map(([name, field]) => [
    name,
    field.safeParse(undefined).data ?? leftOut[name],
  ]);
  const first = firstFields(kind, Object.keys(fields));
  return toTypedFields(formFieldsOf(kind), { ...Object.fromEntries(unsaid), ...first });
}

/** A school in a season has a switch beside its hours in place of an end (SE8.2). */
export const isEndedByButton = (kind: ObjectKind): boolean =>
  kind !== 'period_group' && (ENDED_KINDS as readonly ObjectKind[]).includes(kind);
