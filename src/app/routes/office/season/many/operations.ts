import { m } from '#i18n/messages.js';
import { isPlainDate, type PlainDate } from '#kit/plain-date.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import type { SentAct } from '#modules/catalog/planning/many.contract.ts';
import type { ManyKind, PartKind } from '#modules/catalog/planning/many-changes.ts';
import {
  formFieldsOf,
  toWire,
  type FormField,
  type Typed,
  type TypedFields,
  type WireFields,
} from '#app/routes/office/season/objects/typed-fields.ts';
import { readRule, type TypedRule } from '#app/routes/office/season/price-rule-inputs.tsx';

type Operation = {
  label: () => string;
  of: readonly ManyKind[];
  /** old amounts stand beside new ones */
  isOfMoney?: boolean;
};

const ON_ROUTES: readonly ManyKind[] = ['route'];
const ON_PROGRAMS: readonly ManyKind[] = ['period_program'];
const WITH_PARTS: readonly ManyKind[] = ['route', 'period_program'];
const ON_ALL: readonly ManyKind[] = ['route', 'period_program', 'period_group'];

/** What can be done to many objects, in the order of the choice (SE12.1, SE12.3). */
export const OPERATIONS = {
  price: { label: m.office_many_op_price, of: WITH_PARTS, isOfMoney: true },
  window: { label: m.office_many_op_window, of: ON_ROUTES },
  move_window: { label: m.office_many_op_move_window, of: ON_ROUTES },
  scheduled_day: { label: m.office_many_op_scheduled_day, of: ON_ROUTES },
  add_addon: { label: m.office_many_op_add_addon, of: ON_ROUTES },
  add_discount: { label: m.office_many_op_add_discount, of: ON_ROUTES },
  add_payment_term: { label: m.office_many_op_add_payment_term, of: ON_ROUTES },
  add_surcharge: { label: m.office_many_op_add_surcharge, of: ON_PROGRAMS },
  change: { label: m.office_many_op_change, of: WITH_PARTS, isOfMoney: true },
  end: { label: m.office_many_op_end, of: WITH_PARTS },
  capacity: { label: m.office_many_op_capacity, of: ON_ROUTES },
  no_limit: { label: m.office_many_op_no_limit, of: ON_ROUTES },
  surge: { label: m.office_many_op_surge, of: ON_ROUTES },
  pickup: { label: m.office_many_op_pickup, of: ON_ROUTES },
  on_off: { label: m.office_many_op_on_off, of: ON_ALL },
  hours: { label: m.office_many_op_hours, of: ['period_group'] },
  set: { label: m.office_many_op_set, of: ON_ALL },
} as const satisfies Record<string, Operation>;
export type OperationName = keyof typeof OPERATIONS;

export function operationsOf(kind: ManyKind, { seesMoney }: { seesMoney: boolean }): OperationName[] {
  const all = Object.entries<Operation>(OPERATIONS) as [OperationName, Operation][];
  return all.flatMap(([name, { of, isOfMoney }]) =>
    of.includes(kind) && (seesMoney || !isOfMoney) ? [name] : [],
  );
}

export const PARTS_ADDED: Partial<Record<OperationName, PartKind>> = {
  add_addon: 'addon',
  add_discount: 'discount',
  add_payment_term: 'payment_term',
  add_surcharge: 'surcharge',
};

type Inputs = { kind: ObjectKind; names: readonly string[] };

const ownInputs: Partial<Record<OperationName, readonly string[]>> = {
  surge: ['has_surge_pricing', 'surge_pricing_text'],
  pickup: ['has_pickup_location'],
  on_off: ['is_active'],
  hours: ['opens_at', 'closes_at'],
};

/** The inputs that an operation takes from the form of an object; none for the choice of one field. */
export function inputsOf(operation: OperationName, kind: ManyKind): Inputs | undefined {
  const part = PARTS_ADDED[operation];
  if (part)
    return {
      kind: part,
      names: formFieldsOf(part)
        .map(({ name }) => name)
        .filter(isAdded),
    };
  if (operation === 'window') return { kind: 'payment_term', names: ['from_dt', 'thru_dt'] };
  if (operation === 'scheduled_day') return { kind: 'payment_term', names: ['scheduled_dt'] };
  const names = ownInputs[operation];
  return names && { kind, names };
}

const isAdded = (name: string) => name !== 'is_active';

/** The fields that one value may be set for: all but the name by which a season file finds the object. */
export const choosableFields = (kind: ObjectKind, key: string | undefined): FormField[] =>
  formFieldsOf(kind).filter(({ name, refersTo }) => name !== key && !refersTo);

const fieldNamed = (kind: ObjectKind, name: string): FormField =>
  formFieldsOf(kind).find((field) => field.name === name)!;

export const savedValue = (kind: ObjectKind, name: string, value: Typed | undefined): unknown =>
  toWire(fieldNamed(kind, name), value ?? '');

const savedValues = ({ kind, names }: Inputs, typed: TypedFields): WireFields =>
  Object.fromEntries(names.map((name) => [name, savedValue(kind, name, typed[name])]));

