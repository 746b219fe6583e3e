import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * `npm start`. This file is plain JavaScript, so that a start with nothing to build loads nothing that erases
 * types: what the files below were compiled to is kept in `build`. Where that folder cannot be written, every
 * start compiles.
 */
const cache = join(import.meta.dirname, '../build/compile-cache');
enableCompileCache(cache);
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
setTimeout(flushCompileCache, 10_000).unref();
