import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { buildFolder } from '#brand/brand-folder.ts';
import { callsOf } from '#app/early-calls.ts';
import { builtPages, pages, prerenderedPaths, startOfServed, type Page } from '#app/site-map.ts';
import {
  callEarly,
  deferStart,
  preloadRoutes,
  readManifest,
  tellFailedStart,
} from '#kit/pages/first-load.ts';

// A build does not write where a running portal reads (scripts/build.ts).
const folder = process.env.PAGES_FOLDER ?? buildFolder;
const client = join(folder, 'client');

const fileOf = (path: string) => join(client, path, 'index.html');

// The server finishes these with what the season says (decision 56).
const servedPages = pages
  .filter(({ html }) => html === 'served')
  .map(({ path, ...page }) => ({ ...page, path: path.replaceAll(':', 'any_') }));

/** Rewrites one finished page and writes its start module beside the other assets. */
function deferStartOf(path: string): void {
  const deferred = deferStart(readFileSync(fileOf(path), 'utf8'));
  if (!deferred) throw new Error(`no start script in the page ${path}: has React Router changed its HTML?`);
  writeFileSync(join(client, deferred.startPath), deferred.startModule);
  writeFileSync(fileOf(path), deferred.html);
}

function callEarlyOn(path: string): void {
  writeFileSync(fileOf(path), tellFailedStart(callEarly(readFileSync(fileOf(path), 'utf8'), callsOf(path))));
}

/** Keeps a served page as the build makes it, for its start module and as the measure of its scripts. */
function keepForServer({ name, path, prerendered }: Page): void {
  const html = readFileSync(fileOf(path), 'utf8');
  const deferred = deferStart(html, startOfServed(name));
  if (!deferred) throw new Error(`no start script in the page ${path}: has React Router changed its HTML?`);
  writeFileSync(join(client, deferred.startPath), deferred.startModule);
  mkdirSync(join(folder, 'served'), { recursive: true });
  writeFileSync(join(folder, 'served', `${name}.html`), deferred.html);
  // The build's page is served until the server has finished its own.
  if (!prerendered) rmSync(join(client, path), { recursive: true });
}

/** Every page that is not finished needs the frame and the data client, so the bare application asks for both at once. */
function preloadFrameOfShell(): void {
  const [script = ''] = globSync('assets/manifest-*.js', { cwd: client });
  const manifest = readManifest(readFileSync(join(client, script), 'utf8'));
  const file = join(client, '__spa-fallback.html');
  const page = tellFailedStart(readFileSync(file, 'utf8'));
  writeFileSync(file, preloadRoutes(page, manifest, ['routes/layout', 'routes/data-layout']));
}

export default {
  appDirectory: 'src/app',
  buildDirectory: folder,
  ssr: false,
  prerender: [...new Set([...prerenderedPaths, ...[...builtPages, ...servedPages].map(({ path }) => path)])],
  buildEnd() {
    servedPages.forEach(keepForServer);
    for (const path of prerenderedPaths) deferStartOf(path);
    for (const { path, html } of builtPages) {
      if (html === 'form') deferStartOf(path);
      else callEarlyOn(path);
    }
    preloadFrameOfShell();
  },
} satisfies Config;
