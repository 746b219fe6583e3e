import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import type { Page } from '@playwright/test';
import { build, type Rolldown } from 'vite';

const ROOT = join(import.meta.dirname, '../../..');

/**
 * Builds one of tests/support/browser/rendered as the portal's own pages are built; everything in one script
 * and one style.
 */
async function buildRendered(name: string): Promise<{ script: string; style: string }> {
  // Vite sets NODE_ENV to production while it builds and leaves it so; later tests of this worker start
  // portals and commands with these variables.
  const { NODE_ENV } = process.env;
  const output = (await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [tailwindcss()],
    build: {
      write: false,
      assetsInlineLimit: 1_000_000,
      rolldownOptions: {
        input: join(ROOT, `tests/support/browser/rendered/${name}.ts`),
        output: { codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  const script = output.output.find((part) => part.type === 'chunk');
  const style = output.output.find((part) => part.fileName.endsWith('.css'));
  if (!script || style?.type !== 'asset') throw new Error(`${name} was not built`);
  return { script: script.code, style: String(style.source) };
}

const built = new Map<string, Promise<{ script: string; style: string }>>();

/** Opens components that no page of the portal shows in this state, in a page of their own. */
export async function openRendered(page: Page, name: string): Promise<void> {
  const made = built.get(name) ?? buildRendered(name);
  built.set(name, made);
  const { script, style } = await made;
  const address = `https://${name}.test`;
  await page.route(`${address}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/page.js') return route.fulfill({ contentType: 'text/javascript', body: script });
    if (pathname !== '/') return route.fulfill({ status: 404, body: '' });
    const head =
      '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
      `<title>${name}</title><style>${style}</style>`;
    const body = '<div id="root"></div><script type="module" src="/page.js"></script>';
    return route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`,
    });
  });
  await page.goto(address);
}
