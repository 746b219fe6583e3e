import { useSyncExternalStore } from 'react';
import { currentSession, sessionAtBuild, subscribe, type Session } from './session-state.ts';

type Auth = Session & {
  readonly isAuthenticated: boolean;
  readonly isAdmin: boolean;
  readonly isSuperAdmin: boolean;
};

function hasRole(session: Session, key: string): boolean {
  const roleId = session.options.find((option) => option.key === key)?.id;
  return roleId !== undefined && (session.user?.roles ?? []).some((role) => role.role_type_id === roleId);
}

/** Who is here and what they may see. Authenticated means that the user has an id (accounts.md §4). */
export function useAuth(): Auth {
  const session = useSyncExternalStore(subscribe, currentSession, sessionAtBuild);
  const isSuperAdmin = hasRole(session, 'userRoleSuperAdmin');
  return {
    ...session,
    isAuthenticated: typeof session.user?.id === 'number',
    isSuperAdmin,
    isAdmin: isSuperAdmin || hasRole(session, 'userRoleAdmin'),
  };
}
