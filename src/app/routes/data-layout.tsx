import { Outlet } from 'react-router';
import { PageData } from '#app/shell/page-data.tsx';

export default function DataLayout() {
  return (
    <PageData>
      <Outlet />
    </PageData>
  );
}
