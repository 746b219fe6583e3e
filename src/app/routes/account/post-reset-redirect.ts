import { useEffect, useRef } from 'react';
import { safeSitePath } from '#kit/text/site-path.ts';
import { safeLocalStorage } from '#app/api/storage.ts';
import { forgetResetRedirect, RESET_REDIRECT_PATH } from '#app/api/tokens.ts';

const DELAY_MS = 3000;

/**
 * Where someone was going who had forgotten the password. Anybody who uses the browser can write it, so it
 * is checked when it is read (accounts.md §2, W9).
 */
export const postResetRedirect = {
  save: (path: string) => safeLocalStorage.setItem(RESET_REDIRECT_PATH, path),
  read: () => safeSitePath(safeLocalStorage.getItem(RESET_REDIRECT_PATH)),
  forget: forgetResetRedirect,
};

/** Goes on three seconds after something is done, so that a person can read that it is (accounts.md §9). */
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
