import { QueryClientProvider, QueryClient } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { currentSession, subscribe } from '#app/auth/session-state.ts';
import { ToastProvider } from '#app/ui/toast.tsx';
import { ApiError } from '#app/api/api-error.ts';

const RETRIES = 2;

const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 30_000, refetchOnWindowFocus: false } },
});

// What one family has read is not for the next: another tab may log in someone else under an open page.
let reader = currentSession().user?.id;
subscribe(() => {
  const now = currentSession().user?.id;
  if (reader !== undefined && now !== reader) void queryClient.resetQueries();
  reader = now;
});

/** The pages that read data of the family or the catalog; the public pages do not load this code. */
export default function DataLayout() {
  return (
    <QueryClientProvider client={queryClient}>
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
