import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { queryClient } from '#app/api/query-client.ts';
import { currentSession, subscribe } from '#app/auth/session.ts';
import { ToastProvider } from '#app/ui/toast.tsx';

// What one family has read is not for the next: another tab may log in someone else under an open page.
let reader = currentSession().user?.id;
subscribe(() => {
  const now = currentSession().user?.id;
  if (reader !== undefined && now !== reader) void queryClient.resetQueries();
  reader = now;
});

/** The pages that read the family's or the catalogue's data; the public ones do without its weight. */
export default function WithData() {
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <Outlet />
      </ToastProvider>
    </QueryClientProvider>
  );
}
