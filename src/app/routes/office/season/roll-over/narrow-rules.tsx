import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { PRICE_TYPES } from '#modules/catalog/planning/node-prices.ts';
import type { RolloverAnswer } from '#modules/catalog/planning/rollover.contract.ts';
import { FormSelect } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { priceTypeText } from '#app/routes/office/season/many/act-words.ts';
import {
  PriceRuleInputs,
  readRule,
  ruleText,
  typedRule,
  type TypedRule,
} from '#app/routes/office/season/price-rule-inputs.tsx';
import { Button } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import type { Edits } from './use-rollover.ts';

/** A school is named by its place in the season, its rule by the school itself. */
function placesOf({ objects }: RolloverAnswer): { value: string; label: string }[] {
  return [
    ...PRICE_TYPES.map((type) => ({ value: `type:${type}`, label: priceTypeText(type) })),
    ...objects.map(({ ref, names }) => ({ value: ref, label: names.join(' · ') })),
  ];
}

type Typed = TypedRule & { of: string };

/** Other rules for a school, a program, a route or a kind of price: the narrowest counts (SE9.5). */
export function NarrowRules({ plan, edits }: { plan: RolloverAnswer; edits: Edits }) {
  const { settings } = plan;
  const { of } = settings.prices;
  const places = placesOf(plan);
  const form = useForm<Typed>({ defaultValues: { of: '', ...typedRule(null) } });
  const saveAll = (rules: typeof of) =>
    edits.saveSettings({ ...settings, prices: { ...settings.prices, of: rules } });
  const add = async (typed: Typed) => {
    const rule = typed.rule_value.trim() === '' ? null : readRule(typed);
    if (typed.of === '') form.setError('of', { message: m.office_roll_place_wrong() });
    else if (rule === undefined) form.setError('rule_value', { message: m.office_many_value_wrong() });
    else {
      await saveAll([...of.filter((one) => one.ref !== typed.of), { ref: typed.of, rule }]);
      form.reset();
    }
  };
  const labelOf = (ref: string) => places.find(({ value }) => value === ref)?.label ?? ref;
  return (
    <Disclosure label={m.office_roll_narrow({ n: of.length })} isOpenFirst={of.length > 0}>
      <ul className="mb-4 list-disc pl-5">
        {of.map(({ ref, rule }) => (
          <li key={ref}>
            <span>
              {m.office_roll_narrow_line({
                of: labelOf(ref),
                rule: rule ? ruleText(rule) : m.office_roll_no_change(),
              })}
            </span>{' '}
            <Button
              look="quiet"
              size="small"
              aria-label={m.office_many_remove_of({ act: labelOf(ref) })}
              onClick={() => void saveAll(of.filter((one) => one.ref !== ref))}
            >
              {m.office_many_remove()}
            </Button>
          </li>
        ))}
      </ul>
      <Form form={form} label={m.office_roll_narrow_add()} asksBeforeLeaving={false} onSubmit={add}>
        <div className="grid gap-4">
          <FormSelect
            name="of"
            label={m.office_roll_place()}
            placeholder={m.office_object_choose()}
            options={places}
          />
          <PriceRuleInputs />
          <p className="text-sm text-ink-soft">{m.office_roll_narrow_note()}</p>
          <Button type="submit" look="secondary" busy={edits.isBusy} className="justify-self-start">
            {m.office_roll_narrow_add()}
          </Button>
        </div>
      </Form>
    </Disclosure>
  );
}
