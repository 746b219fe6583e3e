import { Navigate } from 'react-router';

export default function ToProfile() {
  return <Navigate to="/dashboard/profile" replace />;
}
