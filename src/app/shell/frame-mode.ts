import { useEffect, useSyncExternalStore } from 'react';
import { frameOrigins } from './page-facts.ts';

const DEBOUNCE_MS = 100;
const HEIGHT_LIMIT_PX = 10_000;

/** The page runs inside another page, or `?frame=1` asks for a trial (W10). */
function isFramed(): boolean {
  return window.self !== window.top || new URLSearchParams(window.location.search).get('frame') === '1';
}

const never = () => () => {};

/** False in the prerendered HTML and during hydration, then by the window. */
export function useFrameMode(): boolean {
  return useSyncExternalStore(never, isFramed, () => false);
}

/** A new height above 0 and below 10000 (accounts.md §4). */
export function isHeightToPost(height: number, lastPosted: number | undefined): boolean {
  return height !== lastPosted && height > 0 && height < HEIGHT_LIMIT_PX;
}

/**
 * The receivers of the height: the outer page, if on the allow-list (W10). The browser names the parent, else
 * the referrer counts, else every origin of the list gets a message, readable only by the named origin.
 * @param allowed  origins of pages with the portal in a frame, this site first
 */
export function originsToTell(allowed: readonly string[], parent: string | undefined): readonly string[] {
  if (parent === undefined) return allowed;
  return allowed.includes(parent) ? [parent] : [];
}

function parentOrigin(): string | undefined {
  const [nearest] = window.location.ancestorOrigins ?? [];
  if (nearest !== undefined) return nearest;
  const led = document.referrer && new URL(document.referrer).origin;
  // After a step inside the frame the referrer is this site.
  return led && led !== window.location.origin ? led : undefined;
}

/** Sends the height of the page, so the frame needs no scroll bar. */
export function useFrameHeight(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || window.parent === window) return undefined;
    const allowed = [window.location.origin, ...frameOrigins().split(' ').filter(Boolean)];
    let timer: number | undefined;
    let lastPosted: number | undefined;
    const post = () => {
      const height = document.documentElement.offsetHeight;
      if (!isHeightToPost(height, lastPosted)) return;
      lastPosted = height;
      for (const origin of originsToTell(allowed, parentOrigin()))
        window.parent.postMessage({ type: 'resize', height }, origin);
    };
    const observer = new ResizeObserver(() => {
      window.clearTimeout(timer);
      timer = window.setTimeout(post, DEBOUNCE_MS);
    });
    observer.observe(document.documentElement);
    return () => {
      observer.disconnect();
      window.clearTimeout(timer);
    };
  }, [isOn]);
}
