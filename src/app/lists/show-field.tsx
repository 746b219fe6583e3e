import { m } from '#i18n/messages.js';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import type { ShownFilter } from './list-page.tsx';

type Choice<V extends string> = {
  value: V;
  views: Readonly<Record<V, () => string>>;
  choices: readonly V[];
};

type ShowFieldProps<V extends string> = Choice<V> & {
  change: (name: 'show', value: string) => void;
};

/** The first choice is the list as everybody opens the list, and no filter. */
export const shownChoice = <V extends string>({ value, views, choices }: Choice<V>): ShownFilter => ({
  name: 'show',
  label: m.office_requests_show(),
  text: value === choices[0] ? '' : views[value](),
});

/** Chooses the part of a list by the `show` of the address. */
export const ShowField = <V extends string>({ value, views, choices, change }: ShowFieldProps<V>) => (
  <SelectField
    name="show"
    className="mb-4 max-w-sm"
    label={m.office_requests_show()}
    value={value}
    onChange={(event) => change('show', event.target.value)}
    options={choices.map((choice) => ({ value: choice, label: views[choice]() }))}
  />
);
