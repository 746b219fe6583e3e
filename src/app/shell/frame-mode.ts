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

/** The origins that may embed the site, given by the server in a meta tag; without one, our own. */
function allowedOrigins(): string[] {
  const listed = document.querySelector<HTMLMetaElement>('meta[name="frame-ancestors"]')?.content.split(/\s+/) ?? [];
  return [window.location.origin, ...listed.filter((origin) => origin.startsWith('http'))];
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
      for (const origin of allowedOrigins()) window.parent.postMessage({ type: 'resize', height }, origin);
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
