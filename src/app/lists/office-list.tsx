import { useEffect, useState, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { countText } from '#kit/list/found-text.ts';
import type { ListEndpoint } from '#kit/list/list-endpoint.ts';
import type { Total } from '#kit/list/list-total.ts';
import type { CellValue } from '#kit/list/list-file.ts';
import { chosenColumns, valueText, type ListColumn, type ListView } from '#kit/list/list-view.ts';
import { cents, formatMoney, type Cents } from '#kit/money.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { useAllowed, useRight } from '#app/auth/use-auth.ts';
import { listViews, type OfficeView } from '#modules/office/views/views.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { Notice } from '#app/ui/notice.tsx';
import { Money } from '#app/ui/money.tsx';
import { Table, type Column, type RowSelect } from '#app/ui/table.tsx';
import type { BulkAct } from './bulk/bulk-act.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { useSelection, type Selection } from './bulk/use-selection.ts';
import { queryOf, useListAddress } from './list-address.ts';
import { shownFiltersOf, useFilterOptions, type PageValues } from './list-filters.tsx';
import { ListPage } from './list-page.tsx';
import { ListTools } from './list-tools.tsx';
import { useList, type AnyPage } from './use-list.ts';
import { ViewTabs } from './view-tabs.tsx';

export type Cells<Row> = Readonly<Record<string, (row: Row) => ReactNode>>;

type Page = AnyPage & Total & PageValues & { sums?: { amount_cents?: number } };

const NO_VIEWS: readonly OfficeView[] = [];
const NO_ROWS: readonly never[] = [];

type OfficeListProps<Row> = {
  list: ListEndpoint;
  view: ListView<Row>;
  /** the page of the list */
  path: string;
  /** cells with a link or a mark, by the key of the column */
  cells: Cells<Row>;
  /** columns of the page alone: acts on a row, or on a row among the others of the list */
  extra?: readonly Column<Row>[] | ((rows: readonly Row[], last: AnyPage) => readonly Column<Row>[]);
  /** a part above the list, from the facts of the first page */
  above?: (page: AnyPage) => Elements;
  /** acts on many rows */
  acts?: readonly BulkAct<Row>[];
  /** false: the page has a head of its own */
  hasHead?: boolean;
};

function CompanyTime({ at }: { at: string }) {
  return <span className="figures whitespace-nowrap">{useCompanyTime()(at)}</span>;
}

function plainCell<Row>({ kind, value }: ListColumn<Row>, row: Row): ReactNode {
  const found: CellValue = value(row);
  if (found === null || found === '') return <span className="text-ink-soft">{m.list_none()}</span>;
  if (kind === 'cents') return <Money amount={found as Cents} />;
  if (kind === 'instant') return <CompanyTime at={String(found)} />;
  return valueText(kind, found);
}

const isNumeric = (kind: ListColumn<never>['kind']) => kind === 'cents' || kind === 'number';

export function tableColumns<Row>(
  columns: readonly ListColumn<Row>[],
  { card }: Pick<ListView<Row>, 'card'>,
  cells: Cells<Row>,
): Column<Row>[] {
  const narrowOf = (key: string) => {
    if (key === card.title) return 'title';
    return card.lines.includes(key) ? undefined : 'more';
  };
  // A card needs its title and lines; with other columns, it shows all.
  const isCard = columns.some(({ key }) => key === card.title);
  return columns.map((column) => ({
    key: column.key,
    header: column.header(),
    numeric: isNumeric(column.kind),
    narrow: isCard ? narrowOf(column.key) : undefined,
    cell: (row) => cells[column.key]?.(row) ?? plainCell(column, row),
  }));
}

/** The title of a row's card. */
const nameIn =
  <Row,>({ columns, card }: ListView<Row>) =>
  (row: Row): string => {
    const title = columns.find(({ key }) => key === card.title)!;
    return valueText(title.kind, title.value(row));
  };

function selectOf<Row>(
  shown: readonly Row[],
  selection: Selection<Row>,
  nameOf: (row: Row) => string,
): RowSelect<Row> {
  const { isSelected, toggle, select } = selection;
  return {
    isSelected,
    toggle,
    toggleAll: () => select(shown.every(isSelected) ? [] : shown),
    label: (row) => m.list_bulk_select({ name: nameOf(row) }),
    labelAll: m.list_bulk_select_all(),
  };
}

function foundText({ sums, ...found }: Page): string {
  const n = countText(found);
  if (sums?.amount_cents === undefined) return m.list_found_rows({ n });
  return m.list_found_sum({ n, sum: formatMoney(cents(sums.amount_cents)) });
}

/** Opens the first view of a list of work by the address. */
function Opening({ query }: { query: Readonly<Record<string, string>> }) {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(`?${String(new URLSearchParams(query))}`, { replace: true, preventScrollReset: true });
  }, [navigate, query]);
  return null;
}

