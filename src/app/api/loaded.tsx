import type { UseQueryResult } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { sentencesOf } from './api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';
import type { Elements } from '#app/ui/elements.ts';

type LoadedProps<T> = {
  query: UseQueryResult<T>;
  loading: string;
  skeleton?: Elements;
  children: (data: T) => Elements;
};

export function Loaded<T>({ query, loading, skeleton, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <Notice tone="danger" role="alert" title={m.shell_load_failed()}>
        <p>{sentencesOf(query.error).join(' ')}</p>
        <Button look="secondary" className="mt-3" onClick={() => void query.refetch()}>
          {m.shell_try_again()}
        </Button>
      </Notice>
    );
  }
  return skeleton ?? <Skeleton label={loading} lines={6} />;
}
