import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { loginPath } from './login-path.ts';
import { useAuth } from './use-auth.ts';

/** Its content appears only to someone signed in; anyone else goes to the login, which leads back here. */
export function RequireLogin({ children }: { children: ReactNode }) {
  const { isReady, isAuthenticated } = useAuth();
  const location = useLocation();
  if (!isReady) return null;
  return isAuthenticated ? children : <Navigate to={loginPath(location)} replace />;
}
