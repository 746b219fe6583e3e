import { m } from '#i18n/messages.js';
import { SelectField } from '#app/ui/fields/select-field.tsx';

type ShowFieldProps<V extends string> = {
  value: V;
  views: Readonly<Record<V, () => string>>;
  choices: readonly V[];
  change: (name: 'show', value: string) => void;
};

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
