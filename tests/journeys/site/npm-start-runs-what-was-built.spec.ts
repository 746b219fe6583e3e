import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { startDemoPortal } from '#tests/support/portal/demo-portal.ts';

const ROOT = join(import.meta.dirname, '../../..');
const NOTE = 'tests/support/portal/note-loaded-files.ts';

/** Files that a portal has loaded, as paths of the project; packages and what belongs to Node left out. */
function loadedFiles(list: string): string[] {
  const urls = readFileSync(list, 'utf8').split('\n');
  const files = urls.filter((url) => url.startsWith('file:') && !url.includes('/node_modules/'));
  const paths = files.map((url) => relative(ROOT, fileURLToPath(url)));
  return [...new Set(paths)].filter((path) => path !== NOTE).sort();
}

test('npm start runs the server that was built, in a few files', { tag: ['@once', '@long'] }, async () => {
  const list = join(tmpdir(), `schoolrun-loaded-${process.pid}`);
  const portal = await startDemoPortal({
    NODE_OPTIONS: `--import=${join(ROOT, NOTE)}`,
    LOADED_FILES: list,
  });
  try {
    expect((await fetch(`${portal.address}/api/health`)).status).toBe(200);
    const files = loadedFiles(list);
    const built = files.filter((path) => path.startsWith('build/'));
    expect(files.filter((path) => !path.startsWith('build/'))).toEqual([
      'scripts/build.ts',
      'scripts/compile/lay-over.ts',
      'scripts/compile/made-from.ts',
      'scripts/compile/replace-files.ts',
      'scripts/compile/second-portal.ts',
      'scripts/compile/start-again.ts',
      'scripts/messages.ts',
      'scripts/payment-scripts.ts',
      'scripts/start.js',
      'src/brand/brand-folder.ts',
      'src/kit/exit-codes.ts',
      'src/platform/db/embedded/postmaster.ts',
    ]);
    const main = built.find((path) => path.endsWith('/main.js'));
    expect(main).toMatch(/^build\/harborline\/portal\/\w+\/main\.js$/);
    expect(built.length).toBeLessThan(20);
    // What names the sources in the log.
    expect(existsSync(join(ROOT, `${main}.map`))).toBe(true);
  } finally {
    await portal.stop();
  }
});
