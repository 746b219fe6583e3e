import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { deferStart } from './src/app/first-load.ts';
import { prerenderedPaths } from './src/app/site-map.ts';

const client = join(import.meta.dirname, 'build/client');

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

export default {
  appDirectory: 'src/app',
  ssr: false,
  prerender: [...prerenderedPaths],
  buildEnd() {
    // On the login page a person types at once, so it starts at once.
    for (const path of prerenderedPaths) if (path !== '/login') deferStartOf(path);
  },
} satisfies Config;
