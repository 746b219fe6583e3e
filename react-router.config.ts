import { mkdirSync, renameSync, copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { buildFolder } from '#brand/brand-folder.ts';
import { builtPages, pages, prerenderedPaths, type Page } from '#app/site-map.ts';

// A build does not write where a running portal reads (scripts/build.ts).
const folder = process.env.PAGES_FOLDER ?? buildFolder;

// The server finishes these with what the season says (decision 56).
const servedPages = pages
  .filter(({ html }) => html === 'served')
  .map(({ path, ...page }) => ({ ...page, path: path.replaceAll(':', 'any_') }));

/** Keeps a served page as the build makes it, as the measure of its scripts. */
function keepForServer({ name, path, prerendered }: Page): void {
  const file = join(folder, 'client', path, 'index.html');
  const kept = join(folder, 'served', `${name}.html`);
  mkdirSync(dirname(kept), { recursive: true });
  // A public page of the build is served until the server has finished its own.
  if (prerendered) copyFileSync(file, kept);
  else renameSync(file, kept);
}

export default {
  appDirectory: 'src/app',
  buildDirectory: folder,
  ssr: false,
  prerender: [...new Set([...prerenderedPaths, ...[...builtPages, ...servedPages].map(({ path }) => path)])],
  buildEnd() {
    for (const page of servedPages) keepForServer(page);
  },
} satisfies Config;
