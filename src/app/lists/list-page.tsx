import { useRef } from 'react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { Loaded } from '#app/api/loaded.tsx';
import { Button } from '#app/ui/button.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { useRowKeys } from './row-keys.ts';
import type { AnyPage } from './use-list.ts';
import type { Elements } from '#app/ui/elements.ts';

type ListPageProps<Page extends AnyPage> = {
  title: string;
  filters: Elements;
  parts: UseInfiniteQueryResult<InfiniteData<Page>>;
  foundText?: (page: Page) => string;
  nothing: Elements;
  children: (rows: Page['rows']) => Elements;
};

function MoreButton({
  parts,
}: {
  parts: Pick<UseInfiniteQueryResult, 'isFetchingNextPage' | 'fetchNextPage'>;
}) {
  return (
    <Button
      look="secondary"
      className="mt-4"
      busy={parts.isFetchingNextPage}
      onClick={() => void parts.fetchNextPage()}
    >
      {m.office_more()}
    </Button>
  );
}

export function ListPage<Page extends AnyPage>({
  title,
  filters,
  parts,
  foundText,
  nothing,
  children,
}: ListPageProps<Page>) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  return (
    <div ref={list}>
      <PageHead title={title} />
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
              {rows.length === 0 ? nothing : children(rows)}
            </>
          );
        }}
      </Loaded>
      {parts.hasNextPage && <MoreButton parts={parts} />}
    </div>
  );
}
