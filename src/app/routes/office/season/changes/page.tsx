import { m } from '#i18n/messages.js';
import { CHANGE_SOURCES } from '#modules/catalog/changes/change.states.ts';
import { listChanges } from '#modules/catalog/changes/changes.contract.ts';
import { OBJECT_KINDS, type ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { isPlainDate, formatDate } from '#kit/plain-date.ts';
import { ListPage, type ShownFilter } from '#app/lists/list-page.tsx';
import { useList, useListQuery, type ListFilters } from '#app/lists/use-list.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Table } from '#app/ui/table.tsx';
import { kindsText, SOURCES } from './change-words.ts';
import { setColumns } from './set-columns.tsx';

export const meta = () => pageTitle(m.office_title_changes());

const KINDS = ['', ...OBJECT_KINDS] as const;
const FROM = ['', ...CHANGE_SOURCES] as const;

type Filters = ListFilters<typeof listChanges>;

/** The filters of the address; what cannot be a filter is none. */
function useFilters() {
  const { text, choice, change, clear } = useListQuery();
  const [kind, source] = [choice('kind', KINDS), choice('source', FROM)];
  const numberOf = (name: string) => (/^\d{1,15}$/.test(text(name)) ? Number(text(name)) : undefined);
  const day = text('day');
  const filters: Filters = {
    ...(kind && { kind }),
    ...(source && { source }),
    subject: kind ? numberOf('subject') : undefined,
    who: numberOf('who'),
    ...(isPlainDate(day) && { day }),
  };
  return { filters, change, clear };
}

type Person = { id: number; name: string };

const personOf = (authors: readonly Person[], id: unknown) =>
  authors.find((author) => author.id === id)?.name ?? '';

type FilterFieldsProps = ReturnType<typeof useFilters> & {
  authors: readonly Person[];
  object: string | null;
};

function FilterFields({ filters, change, clear, authors, object }: FilterFieldsProps) {
  return (
    <div role="search" className="mb-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <SelectField
        name="kind"
        label={m.office_change_filter_kind()}
        placeholder={m.office_change_any()}
        value={filters.kind ?? ''}
        onChange={({ target }) => {
          // An object is of one kind.
          clear(['subject']);
          change('kind', target.value);
        }}
        options={OBJECT_KINDS.map((kind: ObjectKind) => ({ value: kind, label: kindsText(kind) }))}
      />
      <SelectField
        name="who"
        label={m.office_change_filter_who()}
        placeholder={m.office_change_anybody()}
        value={String(filters.who ?? '')}
        onChange={({ target }) => change('who', target.value)}
        options={authors.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <TextField
        name="day"
        type="date"
        label={m.office_change_filter_day()}
        value={String(filters.day ?? '')}
        onChange={({ target }) => change('day', target.value)}
      />
      <SelectField
        name="source"
        label={m.office_change_filter_source()}
        placeholder={m.office_change_any()}
        value={filters.source ?? ''}
        onChange={({ target }) => change('source', target.value)}
        options={CHANGE_SOURCES.map((source) => ({ value: source, label: SOURCES[source]() }))}
      />
      {object !== null && (
        <div className="flex flex-wrap items-center gap-3 sm:col-span-2 xl:col-span-4">
          <p className="wrap-anywhere">{m.office_change_only_of({ object })}</p>
          <Button look="secondary" size="small" onClick={() => clear(['kind', 'subject'])}>
            {m.office_change_of_all()}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The change sets of the catalog, the newest first (SE3.8). */
export default function Changes() {
  const given = useFilters();
  const { filters } = given;
  const sets = useList(listChanges, filters);
  const [first] = sets.data?.pages ?? [];
  const { authors = [], object = null } = first ?? {};
  const shown: ShownFilter[] = [
    { name: 'kind', label: m.office_change_filter_kind(), text: filters.kind ? kindsText(filters.kind) : '' },
    { name: 'subject', label: m.office_change_filter_object(), text: object ?? '' },
    { name: 'who', label: m.office_change_filter_who(), text: personOf(authors, filters.who) },
    { name: 'day', label: m.office_change_filter_day(), text: filters.day ? formatDate(filters.day) : '' },
    {
      name: 'source',
      label: m.office_change_filter_source(),
      text: filters.source ? SOURCES[filters.source]() : '',
    },
  ];
  return (
    <ListPage
      title={m.office_title_changes()}
      parts={sets}
      shownFilters={shown}
      nothing={<EmptyState title={m.office_change_none()}>{m.office_change_none_text()}</EmptyState>}
      filters={<FilterFields {...given} authors={authors} object={object} />}
    >
      {(rows) => (
        <Table
          dense
          hideCaption
          caption={m.office_title_changes()}
          columns={setColumns}
          rows={rows}
          rowKey={({ id }) => id}
        />
      )}
    </ListPage>
  );
}
