import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

/*
 * Scripts that stand in a page, before the application: typed files of src/app/first-load, each bundled into
 * one function.
 */

// Below the floor the menu still unfolds: the first browsers that can read `import()`.
const READ_BY = ['chrome63', 'edge79', 'firefox67', 'safari11.1'];

const NAMES = { 'start-later': 'startLater', 'call-early': 'callEarly', 'failed-start': 'hearFailedStart' };

/**
 * Bundles one file.
 * @returns the text of a script that calls the file's function with an argument of JSON
 */
export async function inPageScript(file: keyof typeof NAMES): Promise<(argument?: unknown) => string> {
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
    },
  });
  const [{ output }] = [built].flat() as [Rolldown.RolldownOutput];
  const { code } = output[0];
  return (argument) =>
    `(function(){${code.trim()}inPage.${NAMES[file]}(${JSON.stringify(argument) ?? ''})})()`;
}
