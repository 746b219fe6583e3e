import { m } from '#i18n/messages.js';
import { cents, centsFromDollars, decimalDollars, toDollars } from '#kit/money.ts';
import { formatDate, isPlainDate, parseUsDate, type PlainDate } from '#kit/plain-date.ts';
import { fieldTypeOf, takesNone, type FieldType } from '#kit/rules/field-types.ts';
import { resolveDay } from '#kit/rules/object-fields.ts';
import { formatDay } from '#kit/text/format-day.ts';
import { invariant } from '#kit/invariant.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
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
  'rates_by_state',
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
      isRequired: !takesNone(field) && !MAY_BE_BLANK.includes(type.takes),
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
    case 'rates_by_state':
      return sentRates(typed);
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
    case 'states':
      return (wire as string[]).join(', ');
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
  if (type.takes === 'dollars' || type.takes === 'cents') return `$${typed}`;
  return type.takes === 'percent' || type.takes === 'rate' ? `${typed} %` : typed;
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

/** A new object begins with what a season file leaves out. A new school year is a draft. */
export function blankFields(kind: ObjectKind): TypedFields {
  const { fields } = objectOf(kind);
  const unsaid = Object.entries(fields).map(([name, field]) => [name, field.safeParse(undefined).data]);
  const draft = kind === 'period' ? { is_draft: true } : {};
  return toTypedFields(formFieldsOf(kind), { ...Object.fromEntries(unsaid), ...draft });
}
