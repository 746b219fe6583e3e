import { useEffect, useSyncExternalStore } from 'react';
import { frameOrigins } from './page-facts.ts';

const DEBOUNCE_MS = 100;
const HEIGHT_LIMIT_PX = 10_000;

/** Frame mode: the page runs inside another one, or `?frame=1` asks for it to be tried out (W10). */
function isFramed(): boolean {
  return window.self !== window.top || new URLSearchParams(window.location.search).get('frame') === '1';
}

const never = () => () => {};

/** False in the finished HTML and while it hydrates, then what the window says. */
export function useFrameMode(): boolean {
  return useSyncExternalStore(never, isFramed, () => false);
}

/** A height worth telling the parent: changed, above 0, below 10000 (accounts.md §4). */
export function isHeightToPost(height: number, lastPosted: number | undefined): boolean {
  return height !== lastPosted && height > 0 && height < HEIGHT_LIMIT_PX;
}

/**
 * Whom to tell: the page around this one, when it is on the allow-list (W10). A browser that names its
 * parent tells; else the page that led here does; else every origin of the list is told, and a message
 * to a named origin reaches nobody else.
 * @param allowed  origins that may show the portal in a frame, this site's own first
 */
export function originsToTell(allowed: readonly string[], parent: string | undefined): readonly string[] {
  if (parent === undefined) return allowed;
  return allowed.includes(parent) ? [parent] : [];
}

/** The origin of the parent window, where the browser lets it be known. */
function parentOrigin(): string | undefined {
  const [nearest] = window.location.ancestorOrigins ?? [];
  if (nearest !== undefined) return nearest;
  const led = document.referrer && new URL(document.referrer).origin;
  // After a step inside the frame the referrer is this site itself.
  return led && led !== window.location.origin ? led : undefined;
}

/** Tells the parent window how tall the page is, so that its frame needs no scroll bar. */
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
