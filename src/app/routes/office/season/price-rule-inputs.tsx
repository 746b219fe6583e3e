import { m } from '#i18n/messages.js';
import { cents, decimalDollars } from '#kit/money.ts';
import { PRICE_UNITS, type PriceRule } from '#modules/catalog/planning/price-rule.ts';
import { FormSelect, FormText } from '#app/forms/fields.tsx';
import { readDollars, readRate } from './objects/typed-fields.ts';

/** A rule of prices as people choose and type it. */
export type TypedRule = { rule_by: string; rule_value: string; rule_unit: string };

const UNITS: Readonly<Record<PriceRule['unit'], () => string>> = {
  1: m.office_many_unit_1,
  100: m.office_many_unit_100,
  500: m.office_many_unit_500,
  1000: m.office_many_unit_1000,
  5000: m.office_many_unit_5000,
};

const WAYS = {
  percent_up: m.office_many_by_percent_up,
  percent_down: m.office_many_by_percent_down,
  amount_up: m.office_many_by_amount_up,
  amount_down: m.office_many_by_amount_down,
} as const;

/** The inputs of a rule; of a form with the fields of `TypedRule`. */
export function PriceRuleInputs() {
  return (
    <div className="grid items-end gap-4 sm:grid-cols-3">
      <FormSelect
        name="rule_by"
        label={m.office_many_by()}
        options={Object.entries(WAYS).map(([value, label]) => ({ value, label: label() }))}
      />
      <FormText name="rule_value" label={m.office_many_value()} inputMode="decimal" autoComplete="off" />
      <FormSelect
        name="rule_unit"
        label={m.office_many_unit()}
        options={PRICE_UNITS.map((unit) => ({ value: String(unit), label: UNITS[unit]() }))}
      />
    </div>
  );
}

/** @returns undefined if the value cannot be read */
export function readRule({ rule_by, rule_value, rule_unit }: TypedRule): PriceRule | undefined {
  const [kind, way] = rule_by.split('_') as ['percent' | 'amount', 'up' | 'down'];
  const value = kind === 'percent' ? readRate(rule_value.trim()) : readDollars(rule_value);
  if (value === undefined) return undefined;
  const by = { kind, value: way === 'down' ? -value : value };
  return { by, unit: Number(rule_unit) as PriceRule['unit'] };
}

const valueOf = ({ kind, value }: PriceRule['by']): string =>
  kind === 'percent' ? String(Math.abs(value) / 1000) : decimalDollars(cents(Math.abs(value)));

/** A blank value is no rule. */
export function typedRule(rule: PriceRule | null): TypedRule {
  if (!rule) return { rule_by: 'percent_up', rule_value: '', rule_unit: '1' };
  const way = rule.by.value < 0 ? 'down' : 'up';
  return { rule_by: `${rule.by.kind}_${way}`, rule_value: valueOf(rule.by), rule_unit: String(rule.unit) };
}

/** `Up 4%, rounded to $5.00`; to the cent is not said. */
export function ruleText({ by, unit }: PriceRule): string {
  const value = by.kind === 'percent' ? m.office_board_percent({ percent: valueOf(by) }) : `$${valueOf(by)}`;
  const rule = by.value < 0 ? m.office_rule_down({ value }) : m.office_rule_up({ value });
  return unit === 1 ? rule : m.office_rule_rounded({ rule, unit: UNITS[unit]() });
}
