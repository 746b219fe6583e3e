import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

// Below the floor the menu still unfolds: the first browsers that can read `import()`.
const READ_BY = ['chrome63', 'edge79', 'firefox67', 'safari11.1'];

/**
 * Bundles a file of src/app/first-load.
 * @returns JavaScript that defines `inPage`, for `callInPage`
 */
export async function bundleInPage(file: string): Promise<string> {
  const entry = fileURLToPath(new URL(`../src/app/first-load/${file}.ts`, import.meta.url));
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: READ_BY,
      minify: true,
      lib: { entry, formats: ['iife'], name: 'inPage' },
      rolldownOptions: { output: { exports: 'named' } },
    },
  });
  const [{ output }] = [built].flat() as [Rolldown.RolldownOutput];
  return output[0].code.trim();
}

const PREFIX = 'in-page:';

/** Scripts that stand in a page, before the application: `in-page:start-later` is the bundled file. */
export const inPageScripts: Plugin = {
  name: 'in-page-scripts',
  resolveId: (name) => (name.startsWith(PREFIX) ? `\0${name}` : undefined),
  async load(name) {
    if (!name.startsWith(`\0${PREFIX}`)) return undefined;
    return `export default ${JSON.stringify(await bundleInPage(name.slice(PREFIX.length + 1)))}`;
  },
};
