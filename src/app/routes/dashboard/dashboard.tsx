import { Outlet } from 'react-router';

export const handle = { needsSession: true };

export default function Dashboard() {
  return <Outlet />;
}
