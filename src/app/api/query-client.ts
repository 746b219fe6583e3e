import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const RETRIES = 2;

/** Reads are tried again when no answer came or the server failed, never when it said no. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefusal = error instanceof ApiError && error.status < 500;
  return failures < RETRIES && !isRefusal;
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 30_000, refetchOnWindowFocus: false } },
});
