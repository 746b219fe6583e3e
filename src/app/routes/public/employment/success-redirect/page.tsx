import { Navigate } from 'react-router';

/** The specification's path lacks an s; the correct spelling leads there too (W13). */
export default function EmploymentSuccessCorrected() {
  return <Navigate to="/employment/succes" replace />;
}