/** A list of the office by its declaration: views, words, filters, sort, columns, rows and file (OF1). */
export function OfficeList<Row>(props: OfficeListProps<Row>) {
  const [search] = useSearchParams();
  const { views, opens } = props.view;
  const opening = views.find(({ key }) => key === opens);
  const [isOpened, setOpened] = useState(!opening || search.size > 0);
  if (!isOpened && search.size > 0) setOpened(true);
  return isOpened || !opening ? <OpenedList {...props} /> : <Opening query={opening.query} />;
}

function OpenedList<Row>({
  list,
  view,
  path,
  cells,
  extra,
  above,
  acts,
  hasHead = true,
}: OfficeListProps<Row>) {
  const { address, sorts, left, hidden, change, drop } = useListAddress(list, view);
  const query = queryOf(address);
  const rows = useList(list, query);
  const first = rows.data?.pages[0] as Page | undefined;
  const last = rows.data?.pages.at(-1);
  const optionsOf = useFilterOptions(first);
  const columns = useAllowed(view.columns);
  useEffect(() => drop(rows.error));
  const allowed = useAllowed(acts ?? []);
  const nameOf = nameIn(view);
  const loaded = rows.data?.pages.flatMap((page) => page.rows) as readonly Row[] | undefined;
  const selection = useSelection({
    of: JSON.stringify(query),
    // Rows of the query before cannot be selected.
    shown: rows.isPlaceholderData ? NO_ROWS : (loaded ?? NO_ROWS),
    idOf: view.id,
  });
  const filtered = { list, view, values: address.filters, optionsOf, change };
  const mayKeep = useRight('families');
  const views = useItems(listViews, { query: { list: list.name } }, { enabled: mayKeep }).data ?? NO_VIEWS;
  const open = views.find(({ id }) => String(id) === address.view);
  const now = { ...query, ...(address.columns && { columns: address.columns }) };
  const gone = open?.gone.map((label) => m.list_view_gone({ label })) ?? [];
  const said = [...gone, ...hidden, ...left, ...(left.length > 0 ? [m.list_filter_dropped()] : [])];
  const isAll = Object.keys(query).length === 0;
  const shown = shownFiltersOf(filtered);
  if (address.search) shown.push({ name: 'search', label: m.office_search_button(), text: address.search });
  return (
    <>
      <ListPage
        title={hasHead ? view.title() : undefined}
        parts={rows}
        shownFilters={shown}
        foundText={(page) => foundText(page as Page)}
        nothing={
          isAll ? (
            <EmptyState title={(view.nothing?.title ?? m.list_nothing_yet)()}>
              {(view.nothing?.text ?? m.list_nothing_yet_text)()}
            </EmptyState>
          ) : (
            <EmptyState title={m.list_nothing()}>{m.list_nothing_text()}</EmptyState>
          )
        }
        filters={
          <>
            {first && above?.(first)}
            {view.about && <p className="mb-4 max-w-read">{view.about()}</p>}
            <ViewTabs path={path} delivered={view.views} kept={views} open={open} now={now} />
            {said.length > 0 && (
              <Notice tone="warning" role="status" className="mb-4">
                {said.join(' ')}
              </Notice>
            )}
            <ListTools
              {...{ list, view, address, sorts, query, columns, filtered }}
              views={{ kept: views, open, now }}
            />
          </>
        }
      >
        {(found) => (
          <Table
            dense
            hideCaption
            caption={m.office_list_caption({
              list: view.title(),
              sort: view.sorts[address.sort || sorts[0]!]!.label(),
            })}
            columns={[
              ...tableColumns(chosenColumns(columns, address.columns), view, cells),
              ...(typeof extra === 'function' ? extra(found as readonly Row[], last!) : (extra ?? [])),
            ]}
            rows={found as readonly Row[]}
            rowKey={view.id}
            isBusy={rows.isPlaceholderData}
            select={allowed.length > 0 ? selectOf(found as readonly Row[], selection, nameOf) : undefined}
          />
        )}
      </ListPage>
      {first && allowed.length > 0 && (
        <BulkBar {...{ list, query, selection, nameOf }} found={first} acts={allowed} />
      )}
    </>
  );
}
