import { QueryClientProvider, QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pageReads, type PageRead } from '#app/api/page-reads.ts';
import { currentSession, subscribe } from '#app/auth/session-state.ts';
import type { Elements } from '#app/ui/elements.ts';
import { ToastProvider } from '#app/ui/toast.tsx';
import { ApiError } from '#app/api/api-error.ts';

const RETRIES = 2;

export function makeClient(reads: readonly PageRead[]): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 30_000, refetchOnWindowFocus: false } },
  });
  for (const { key, data, isOld } of reads)
    client.setQueryData(key, data, { updatedAt: isOld ? 0 : Date.now() });
  return client;
}

// Pages rendered by the server share no reads.
const keptClient = import.meta.env.SSR ? undefined : makeClient(pageReads());

// Reads of a family end with the login: another tab may log in another person under an open page.
let reader = currentSession().user?.id;
subscribe(() => {
  const now = currentSession().user?.id;
  if (reader !== undefined && now !== reader) void keptClient?.resetQueries();
  reader = now;
});

/** The reads and short notices of pages with data; public pages without data do not load this code. */
export function PageData({ children }: { children: Elements }) {
  const [client] = useState(() => keptClient ?? makeClient(pageReads()));
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>{children}</ToastProvider>
    </QueryClientProvider>
  );
}

/** Reads are repeated without an answer or after a failure of the server, but not after a refusal. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefusal = error instanceof ApiError && error.status < 500;
  return failures < RETRIES && !isRefusal;
}
