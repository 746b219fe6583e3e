import { useEffect, useRef } from 'react';

// A search for each typed letter would be too many.
export const PAUSE_MS = 250;

/** Puts typed words into the address, after a pause or at once. */
export function useTypedSearch(change: (name: string, value: string) => void) {
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return (typed: string, pauseMs: number) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => change('search', typed.trim()), pauseMs);
  };
}
