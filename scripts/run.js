import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * `npm run staff` and the other commands on the database of a portal, as `npm start` runs the portal: built
 * (scripts/compile/commands.ts lists them). Plain JavaScript for the same reason.
 */
enableCompileCache(join(import.meta.dirname, '../build/compile-cache'));
const { buildCommandsWhenStale } = await import('./build.ts');
const [name] = process.argv.splice(2, 1);
await import(pathToFileURL(join(buildCommandsWhenStale(), `${name}.js`)).href);
