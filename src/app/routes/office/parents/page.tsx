import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import { cents } from '#kit/money.ts';
import { listParents, type ParentRow, type ParentSort } from '#modules/office/people/people.contract.ts';
import { useAllowed, useRight } from '#app/auth/use-auth.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Money } from '#app/ui/money.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { DownloadList } from '#app/lists/download-list.tsx';
import { ListPage } from '#app/lists/list-page.tsx';
import { SearchForm } from '#app/lists/search-form.tsx';
import { PAUSE_MS, useTypedSearch } from '#app/lists/typed-search.ts';
import { useList, useListQuery } from '#app/lists/use-list.ts';
import { classNames } from '#app/ui/class-names.ts';

export const meta = () => pageTitle(m.office_title_parents());

const sorts: Record<ParentSort, () => string> = {
  name: m.office_sort_name,
  newest: m.office_sort_newest,
  due: m.office_sort_due,
};

const SORTS = Object.keys(sorts) as [ParentSort, ...ParentSort[]];

const amount = (value: number) =>
  value === 0 ? <span className="text-ink-soft">{m.office_none()}</span> : <Money amount={cents(value)} />;

const columns: readonly Column<ParentRow>[] = [
  {
    key: 'name',
    header: m.office_column_parent(),
    narrow: 'title',
    cell: (row) => (
      <Link
        to={`/admin/users/parents/${row.id}`}
        data-row
        className={classNames(
          'inline-flex min-h-9 max-w-full items-center font-semibold wrap-anywhere',
          'underline underline-offset-4 max-sm:min-h-11',
        )}
      >
        {shownName(row)}
      </Link>
    ),
  },
  {
    key: 'email',
    header: m.office_column_email(),
    cell: (row) => <span className="wrap-anywhere">{row.email}</span>,
  },
  {
    key: 'phone',
    header: m.office_column_phone(),
    cell: (row) => <span className="figures whitespace-nowrap">{row.phone ?? m.office_none()}</span>,
  },
  {
    key: 'students',
    header: m.office_column_students(),
    numeric: true,
    narrow: 'hidden',
    cell: (row) => row.students_count,
  },
  {
    key: 'orders',
    header: m.office_column_orders(),
    numeric: true,
    narrow: 'hidden',
    cell: (row) => row.orders_count,
  },
  {
    key: 'due',
    right: 'money',
    header: m.office_column_due(),
    numeric: true,
    cell: (row) => amount(row.due_cents),
  },
  {
    key: 'past',
    right: 'money',
    header: m.office_column_past_due(),
    numeric: true,
    cell: (row) =>
      row.past_due_cents > 0 ? <b className="text-red">{amount(row.past_due_cents)}</b> : amount(0),
  },
  {
    key: 'next',
    right: 'money',
    header: m.office_column_next(),
    numeric: true,
    narrow: 'hidden',
    cell: (row) => (row.next_payment_on ? <DateText date={row.next_payment_on} /> : m.office_none()),
  },
];

const foundText = (n: number) => (n === 1 ? m.office_found_one() : m.office_found({ n }));

type ListFilters = { search: string; sort: ParentSort };

function Filters({ filters }: { filters: ListFilters }) {
  const { change } = useListQuery();
  const searchFor = useTypedSearch(change);
  const seesMoney = useRight('money');
  const offered = SORTS.filter((value) => value !== 'due' || seesMoney);
  const { search, sort } = filters;
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <SearchForm
        value={search}
        onType={(typed) => searchFor(typed, PAUSE_MS)}
        onSearch={(typed) => searchFor(typed, 0)}
      />
      <SelectField
        name="sort"
        label={m.office_sort_label()}
        value={sort}
        onChange={(event) => change('sort', event.target.value)}
        options={offered.map((value) => ({ value, label: sorts[value]() }))}
      />
      <DownloadList list={listParents} filters={filters} />
    </div>
  );
}

export default function Parents() {
  const { text, choice } = useListQuery();
  const allowed = useAllowed(columns);
  const filters = { search: text('search'), sort: choice('sort', SORTS) };
  const parents = useList(listParents, filters);
  return (
    <ListPage
      title={m.office_title_parents()}
      parts={parents}
      shownFilters={[{ name: 'search', label: m.office_search_label(), text: filters.search }]}
      foundText={({ total }) => foundText(total)}
      nothing={<EmptyState title={m.office_found_none()}>{m.office_found_none_text()}</EmptyState>}
      filters={<Filters filters={filters} />}
    >
      {(rows) => (
        <Table
          dense
          hideCaption
          caption={m.office_title_parents()}
          columns={allowed}
          rows={rows}
          rowKey={(row) => row.id}
        />
      )}
    </ListPage>
  );
}
