import { useEffect, useRef } from 'react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { cents } from '#kit/money.ts';
import { listParents, PARENT_SORTS, type ParentRow, type ParentSort } from '#modules/admin/admin.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Money } from '#app/ui/money.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { useRowKeys } from '#app/routes/staff/row-keys.ts';
import { SearchForm } from '#app/routes/staff/search-form.tsx';

export const meta = () => pageTitle(m.admin_title_parents());

// While someone types, each letter would be a search.
const PAUSE_MS = 250;

const sorts: Record<ParentSort, () => string> = {
  name: m.admin_sort_name,
  newest: m.admin_sort_newest,
  due: m.admin_sort_due,
};

const amount = (value: number) =>
  value === 0 ? <span className="text-ink-soft">{m.admin_none()}</span> : <Money amount={cents(value)} />;

const columns: readonly Column<ParentRow>[] = [
  {
    key: 'name',
    header: m.admin_column_parent(),
    narrow: 'title',
    cell: (row) => (
      <Link
        to={`/admin/users/parents/${row.id}`}
        data-row
        className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4 max-sm:min-h-11"
      >
        {m.admin_name({ first: row.first_name, last: row.last_name })}
      </Link>
    ),
  },
  {
    key: 'email',
    header: m.admin_column_email(),
    cell: (row) => <span className="wrap-anywhere">{row.email}</span>,
  },
  {
    key: 'phone',
    header: m.admin_column_phone(),
    cell: (row) => <span className="figures whitespace-nowrap">{row.phone ?? m.admin_none()}</span>,
  },
  {
    key: 'students',
    header: m.admin_column_students(),
    numeric: true,
    narrow: 'hidden',
    cell: (row) => row.students_count,
  },
  {
    key: 'orders',
    header: m.admin_column_orders(),
    numeric: true,
    narrow: 'hidden',
    cell: (row) => row.orders_count,
  },
  { key: 'due', header: m.admin_column_due(), numeric: true, cell: (row) => amount(row.due_cents) },
  {
    key: 'past',
    header: m.admin_column_past_due(),
    numeric: true,
    cell: (row) =>
      row.past_due_cents > 0 ? <b className="text-red">{amount(row.past_due_cents)}</b> : amount(0),
  },
  {
    key: 'next',
    header: m.admin_column_next(),
    numeric: true,
    narrow: 'hidden',
    cell: (row) => (row.next_payment_on ? <DateText date={row.next_payment_on} /> : m.admin_none()),
  },
];

function useParents(search: string, sort: ParentSort) {
  return useInfiniteQuery({
    queryKey: [listParents.name, search, sort],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => callForOne(listParents, { query: { search, sort, after: pageParam } }),
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** Search and order as the address has them, so that a list can be kept, sent and come back to. */
function useListQuery() {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('sort') as ParentSort;
  const sort = PARENT_SORTS.includes(asked) ? asked : 'name';
  const change = (name: 'search' | 'sort', value: string) =>
    setQuery(
      (now) => {
        if (value) now.set(name, value);
        else now.delete(name);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  return { search: query.get('search') ?? '', sort, change };
}

const foundText = (n: number) => (n === 1 ? m.admin_found_one() : m.admin_found({ n }));

/** Every parent, found by what a caller says first. */
export default function Parents() {
  const { search, sort, change } = useListQuery();
  const parents = useParents(search, sort);
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const searchFor = (text: string, pauseMs: number) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => change('search', text.trim()), pauseMs);
  };
  return (
    <div ref={list}>
      <PageHead title={m.admin_title_parents()} />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <SearchForm
          value={search}
          onType={(text) => searchFor(text, PAUSE_MS)}
          onSearch={(text) => searchFor(text, 0)}
        />
        <SelectField
          name="sort"
          label={m.admin_sort_label()}
          value={sort}
          onChange={(event) => change('sort', event.target.value)}
          options={PARENT_SORTS.map((value) => ({ value, label: sorts[value]() }))}
        />
      </div>
      <Loaded query={parents} loading={m.admin_loading()}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          return (
            <>
              <p role="status" className="mb-2 text-sm text-ink-soft">
                {rows.length > 0 && foundText(pages[0]?.total ?? 0)}
              </p>
              {rows.length === 0 ? (
                <EmptyState title={m.admin_found_none()}>{m.admin_found_none_text()}</EmptyState>
              ) : (
                <Table
                  dense
                  hideCaption
                  caption={m.admin_title_parents()}
                  columns={columns}
                  rows={rows}
                  rowKey={(row) => row.id}
                />
              )}
              {parents.hasNextPage && (
                <Button
                  look="secondary"
                  className="mt-4"
                  busy={parents.isFetchingNextPage}
                  onClick={() => void parents.fetchNextPage()}
                >
                  {m.admin_more()}
                </Button>
              )}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
