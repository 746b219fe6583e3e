/**
 * React Router would reload the whole page for missing code, and without a network the reload ends on the
 * browser's error page. This file replaces React Router's function of the same name (vite.config.ts): the old
 * page stays, and the code is requested until loaded.
 */

type Route = { id: string; module: string; imports?: readonly string[] };
type Router = { state: { navigation: { location?: { pathname: string; search: string; hash: string } } } };

/** The pause between automatic requests; Try again requests right away. */
const ASK_AGAIN_AFTER_MS = 4000;

let isWaiting = false;
const listeners = new Set<() => void>();
let tryAgain: (() => void)[] = [];

export const isRouteMissing = (): boolean => isWaiting;

export function onRouteMissing(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function setWaiting(value: boolean): void {
  if (isWaiting === value) return;
  isWaiting = value;
  for (const listener of listeners) listener();
}

export function loadMissingRoute(): void {
  const all = tryAgain;
  tryAgain = [];
  for (const go of all) go();
}

function pauseBeforeRetry(): Promise<void> {
  return new Promise((resolve) => {
    tryAgain.push(resolve);
    setTimeout(resolve, ASK_AGAIN_AFTER_MS);
    addEventListener('online', () => resolve(), { once: true });
  });
}

const fetched = new Set<string>();
const answeredWrongly = new Set<string>();

/** A file missing on the server belongs to another version. */
async function fetchFile(url: string): Promise<'here' | 'gone' | 'later'> {
  if (fetched.has(url)) return 'here';
  try {
    // The browser may have cached a wrong answer, for example the page of a guest Wi-Fi.
    const answer = await fetch(url, answeredWrongly.has(url) ? { cache: 'reload' } : undefined);
    await answer.arrayBuffer();
    if (answer.ok && /javascript|css/.test(answer.headers.get('content-type') ?? '')) {
      fetched.add(url);
      return 'here';
    }
    answeredWrongly.add(url);
    return answer.status === 404 ? 'gone' : 'later';
  } catch {
    return 'later';
  }
}

export class PartMissing extends Error {
  /** the server has another version by now, so only a reload helps */
  readonly isOld: boolean;

  constructor(message: string, { isOld, cause }: { isOld: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isOld = isOld;
  }
}

/**
 * Imports a late part after fetching the files, in place of Vite's function with an immediate import.
 * @param files  below the root of the site, including stylesheets
 * @throws PartMissing without an import, so the part can be requested again
 */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  files: readonly string[] = [],
): Promise<Part> {
  const urls = files.map((file) => `/${file}`);
  const states = await Promise.all(urls.map(fetchFile));
  const missing = urls.find((_, at) => states[at] !== 'here');
  if (missing)
    throw new PartMissing(`a file of the page has not come: ${missing}`, { isOld: states.includes('gone') });
  for (const url of urls) if (url.endsWith('.css')) addStylesheet(url);
  try {
    return await load();
  } catch (cause) {
    // The browser keeps a failed module, so only another document can request the module again.
    throw new PartMissing('a part of the page does not start', { isOld: true, cause });
  }
}

function addStylesheet(href: string): void {
  if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
}

/** The only way to the code of another version of the portal. */
function loadDocument(): void {
  const router = Reflect.get(globalThis, '__reactRouterDataRouter') as Router | undefined;
  const to = router?.state.navigation.location;
  location.assign(to ? to.pathname + to.search + to.hash : location.href);
}

/**
 * Fetches the files first: a browser never requests a failed import again, but fetched files are in the
 * cache.
 * @param load  as `import` does
 */
export async function loadRouteModule(
  route: Route,
  cache: Record<string, unknown>,
  load: (url: string) => Promise<unknown> = (url) => import(/* @vite-ignore */ url),
): Promise<unknown> {
  while (!(route.id in cache)) {
    const files = await Promise.all([route.module, ...(route.imports ?? [])].map(fetchFile));
    if (files.includes('later')) {
      setWaiting(true);
      await pauseBeforeRetry();
    } else {
      const module = files.includes('gone') ? undefined : await load(route.module).catch(console.error);
      if (!module) {
        loadDocument();
        return new Promise(() => {});
      }
      cache[route.id] = module;
    }
  }
  setWaiting(false);
  return cache[route.id];
}
