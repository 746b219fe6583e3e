import { useEffect, useRef } from 'react';
import { safeSitePath } from '#kit/text/site-path.ts';
import { safeLocalStorage } from '#app/api/storage.ts';
import { forgetResetRedirect, RESET_REDIRECT_PATH } from '#app/api/tokens.ts';

const DELAY_MS = 3000;

/**
 * The target of the login after a password reset. Anybody with this browser can write the path, so reading
 * checks the path (accounts.md §2, W9).
 */
export const postResetRedirect = {
  save: (path: string) => safeLocalStorage.setItem(RESET_REDIRECT_PATH, path),
  read: () => safeSitePath(safeLocalStorage.getItem(RESET_REDIRECT_PATH)),
  forget: forgetResetRedirect,
};

export function useSavedRedirect(path: string | undefined): void {
  useEffect(() => {
    if (path) postResetRedirect.save(path);
  }, [path]);
}

/** Leaves three seconds after success, in time for people to read the notice (accounts.md §9). */
export function useLeaveAfter(isDone: boolean, leave: () => void): void {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = window.setTimeout(() => latest.current(), DELAY_MS);
    return () => window.clearTimeout(timer);
  }, [isDone]);
}
