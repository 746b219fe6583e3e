import { useEffect, useSyncExternalStore } from 'react';

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
 * Whom to tell: the page around this one. The browser has already refused every page that is not on
 * the allow-list of frame-ancestors (W10), and a message to a named origin reaches nobody else.
 */
function parentOrigin(): string {
  return document.referrer ? new URL(document.referrer).origin : window.location.origin;
}

/** Tells the parent window how tall the page is, so that its frame needs no scroll bar. */
export function useFrameHeight(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || window.parent === window) return undefined;
    let timer: number | undefined;
    let lastPosted: number | undefined;
    const post = () => {
      const height = document.documentElement.offsetHeight;
      if (!isHeightToPost(height, lastPosted)) return;
      lastPosted = height;
      window.parent.postMessage({ type: 'resize', height }, parentOrigin());
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
