import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { Loaded, LoadFailed } from '#app/api/loaded.tsx';
import { Button } from '#app/ui/button.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { useListQuery, type AnyPage } from './use-list.ts';
import { useKeptFilters } from './way-back.tsx';
import type { Elements } from '#app/ui/elements.ts';

/** A filter of the address as the page shows the filter; `text` is blank while the filter is not set. */
export type ShownFilter = { name: string; label: string; text: string };

const NO_FILTERS: readonly ShownFilter[] = [];

type ListPageProps<Page extends AnyPage> = {
  /** left out by a page with a head of its own */
  title?: string | undefined;
  filters: Elements;
  /** filters which may leave out every row */
  shownFilters?: readonly ShownFilter[];
  parts: UseInfiniteQueryResult<InfiniteData<Page>>;
  foundText?: (page: Page) => string;
  nothing: Elements;
  children: (rows: Page['rows']) => Elements;
};

type Parts = Pick<
  UseInfiniteQueryResult,
  'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
>;

function MoreButton({ parts }: { parts: Parts }) {
  const fetchNext = () => void parts.fetchNextPage();
  if (parts.isFetchNextPageError) return <LoadFailed error={parts.error} onTryAgain={fetchNext} />;
  return (
    <Button look="secondary" className="mt-4" busy={parts.isFetchingNextPage} onClick={fetchNext}>
      {m.office_more()}
    </Button>
  );
}

/** Names the filters of a list without rows, and takes them away together (OF0.7). */
export function SetFilters({ filters }: { filters: readonly ShownFilter[] }) {
  const { clear } = useListQuery();
  const set = filters.filter(({ text }) => text !== '');
  if (set.length === 0) return null;
  const clearAll = () => {
    clear(set.map(({ name }) => name));
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  };
  return (
    <div className="mt-4 grid justify-items-center gap-3 text-center">
      <p>{m.office_list_filters()}</p>
      <ul>
        {set.map(({ name, label, text }) => (
          <li key={name} className="wrap-anywhere">
            {m.office_list_filter({ label, value: text })}
          </li>
        ))}
      </ul>
      <Button look="secondary" onClick={clearAll}>
        {m.office_list_clear()}
      </Button>
    </div>
  );
}

/** The one page of lists: head, filters, then the rows or the state without rows (OF0.7). */
export function ListPage<Page extends AnyPage>({
  title,
  filters,
  shownFilters = NO_FILTERS,
  parts,
  foundText,
  nothing,
  children,
}: ListPageProps<Page>) {
  useKeptFilters();
  return (
    <>
      {title !== undefined && <PageHead title={title} />}
      {filters}
      <Loaded query={parts} loading={m.office_loading()}>
        {({ pages }) => {
          const rows = pages.flatMap((part) => part.rows);
          return (
            <>
              {foundText && (
                <p role="status" className="mb-2 text-sm text-ink-soft">
                  {rows.length > 0 && pages[0] && foundText(pages[0])}
                </p>
              )}
              {rows.length > 0 ? children(rows) : nothing}
              {rows.length === 0 && <SetFilters filters={shownFilters} />}
            </>
          );
        }}
      </Loaded>
      {parts.hasNextPage && <MoreButton parts={parts} />}
    </>
  );
}
