import { buildWhenStale } from './build.ts';

// One process from here on: a signal to `npm start` is a signal to the portal.
buildWhenStale();
await import('#server/main.ts');
