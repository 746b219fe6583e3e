import { Navigate } from 'react-router';

/** The specification's path lacks an s; people who type it right arrive all the same (W13). */
export default function EmploymentSuccessCorrected() {
  return <Navigate to="/employment/succes" replace />;
}
