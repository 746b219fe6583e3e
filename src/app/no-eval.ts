/**
 * Zod tries whether it may compile its schemas with `new Function`. The policy of our pages forbids that, and
 * each try is reported as a breach of it. Set before the first schema is made, and without loading Zod, which
 * most pages do without.
 */
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
