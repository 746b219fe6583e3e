import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { queryClient } from '../api/query-client.ts';
import { ToastProvider } from '../ui/toast.tsx';

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
