import { useId } from 'react';
import { m } from '#i18n/messages.js';
import type { ListEndpoint } from '#kit/list/list-endpoint.ts';
import type { FilterField as Declared, ListView } from '#kit/list/list-view.ts';
import { isAllowed } from '#kit/endpoint/right.ts';
import { readListChoices, type ListChoices } from '#modules/office/lists/list-choices.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { useAuth, useRight } from '#app/auth/use-auth.ts';
import { FoldButton } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Icon } from '#app/ui/icon.tsx';
import { FilterField, filterValueText, type Options } from './filter-field.tsx';
import type { ShownFilter } from './list-page.tsx';

type Named = { id: number; text: string };
/** Values of filters that come with the page: people of the office, and codes with their words. */
export type PageValues = {
  staff?: readonly { id: number; name: string }[];
  kinds?: readonly { value: string; label: string }[];
  seasons?: readonly Named[];
  schools?: readonly Named[];
  objects?: readonly Named[];
};

const byId = (rows: readonly Named[]): Options =>
  rows.map(({ id, text }) => ({ value: String(id), label: text }));

const seasonsOf = ({ seasons }: ListChoices): Options => [
  { value: 'current', label: m.list_current() },
  ...byId(seasons),
];

/** The values of the filters of a list, in words. */
export function useFilterOptions(values: PageValues | undefined): (field: Declared) => Options {
  const mayRead = useRight('families');
  const choices = useItems(readListChoices, {}, { enabled: mayRead }).data?.[0];
  return ({ texts, from }) => {
    if (texts) return Object.entries(texts).map(([value, label]) => ({ value, label: label() }));
    if (from === 'kinds') return values?.kinds ?? [];
    if (from === 'staff')
      return (values?.staff ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
    if (from === 'page_seasons') return byId(values?.seasons ?? []);
    if (from === 'page_schools') return byId(values?.schools ?? []);
    if (from === 'page_objects') return byId(values?.objects ?? []);
    if (!from || !choices) return [];
    if (from === 'seasons') return seasonsOf(choices);
    if (from === 'schools') return choices.schools.map(({ path, text }) => ({ value: path, label: text }));
    return byId(choices[from]);
  };
}

export type Filtered = {
  list: Pick<ListEndpoint, 'kinds'>;
  view: Pick<ListView<never>, 'filters' | 'quick'>;
  values: Readonly<Record<string, string>>;
  optionsOf: (field: Declared) => Options;
  change: (name: string, value: string) => void;
};

/** The filters that are set, in words. */
export const shownFiltersOf = ({ list, view, values, optionsOf }: Filtered): ShownFilter[] =>
  Object.entries(values).map(([name, value]) => {
    const field = view.filters[name]!;
    const text = filterValueText(list.kinds[name]!, optionsOf(field), value);
    return { name, label: field.label(), text };
  });

/** The filters that are set, each with a button that takes the filter away. */
export function Chips({ shown, change }: { shown: readonly ShownFilter[]; change: Filtered['change'] }) {
  if (shown.length === 0) return null;
  return (
    <ul className="order-3 mb-3 flex basis-full flex-wrap gap-2">
      {shown.map(({ name, label, text }) => (
        <li key={name} className="flex min-w-0 items-center rounded-full bg-sunk pl-4 text-sm">
          <span className="min-w-0 wrap-anywhere">{m.office_list_filter({ label, value: text })}</span>
          <button
            type="button"
            onClick={() => change(name, '')}
            className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-full"
          >
            <Icon name="cross" className="size-4" />
            <span className="sr-only">{m.list_filter_remove({ label })}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The filter beside the words. */
export function QuickFilter({ list, view: { quick, filters }, values, optionsOf, change }: Filtered) {
  if (!quick) return null;
  const field = filters[quick]!;
  return (
    <FilterField
      name={quick}
      filter={list.kinds[quick]!}
      field={field}
      options={optionsOf(field)}
      value={values[quick] ?? ''}
      change={change}
    />
  );
}

type FilterFieldsProps = Filtered & { n: number; isOpen: boolean; onPress: () => void };

/** The fields of the filters of a list below a button; on a phone the button of the tools opens them. */
export function FilterFields({ n, isOpen, onPress, ...props }: FilterFieldsProps) {
  const { list, view, values, optionsOf, change } = props;
  const id = useId();
  const auth = useAuth();
  const fields = Object.entries(view.filters).filter(
    ([name, { right, from }]) =>
      name !== view.quick &&
      isAllowed(auth, right) &&
      // One object is chosen by a link, and not among all.
      (from !== 'page_objects' || values[name] !== undefined),
  );
  return (
    <>
      <FoldButton look="secondary" className="max-md:hidden" isOpen={isOpen} controls={id} onPress={onPress}>
        {n > 0 ? m.list_filters_n({ n }) : m.list_filters_open()}
      </FoldButton>
      <div
        id={id}
        hidden={!isOpen}
        className={classNames(
          'order-2 mb-1 grid basis-full gap-x-4 gap-y-3 rounded-md bg-sunk p-4',
          'sm:grid-cols-2 xl:grid-cols-4',
        )}
      >
        {isOpen &&
          fields.map(([name, field]) => (
            <FilterField
              key={name}
              name={name}
              filter={list.kinds[name]!}
              field={field}
              options={optionsOf(field)}
              value={values[name] ?? ''}
              change={change}
            />
          ))}
      </div>
    </>
  );
}
