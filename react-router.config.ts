import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { buildFolder } from '#brand/selected-brand.ts';
import { deferStart, preloadRoutes, readManifest } from '#app/first-load.ts';
import { prerenderedPaths } from '#app/site-map.ts';

const client = join(buildFolder, 'client');

function startPath(startModule: string): string {
  return `/assets/start-${createHash('sha256').update(startModule).digest('hex').slice(0, 10)}.js`;
}

/** Rewrites one finished page and writes its start module beside the other assets. */
function deferStartOf(path: string): void {
  const file = join(client, path, 'index.html');
  const deferred = deferStart(readFileSync(file, 'utf8'), startPath);
  if (!deferred) throw new Error(`no start script in ${file}: has React Router changed its HTML?`);
  writeFileSync(join(client, startPath(deferred.startModule)), deferred.startModule);
  writeFileSync(file, deferred.html);
}

/** Every page that is not finished needs the frame and the data client, so the bare application asks for both at once. */
function preloadFrameOfShell(): void {
  const [script = ''] = globSync('assets/manifest-*.js', { cwd: client });
  const manifest = readManifest(readFileSync(join(client, script), 'utf8'));
  const file = join(client, '__spa-fallback.html');
  writeFileSync(
    file,
    preloadRoutes(readFileSync(file, 'utf8'), manifest, ['routes/layout', 'routes/data-layout']),
  );
}

export default {
  appDirectory: 'src/app',
  buildDirectory: buildFolder,
  ssr: false,
  prerender: [...prerenderedPaths],
  buildEnd() {
    for (const path of prerenderedPaths) deferStartOf(path);
    preloadFrameOfShell();
  },
} satisfies Config;
