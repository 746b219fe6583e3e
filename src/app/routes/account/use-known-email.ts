import { useLocation } from 'react-router';

/** Handed on by the page before, but not in the address: people copy addresses. */
export function useKnownEmail(): string {
  const state = useLocation().state as { email?: unknown } | null;
  return typeof state?.email === 'string' ? state.email : '';
}
