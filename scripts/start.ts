import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { buildFolder } from '#brand/selected-brand.ts';
import { buildWhenStale } from './build.ts';

// The compiled code of the last start is kept beside the pages: compiling takes half of a start. Where the
// folder cannot be written, every start compiles.
enableCompileCache(join(buildFolder, 'compile-cache'));
// One process from here on: a signal to `npm start` is a signal to the portal.
buildWhenStale();
await import('#server/main.ts');
// A process that is killed writes nothing at its end.
setTimeout(flushCompileCache, 10_000).unref();
