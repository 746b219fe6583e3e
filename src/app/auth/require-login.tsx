import { Navigate, useLocation } from 'react-router';
import { loginPath } from './login-path.ts';
import { useAuth } from './use-auth.ts';
import type { Elements } from '#app/ui/elements.ts';

export function RequireLogin({ children }: { children: Elements }) {
  const { isReady, isAuthenticated } = useAuth();
  const location = useLocation();
  if (!isReady) return null;
  return isAuthenticated ? children : <Navigate to={loginPath(location)} replace />;
}
