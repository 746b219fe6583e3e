import { QueryClientProvider, QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { pageReads } from '#app/api/page-reads.ts';
import { currentSession, subscribe } from '#app/auth/session-state.ts';
import { ToastProvider } from '#app/ui/toast.tsx';
import { ApiError } from '#app/api/api-error.ts';

const RETRIES = 2;

/** A memory of reads that begins with what came with the page. */
function makeClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 30_000, refetchOnWindowFocus: false } },
  });
  for (const { key, data, isOld } of pageReads())
    client.setQueryData(key, data, { updatedAt: isOld ? 0 : Date.now() });
  return client;
}

// The server renders one page after another, and none with the reads of the one before.
const keptClient = import.meta.env.SSR ? undefined : makeClient();

// What one family has read is not for the next: another tab may log in someone else under an open page.
let reader = currentSession().user?.id;
subscribe(() => {
  const now = currentSession().user?.id;
  if (reader !== undefined && now !== reader) void keptClient?.resetQueries();
  reader = now;
});

/** The pages that read data of the family or the catalog; the public pages do not load this code. */
export default function DataLayout() {
  const [client] = useState(() => keptClient ?? makeClient());
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>
        <Outlet />
      </ToastProvider>
    </QueryClientProvider>
  );
}

/** Reads are tried again when no answer came or the server failed, never when it said no. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefusal = error instanceof ApiError && error.status < 500;
  return failures < RETRIES && !isRefusal;
}
