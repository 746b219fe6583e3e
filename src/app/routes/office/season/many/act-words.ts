import { m } from '#i18n/messages.js';
import { centsFromDollars, formatMoney } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import { objectFieldLabel } from '#modules/catalog/objects/object-labels.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import type { SentAct } from '#modules/catalog/planning/many.contract.ts';
import type { ManyKind, PartKind } from '#modules/catalog/planning/many-changes.ts';
import type { PriceType } from '#modules/catalog/planning/node-prices.ts';
import { KIND_NAMES } from '#modules/catalog/objects/kind-names.ts';
import {
  formFieldsOf,
  sayTyped,
  toTyped,
  type WireFields,
} from '#app/routes/office/season/objects/typed-fields.ts';
import { ruleText } from '#app/routes/office/season/price-rule-inputs.tsx';

const TYPES: Readonly<Record<PriceType, () => string>> = {
  full: m.office_many_type_full,
  scheduled: m.office_many_type_scheduled,
  addon: m.office_many_type_addon,
  discount: m.office_many_type_discount,
  surcharge: m.office_many_type_surcharge,
};

export const priceTypeText = (type: PriceType): string => TYPES[type]();

const SEATS = {
  set: m.office_many_seats_set,
  plus: m.office_many_seats_plus,
  minus: m.office_many_seats_minus,
} as const;

/** A value of a season file as people read it. */
export function valueText(kind: ObjectKind, name: string, value: unknown): string {
  const field = formFieldsOf(kind).find((one) => one.name === name);
  if (!field || value === null || value === undefined) return m.office_none();
  if (field.type.takes === 'dollars' && typeof value === 'number')
    return formatMoney(centsFromDollars(value));
  return sayTyped(field, toTyped(field, value)) || m.office_none();
}

const LONGEST = 60;

const fieldsText = (kind: ObjectKind, fields: WireFields): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => {
      const label = objectFieldLabel([name]);
      return m.office_many_act_field({ label, value: valueText(kind, name, value).slice(0, LONGEST) });
    })
    .join(', ');

function priceText({ of, names, rule }: Extract<SentAct, { act: 'price' }>): string {
  const what = (names.length > 0 ? names : of.map(priceTypeText)).join(', ');
  return m.office_many_act_price({ what, rule: ruleText(rule) });
}

const signed = (days: number): string => (days > 0 ? `+${days}` : String(days));

const partText = (kind: PartKind, name: string): string =>
  m.office_many_part_of({ name, kind: KIND_NAMES[kind].one() });

/** An act in words: in the list of acts, and in the history of changes. */
export function actText(kind: ManyKind, act: SentAct): string {
  switch (act.act) {
    case 'price':
      return priceText(act);
    case 'window':
      return m.office_many_act_fields({
        what: m.office_many_op_window(),
        fields: fieldsText('payment_term', { from_dt: act.from_dt, thru_dt: act.thru_dt }),
      });
    case 'move_window':
      return m.office_many_act_move({ from: signed(act.from_days), thru: signed(act.thru_days) });
    case 'scheduled_day':
      return m.office_many_act_part({
        what: m.office_many_op_scheduled_day(),
        name: formatDate(act.scheduled_dt),
      });
    case 'add':
      return m.office_many_act_fields({
        what: m.office_object_new({ kind: KIND_NAMES[act.kind].one() }),
        fields: fieldsText(act.kind, act.fields),
      });
    case 'change':
      return m.office_many_act_fields({
        what: partText(act.kind, act.name),
        fields: fieldsText(act.kind, act.fields),
      });
    case 'end':
      return m.office_many_act_part({
        what: m.office_object_end(),
        name: partText(act.kind, act.name),
      });
    case 'capacity':
      return m.office_many_act_seats({ how: SEATS[act.by](), n: act.seats });
    case 'no_limit':
      return m.office_many_op_no_limit();
    case 'set':
      return m.office_many_act_fields({
        what: KIND_NAMES[kind].many(),
        fields: fieldsText(kind, act.fields),
      });
  }
}