/** The act of a filled form, or the field that cannot be read with the reason. */
export type ReadAct = { act: SentAct } | { wrong: string; reason: string };

const text = (typed: TypedFields, name: string): string => {
  const value = typed[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** The names of a group of boxes; a single checked box is no list in the form library. */
const namesIn = (typed: TypedFields, name: string): string[] =>
  [typed[name] ?? []].flat().filter((one): one is string => typeof one === 'string' && one !== '');

export function readAct(operation: OperationName, kind: ManyKind, typed: TypedFields): ReadAct {
  switch (operation) {
    case 'price':
      return readPrice(typed);
    case 'window':
      return readWindow(typed);
    case 'move_window':
      return readMove(typed);
    case 'scheduled_day': {
      const day = dayIn(typed, 'scheduled_dt');
      return day ? { act: { act: 'scheduled_day', scheduled_dt: day } } : wrongDay('scheduled_dt');
    }
    case 'capacity':
      return readCapacity(typed);
    case 'no_limit':
      return { act: { act: 'no_limit' } };
    case 'change':
    case 'end':
      return readPart(operation, typed);
    case 'set': {
      const field = text(typed, 'many_field');
      if (!field) return { wrong: 'many_field', reason: m.office_many_field_wrong() };
      return { act: { act: 'set', fields: { [field]: savedValue(kind, field, typed[field]) } } };
    }
    case 'hours':
      return { act: { act: 'set', fields: hoursIn(savedValues(inputsOf('hours', kind)!, typed)) } };
    default: {
      const inputs = inputsOf(operation, kind)!;
      const fields = savedValues(inputs, typed);
      const part = PARTS_ADDED[operation];
      return { act: part ? { act: 'add', kind: part, fields } : { act: 'set', fields } };
    }
  }
}

/** A school that is switched off does not open by its hour, so an opening hour switches the school on. */
const hoursIn = (hours: WireFields): WireFields => (hours.opens_at ? { ...hours, is_active: true } : hours);

function readPrice(typed: TypedFields): ReadAct {
  const of = namesIn(typed, 'many_types');
  if (of.length === 0) return { wrong: 'many_types', reason: m.office_many_types_wrong() };
  const rule = readRule(typed as TypedRule);
  if (!rule) return { wrong: 'rule_value', reason: m.office_many_value_wrong() };
  return { act: { act: 'price', of, names: namesIn(typed, 'many_names'), rule } as SentAct };
}

const wrongDay = (field: string): ReadAct => ({ wrong: field, reason: m.office_many_day_wrong() });

function dayIn(typed: TypedFields, name: string): PlainDate | undefined {
  const day = savedValue('payment_term', name, typed[name]);
  return typeof day === 'string' && isPlainDate(day) ? day : undefined;
}

function readWindow(typed: TypedFields): ReadAct {
  const names = ['from_dt', 'thru_dt'].filter((name) => text(typed, name) !== '');
  const wrong = names.find((name) => !dayIn(typed, name));
  if (wrong ?? names.length === 0) return wrongDay(wrong ?? 'from_dt');
  const days = Object.fromEntries(names.map((name) => [name, dayIn(typed, name)]));
  return { act: { act: 'window', ...days } };
}

function readMove(typed: TypedFields): ReadAct {
  const read = (name: string) => {
    const typedDays = text(typed, name).replace('−', '-');
    return /^[+-]?\d{1,3}$/.test(typedDays) ? Number(typedDays) : undefined;
  };
  const [from_days, thru_days] = [read('many_from'), read('many_thru')];
  const reason = m.office_many_days_wrong();
  if (from_days === undefined) return { wrong: 'many_from', reason };
  if (thru_days === undefined) return { wrong: 'many_thru', reason };
  return { act: { act: 'move_window', from_days, thru_days } };
}

function readCapacity(typed: TypedFields): ReadAct {
  const seats = text(typed, 'many_seats').replaceAll(',', '');
  if (!/^\d{1,5}$/.test(seats)) return { wrong: 'many_seats', reason: m.office_many_seats_wrong() };
  const by = text(typed, 'many_seats_by') as 'set' | 'plus' | 'minus';
  return { act: { act: 'capacity', by, seats: Number(seats) } };
}

/** @returns undefined if no part is chosen */
export function chosenPart(typed: TypedFields): { kind: PartKind; name: string } | undefined {
  const [, kind, name] = /^(\w+):(.*)$/s.exec(text(typed, 'many_part')) ?? [];
  return kind && name ? { kind: kind as PartKind, name } : undefined;
}

function readPart(operation: 'change' | 'end', typed: TypedFields): ReadAct {
  const part = chosenPart(typed);
  if (!part) return { wrong: 'many_part', reason: m.office_many_part_wrong() };
  if (operation === 'end') return { act: { act: 'end', ...part } };
  const field = text(typed, 'many_field');
  if (!field) return { wrong: 'many_field', reason: m.office_many_field_wrong() };
  return {
    act: { act: 'change', ...part, fields: { [field]: savedValue(part.kind, field, typed[field]) } },
  };
}
