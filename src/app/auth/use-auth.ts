import { createContext, useContext, useSyncExternalStore } from 'react';
import { hasAnyRight, isAllowed, type Reader, type Right } from '#kit/endpoint/right.ts';
import { rightsOf } from '#modules/accounts/rights.ts';
import { currentSession, sessionAtBuild, subscribe, type Session } from './session-state.ts';

type Auth = Session & Reader & { readonly isAuthenticated: boolean; readonly isStaff: boolean };

function rolesOf({ options, user }: Session): string[] {
  const ids = new Set((user?.roles ?? []).map((role) => role.role_type_id));
  return options.filter(({ id }) => ids.has(id)).flatMap(({ key }) => key ?? []);
}

/** The session of the pages inside, in place of the browser's; the parent of a preview is made up (SE7.3). */
export const OtherSession = createContext<Session | undefined>(undefined);

/** Authenticated means a user with an id (accounts.md §4). */
export function useAuth(): Auth {
  const own = useSyncExternalStore(subscribe, currentSession, sessionAtBuild);
  const session = useContext(OtherSession) ?? own;
  const rights = rightsOf(rolesOf(session));
  return {
    ...session,
    rights,
    isAuthenticated: typeof session.user?.id === 'number',
    isStaff: hasAnyRight({ rights }),
  };
}

export function useAllowed<T extends { readonly right?: Right }>(items: readonly T[]): readonly T[] {
  const auth = useAuth();
  return items.filter(({ right }) => isAllowed(auth, right));
}

/** Only for the screen; the server checks the right (OF8) on each call. */
export function useRight(right: Right): boolean {
  return useAuth().rights.has(right);
}
