import { m } from '#i18n/messages.js';
import { DAY_WORDS, readDays, type DayWord, type FilterKind } from '#kit/list/filter-grammar.ts';
import type { FilterField as Declared } from '#kit/list/list-view.ts';
import { formatDate, isPlainDate } from '#kit/plain-date.ts';
import { SelectField, type SelectOption } from '#app/ui/fields/select-field.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { useAtOnce } from './use-at-once.ts';

/** The values of a filter with their texts; none for days, amounts and texts. */
export type Options = readonly SelectOption[];

export const DAY_TEXTS: Record<DayWord, () => string> = {
  today: m.list_day_today,
  last_7d: m.list_day_last_7d,
  next_7d: m.list_day_next_7d,
  this_month: m.list_day_this_month,
  last_month: m.list_day_last_month,
};

const YES_NO: Options = [
  { value: 'yes', label: m.list_yes() },
  { value: 'no', label: m.list_no() },
];

const shownDay = (day: string) => (isPlainDate(day) ? formatDate(day) : day);

function spanText(value: string, shown: (end: string) => string): string {
  const [from = '', thru] = value.split('..');
  if (thru === undefined) return shown(from);
  if (from === '') return m.list_thru({ thru: shown(thru) });
  return thru === ''
    ? m.list_from({ from: shown(from) })
    : m.list_from_thru({ from: shown(from), thru: shown(thru) });
}

/** The value of a filter in words, for chips and the state without rows. */
export function filterValueText({ kind }: FilterKind, options: Options, value: string): string {
  if (kind === 'days')
    return DAY_WORDS.some((word) => word === value)
      ? DAY_TEXTS[value as DayWord]()
      : spanText(value, shownDay);
  if (kind === 'amounts') return spanText(value, (dollars) => `$${dollars}`);
  if (kind === 'numbers') return spanText(value, (n) => n);
  if (kind === 'text') return value;
  const known = kind === 'yes_no' ? YES_NO : options;
  const textOf = (one: string) => known.find((option) => option.value === one)?.label ?? one;
  return value.split(',').map(textOf).join(', ');
}

type Props = {
  name: string;
  filter: FilterKind;
  field: Declared;
  options: Options;
  value: string;
  change: (name: string, value: string) => void;
};

/** One value is chosen; the several values of an address are one option more. */
function ChoiceSelect({ name, field, options, value, change }: Omit<Props, 'filter'>) {
  const isKnown = value === '' || options.some((option) => option.value === value);
  const label = value
    .split(',')
    .map((one) => options.find((option) => option.value === one)?.label ?? one)
    .join(', ');
  return (
    <SelectField
      name={name}
      label={field.label()}
      placeholder={m.list_filter_any()}
      value={value}
      onChange={({ target }) => change(name, target.value)}
      options={isKnown ? options : [...options, { value, label }]}
    />
  );
}

function ChoiceBoxes({ name, field, options, change, ...props }: Omit<Props, 'filter'>) {
  const [value, choose] = useAtOnce(props.value, (next) => change(name, next));
  const chosen = value === '' ? [] : value.split(',');
  const toggled = (one: string) =>
    options
      .map((option) => option.value)
      .filter((known) => (known === one ? !chosen.includes(known) : chosen.includes(known)));
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-1 text-sm font-semibold">{field.label()}</legend>
      <div className="flex flex-wrap gap-x-5">
        {options.map((option) => (
          <label key={option.value} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              name={name}
              className="size-5 accent-ink"
              checked={chosen.includes(option.value)}
              onChange={() => choose(toggled(option.value).join(','))}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const endsOf = (value: string): readonly [string, string] => {
  const [from = '', thru = from] = value.split('..');
  return [from, thru];
};

const spanOfEnds = (from: string, thru: string) => (from === '' && thru === '' ? '' : `${from}..${thru}`);

function DaysField({ name, field, value, change }: Omit<Props, 'filter' | 'options'>) {
  const word = DAY_WORDS.find((one) => one === value);
  const [from, thru] = word ? ['', ''] : endsOf(value);
  const label = field.label();
  const set = (ends: string) => {
    // A half typed span of days waits for the other end.
    if (ends === '' || readDays(ends)) change(name, ends);
  };
  return (
    <div className="grid min-w-0 gap-3 sm:col-span-2 sm:grid-cols-3">
      <SelectField
        name={name}
        label={label}
        placeholder={value === '' || word ? m.list_filter_any() : m.list_day_span()}
        value={word ?? ''}
        onChange={({ target }) => change(name, target.value)}
        options={DAY_WORDS.map((one) => ({ value: one, label: DAY_TEXTS[one]() }))}
      />
      <TextField
        type="date"
        name={`${name}_from`}
        label={m.list_filter_from({ label })}
        value={from}
        onChange={({ target }) => set(spanOfEnds(target.value, thru))}
      />
      <TextField
        type="date"
        name={`${name}_thru`}
        label={m.list_filter_thru({ label })}
        value={thru}
        onChange={({ target }) => set(spanOfEnds(from, target.value))}
      />
    </div>
  );
}

type Span = { kind: 'amounts' | 'numbers' };

const PATTERNS = { amounts: /^(\d{1,9}(\.\d{1,2})?)?$/, numbers: /^\d{0,6}$/ };

function SpanField({ name, field, value, change, kind }: Omit<Props, 'filter' | 'options'> & Span) {
  const [from, thru] = endsOf(value);
  const label = field.label();
  const set = (ends: readonly [string, string]) => {
    const [least, most] = ends.map((end) => end.trim()) as [string, string];
    if ([least, most].every((end) => PATTERNS[kind].test(end))) change(name, spanOfEnds(least, most));
  };
  return (
    <div className="grid min-w-0 grid-cols-2 gap-3" key={value}>
      <TextField
        name={`${name}_from`}
        inputMode="decimal"
        label={m.list_filter_from({ label })}
        defaultValue={from}
        onBlur={({ target }) => set([target.value, thru])}
      />
      <TextField
        name={`${name}_thru`}
        inputMode="decimal"
        label={m.list_filter_thru({ label })}
        defaultValue={thru}
        onBlur={({ target }) => set([from, target.value])}
      />
    </div>
  );
}

/** The field of a filter, by the kind of the filter. */
export function FilterField(props: Props) {
  const { name, filter, field, value, change } = props;
  const { kind } = filter;
  if (kind === 'days') return <DaysField {...props} />;
  if (kind === 'amounts' || kind === 'numbers') return <SpanField {...props} kind={kind} />;
  if (kind === 'choices') return <ChoiceBoxes {...props} />;
  if (kind === 'yes_no') return <ChoiceSelect {...props} options={YES_NO} />;
  if (kind !== 'text') return <ChoiceSelect {...props} />;
  return (
    <TextField
      key={value}
      name={name}
      label={field.label()}
      defaultValue={value}
      onBlur={({ target }) => change(name, target.value.trim())}
    />
  );
}
