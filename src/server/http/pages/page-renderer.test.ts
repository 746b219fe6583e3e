import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsSoFar } from '#platform/log/faults-so-far.ts';
import { openPageRenderer, RendererClosed, type PageRenderer } from './page-renderer.ts';

/** A build that draws each page, fails at one, and dies of an error that it does not await at another. */
const BUILD = `
let reads;
export const entry = { module: { renderPage: async (build, address, given) => {
  reads = given;
  if (address === '/slow') await new Promise((resolve) => setTimeout(resolve, 50));
  if (reads.length > 0) return JSON.stringify(reads);
  if (address === '/fails') throw new Error('cannot be drawn');
  if (address === '/dies') setTimeout(() => { throw new Error('planted'); });
  if (address === '/dies' || address === '/ends') await new Promise((resolve) => setTimeout(resolve, 60_000));
  if (address === '/exits') process.exit(3);
  return '<html>' + address + '</html>';
} } };
`;

const folder = mkdtempSync(join(tmpdir(), 'schoolrun-renderer-'));
let renderer: PageRenderer;

beforeAll(() => {
  writeFileSync(join(folder, 'index.js'), BUILD);
  renderer = openPageRenderer(join(folder, 'index.js'));
});
afterAll(async () => {
  await renderer.close();
  rmSync(folder, { recursive: true });
});

/** @shows MC1.6 */
it.each([
  ['/dies', 'planted', 1],
  ['/exits', 'the page renderer has stopped', 0],
  ['/fails', 'cannot be drawn', 0],
])('a page at which the thread %s is given up, and the next is drawn', async (address, why, faults) => {
  const before = faultsSoFar();
  await expect(renderer.render(address, [])).rejects.toThrow(why);
  expect(faultsSoFar() - before).toBe(faults);
  expect(await renderer.render('/home', [])).toBe('<html>/home</html>');
});

it('a page is drawn with its own reads, whatever else is asked for meanwhile', async () => {
  const readOf = (data: string) => [{ key: ['a'], data }];
  const drawn = [renderer.render('/slow', readOf('one')), renderer.render('/fast', readOf('other'))];
  expect(await Promise.all(drawn)).toEqual([JSON.stringify(readOf('one')), JSON.stringify(readOf('other'))]);
});

it('a page that is waited for is given up when the renderer is closed', async () => {
  const other = openPageRenderer(join(folder, 'index.js'));
  const [given] = await Promise.allSettled([other.render('/ends', []), other.close()]);
  expect(given).toMatchObject({ reason: expect.any(RendererClosed) });
});
