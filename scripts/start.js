import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * `npm start`. This file is plain JavaScript, so that a start with nothing to build loads nothing that erases
 * types: what the files below were compiled to is kept in `build`. Where that folder cannot be written, every
 * start compiles.
 */
// In words of Node 20, so that an older Node reads this far. npm starts the Node of the packages if it was
// allowed to run their scripts.
const FIRST_NODE = 24;
if (Number.parseInt(process.versions.node, 10) < FIRST_NODE) {
  process.stderr.write(
    `Schoolrun needs Node ${FIRST_NODE}, and this is Node ${process.versions.node}. ` +
      'npm ci installs it among the packages, unless --ignore-scripts or ignore-scripts=true forbids it: ' +
      'run npm ci without, then npm start.\n',
  );
  process.exit(1);
}
const cache = join(import.meta.dirname, '../build/compile-cache');
module.enableCompileCache(cache);
const { endWhereAnotherRuns } = await import('./compile/second-portal.ts');
await endWhereAnotherRuns();
const { startAgainAfterFaults } = await import('./compile/start-again.ts');
await startAgainAfterFaults();
const { buildWhenStale } = await import('./build.ts');
const portal = buildWhenStale();
// For the threads.
process.env.NODE_COMPILE_CACHE = cache;
// One process from here on: a signal to `npm start` is a signal to the portal.
await import(pathToFileURL(portal).href);
// A process that is killed writes nothing at its end.
setTimeout(module.flushCompileCache, 10_000).unref();
