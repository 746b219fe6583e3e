import { createContext, useContext } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { sentencesOf } from './api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';
import type { Elements } from '#app/ui/elements.ts';

/** The title of a failed read; the office has a sentence of its own (OF0.7). */
export const LoadFailedTitle = createContext<() => string>(m.shell_load_failed);

export function LoadFailed({ error, onTryAgain }: { error: Error | null; onTryAgain: () => void }) {
  const title = useContext(LoadFailedTitle);
  return (
    <Notice tone="danger" role="alert" title={title()}>
      <p>{sentencesOf(error).join(' ')}</p>
      <Button look="secondary" className="mt-3" onClick={onTryAgain}>
        {m.shell_try_again()}
      </Button>
    </Notice>
  );
}

type LoadedProps<T> = {
  query: UseQueryResult<T>;
  loading: string;
  skeleton?: Elements;
  children: (data: T) => Elements;
};

/** A whole page, which has a heading also before its data, and where the data cannot be read. */
export function LoadedPage<T>({ title, ...loaded }: LoadedProps<T> & { title: string }) {
  return (
    <>
      {loaded.query.data === undefined && <PageHead title={title} />}
      <Loaded {...loaded} />
    </>
  );
}

export function Loaded<T>({ query, loading, skeleton, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <LoadFailed error={query.error} onTryAgain={() => void query.refetch()} />;
  return skeleton ?? <Skeleton label={loading} lines={6} />;
}
