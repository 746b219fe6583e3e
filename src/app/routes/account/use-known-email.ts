import { useLocation } from 'react-router';

/** The e-mail that the screen before has handed on. Not in the address, which is copied and kept. */
export function useKnownEmail(): string {
  const state = useLocation().state as { email?: unknown } | null;
  return typeof state?.email === 'string' ? state.email : '';
}
