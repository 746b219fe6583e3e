import { fingerprint } from '#kit/text/fingerprint.ts';

/*
 * What is done to a finished page: its JavaScript starts after `load`, so that text, style and font have the
 * line to themselves. Measured on slow 4G, the largest paint comes in half the time. And to the shell of a
 * page of the family or of staff: its calls start with the document.
 */

const PRELOADS = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const START = /<script type="module" async="">([\s\S]*?)<\/script>/;

/** The script that React Router would have run at once, where it is served, and the page without it. */
type Deferred = { html: string; startModule: string; startPath: string };

// The last line of React Router's start; nobody hears of its failure.
const ENTRY = /import\(("[^"]+")\);?\s*$/;

/** Where the start of an application is served: its name is made of its text, so it never changes. */
const startPathOf = (startModule: string) => `/assets/start-${fingerprint(startModule)}.js`;

/** When the application of a finished page starts, for a visitor without a stored login. */
export type StartsWhen = {
  /** the page was made for its whole address, query included */
  isForAddress?: boolean;
};

/** Makes the text of a script from an argument of its function. */
type Script = (argument?: unknown) => string;

/** The mark of the script in a finished page, by which the server finds the script in the build's page. */
const LATER_START = /<script data-later-start="([^"]+)">[\s\S]*?<\/script>/;

const startModuleOf = (html: string) => START.exec(html)?.[1]?.replace(ENTRY, 'await import($1);');

/**
 * Takes the start of the application out of a finished page, for `startLater`.
 * @returns undefined when the page has no such script
 */
export function deferStart(html: string, script: Script, when: StartsWhen = {}): Deferred | undefined {
  const startModule = startModuleOf(html);
  if (startModule === undefined) return undefined;
  const startPath = startPathOf(startModule);
  const preloads = [...html.matchAll(PRELOADS)].map(([, href]) => href ?? '');
  const { isForAddress = false } = when;
  const text = script({ start: startPath, preloads, isForAddress });
  const deferred = html
    .replace(PRELOADS, '')
    .replace(START, () => `<script data-later-start="${startPath}">${text}</script>`);
  return { html: deferred, startModule, startPath };
}

/**
 * The same of a page rendered by the server: the script is that of the build's page.
 * @returns undefined when the two pages do not start the same module
 */
export function deferStartAs(built: string, html: string): string | undefined {
  const [script, startPath] = LATER_START.exec(built) ?? [];
  const startModule = startModuleOf(html);
  if (!script || startModule === undefined || startPathOf(startModule) !== startPath) return undefined;
  return html.replace(PRELOADS, '').replace(START, () => script);
}

/** The shell of a page with its calls in its head, for `callEarly`. */
export const callEarlyOn = (html: string, script: Script, paths: readonly string[]): string =>
  html.replace('</head>', () => `<script>${script(paths)}</script></head>`);

/** A page that starts its application with the document, and shows a notice when the start fails. */
export const hearStartOf = (html: string, script: Script): string =>
  html
    .replace('</head>', () => `<script>${script()}</script></head>`)
    .replace(START, (element, start: string) =>
      element.replace(start, () => start.replace(ENTRY, 'import($1).catch(tellFailedStart);')),
    );

type Manifest = { routes: Record<string, { module: string; imports: string[] } | undefined> };

/** The manifest of the routes, read from the script that React Router writes. */
export function readManifest(script: string): Manifest {
  return JSON.parse(script.replace(/^window\.__reactRouterManifest=/, '').replace(/;\s*$/, '')) as Manifest;
}

/**
 * Asks for the code of some routes beside the page's own, in place of one round trip after another.
 * @param routeIds  routes that every use of the page needs
 * @throws Error when the manifest has no such route
 */
export function preloadRoutes(html: string, manifest: Manifest, routeIds: readonly string[]): string {
  const wanted = routeIds.flatMap((id) => {
    const route = manifest.routes[id];
    if (!route) throw new Error(`no route ${id} in the manifest`);
    return [route.module, ...route.imports];
  });
  const missing = [...new Set(wanted)].filter(
    (href) => !html.includes(`<link rel="modulepreload" href="${href}"/>`),
  );
  const links = missing.map((href) => `<link rel="modulepreload" href="${href}"/>`).join('');
  return html.replace('</head>', () => `${links}</head>`);
}
