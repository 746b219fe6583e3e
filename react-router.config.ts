import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { buildFolder } from '#brand/brand-folder.ts';
import { callsOf } from '#app/early-calls.ts';
import { builtPages, pages, prerenderedPaths, startOfServed, type Page } from '#app/site-map.ts';
import { callEarlyOn, deferStart, hearStartOf, preloadRoutes, readManifest } from '#kit/pages/first-load.ts';
import { inPageScript } from './scripts/in-page-scripts.ts';

// A build does not write where a running portal reads (scripts/build.ts).
const folder = process.env.PAGES_FOLDER ?? buildFolder;
const client = join(folder, 'client');

const fileOf = (path: string) => join(client, path, 'index.html');

// The server finishes these with what the season says (decision 56).
const servedPages = pages
  .filter(({ html }) => html === 'served')
  .map(({ path, ...page }) => ({ ...page, path: path.replaceAll(':', 'any_') }));

type Scripts = Record<
  'startLater' | 'callEarly' | 'hearFailedStart',
  Awaited<ReturnType<typeof inPageScript>>
>;

/** Rewrites one finished page and writes its start module beside the other assets. */
function deferStartOf({ startLater }: Scripts, path: string): void {
  const deferred = deferStart(readFileSync(fileOf(path), 'utf8'), startLater);
  if (!deferred) throw new Error(`no start script in the page ${path}: has React Router changed its HTML?`);
  writeFileSync(join(client, deferred.startPath), deferred.startModule);
  writeFileSync(fileOf(path), deferred.html);
}

function callEarlyFrom({ callEarly, hearFailedStart }: Scripts, path: string): void {
  const page = callEarlyOn(readFileSync(fileOf(path), 'utf8'), callEarly, callsOf(path));
  writeFileSync(fileOf(path), hearStartOf(page, hearFailedStart));
}

/** Keeps a served page as the build makes it, for its start module and as the measure of its scripts. */
function keepForServer({ startLater }: Scripts, { name, path, prerendered }: Page): void {
  const html = readFileSync(fileOf(path), 'utf8');
  const deferred = deferStart(html, startLater, startOfServed(name));
  if (!deferred) throw new Error(`no start script in the page ${path}: has React Router changed its HTML?`);
  writeFileSync(join(client, deferred.startPath), deferred.startModule);
  mkdirSync(join(folder, 'served'), { recursive: true });
  writeFileSync(join(folder, 'served', `${name}.html`), deferred.html);
  // The build's page is served until the server has finished its own.
  if (!prerendered) rmSync(join(client, path), { recursive: true });
}

/** Every page that is not finished needs the frame and the data client, so the bare application asks for both at once. */
function preloadFrameOfShell({ hearFailedStart }: Scripts): void {
  const [script = ''] = globSync('assets/manifest-*.js', { cwd: client });
  const manifest = readManifest(readFileSync(join(client, script), 'utf8'));
  const file = join(client, '__spa-fallback.html');
  const page = hearStartOf(readFileSync(file, 'utf8'), hearFailedStart);
  writeFileSync(file, preloadRoutes(page, manifest, ['routes/layout', 'routes/data-layout']));
}

export default {
  appDirectory: 'src/app',
  buildDirectory: folder,
  ssr: false,
  prerender: [...new Set([...prerenderedPaths, ...[...builtPages, ...servedPages].map(({ path }) => path)])],
  async buildEnd() {
    const scripts: Scripts = {
      startLater: await inPageScript('start-later'),
      callEarly: await inPageScript('call-early'),
      hearFailedStart: await inPageScript('failed-start'),
    };
    for (const page of servedPages) keepForServer(scripts, page);
    for (const path of prerenderedPaths) deferStartOf(scripts, path);
    for (const { path, html } of builtPages) {
      if (html === 'form') deferStartOf(scripts, path);
      else callEarlyFrom(scripts, path);
    }
    preloadFrameOfShell(scripts);
  },
} satisfies Config;
