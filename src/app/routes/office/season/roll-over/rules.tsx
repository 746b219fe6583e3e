import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { DAY_RULES, type DayRule } from '#modules/catalog/planning/moved-day.ts';
import type { RolloverAnswer } from '#modules/catalog/planning/rollover.contract.ts';
import { DAY_GROUPS, type DayGroup } from '#modules/catalog/planning/rollover.states.ts';
import { FormCheckbox, FormSelect, FormText } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import {
  PriceRuleInputs,
  readRule,
  typedRule,
  type TypedRule,
} from '#app/routes/office/season/price-rule-inputs.tsx';
import { Button } from '#app/ui/button.tsx';
import { NarrowRules } from './narrow-rules.tsx';
import type { Edits, Settings } from './use-rollover.ts';

const GROUPS: Readonly<Record<DayGroup, () => string>> = {
  season: m.office_roll_days_season,
  openings: m.office_roll_days_openings,
  windows: m.office_roll_days_windows,
  scheduled: m.office_roll_days_scheduled,
  cut_offs: m.office_roll_days_cut_offs,
  aid_balance: m.office_roll_days_aid_balance,
};

const RULES: Readonly<Record<DayRule, () => string>> = {
  same_date: m.office_roll_same_date,
  same_weekday: m.office_roll_same_weekday,
  stays: m.office_roll_day_stays,
};

type Typed = TypedRule & {
  name: string;
  text: string;
  days: Record<DayGroup, DayRule>;
  also_discount: boolean;
  also_surcharge: boolean;
};

const typedOf = ({ name, text, days, prices }: Settings): Typed => ({
  name,
  text,
  days,
  ...typedRule(prices.all),
  also_discount: prices.also.includes('discount'),
  also_surcharge: prices.also.includes('surcharge'),
});

/** @returns undefined if the value of the price rule cannot be read */
function settingsOf(typed: Typed, before: Settings): Settings | undefined {
  const isBlank = typed.rule_value.trim() === '';
  const all = isBlank ? null : readRule(typed);
  if (all === undefined) return undefined;
  const also = (['discount', 'surcharge'] as const).filter((type) => typed[`also_${type}`]);
  const { name, text, days } = typed;
  return { name, text, days, prices: { ...before.prices, all, also } };
}

type RulesProps = { plan: RolloverAnswer; edits: Edits };

/** The names of the new season and the rules of its days and prices; typed values stay (SE9.4, SE9.5). */
export function Rules({ plan, edits }: RulesProps) {
  const { settings } = plan;
  const form = useForm<Typed>({ values: typedOf(settings) });
  const save = async (typed: Typed) => {
    const next = settingsOf(typed, settings);
    if (next) await edits.saveSettings(next);
    else form.setError('rule_value', { message: m.office_many_value_wrong() }, { shouldFocus: true });
  };
  return (
    <div className="grid gap-6">
      <Form form={form} label={m.office_roll_rules()} onSubmit={save}>
        <div className="grid gap-6">
          <div className="grid items-end gap-4 sm:grid-cols-2">
            <FormText name="text" label={m.office_roll_text()} required autoComplete="off" />
            <FormText
              name="name"
              label={m.office_roll_name()}
              note={m.office_roll_name_note()}
              required
              autoComplete="off"
            />
          </div>
          <fieldset>
            <legend className="mb-2 font-bold">{m.office_roll_days()}</legend>
            <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
              {DAY_GROUPS.map((group) => (
                <FormSelect
                  key={group}
                  name={`days.${group}`}
                  label={GROUPS[group]()}
                  options={DAY_RULES.map((rule) => ({ value: rule, label: RULES[rule]() }))}
                />
              ))}
            </div>
          </fieldset>
          <fieldset>
            <legend className="mb-2 font-bold">{m.office_roll_prices()}</legend>
            <PriceRuleInputs />
            <p className="mt-2 text-sm text-ink-soft">{m.office_roll_prices_note()}</p>
            <FormCheckbox name="also_discount" label={m.office_roll_also_discount()} />
            <FormCheckbox name="also_surcharge" label={m.office_roll_also_surcharge()} />
          </fieldset>
          <Button type="submit" busy={edits.isBusy} className="justify-self-start">
            {m.office_roll_save_rules()}
          </Button>
        </div>
      </Form>
      <NarrowRules plan={plan} edits={edits} />
    </div>
  );
}
