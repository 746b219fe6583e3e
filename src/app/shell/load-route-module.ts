/*
 * The code of a page, when it does not come. React Router would load the whole page anew, which ends on the
 * browser's error page while there is no network. This takes the place of its function of the same name (see
 * vite.config.ts): the old page stays, and the code is asked for again until it comes.
 */

type Route = { id: string; module: string; imports?: readonly string[] };
type Router = { state: { navigation: { location?: { pathname: string; search: string; hash: string } } } };

/** How often it is asked for again by itself; whoever does not want to wait presses Try again. */
const ASK_AGAIN_AFTER_MS = 4000;

let isWaiting = false;
const listeners = new Set<() => void>();
let tryAgain: (() => void)[] = [];

/** Whether a page has been asked for whose code has not come. */
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

/** Asks for the missing code again at once. */
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

/** Whether the browser has the file now; one that the server does not have is of another version. */
async function fetchFile(url: string): Promise<'here' | 'gone' | 'later'> {
  if (fetched.has(url)) return 'here';
  try {
    // The browser may have kept what came instead, the page of a guest Wi-Fi for example.
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

/** A part of a page has not come. */
export class PartMissing extends Error {
  /** the server has another version by now: only the page as a whole can come anew */
  readonly isOld: boolean;

  constructor(message: string, { isOld, cause }: { isOld: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isOld = isOld;
  }
}

/**
 * Imports a part of a page that comes late, once its files are here; in the place of Vite's function, which
 * asks the browser to import them at once.
 * @param files  below the root of the site, stylesheets among them
 * @throws PartMissing when one does not come: nothing was imported, so the part can be asked for again
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
    // The browser keeps a module that failed, so only another document can ask for it again.
    throw new PartMissing('a part of the page does not start', { isOld: true, cause });
  }
}

function addStylesheet(href: string): void {
  if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
}

/** Loads the page that was asked for as a document: the only way to code of another version of the portal. */
function loadDocument(): void {
  const router = Reflect.get(globalThis, '__reactRouterDataRouter') as Router | undefined;
  const to = router?.state.navigation.location;
  location.assign(to ? to.pathname + to.search + to.hash : location.href);
}

/**
 * The code of a route, however long it takes. Its files are fetched first: a browser that has failed to
 * import a file never asks for it again, and all of them are kept in its cache.
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
