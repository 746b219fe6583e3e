import { join } from 'node:path';
import { expect, test } from 'vitest';
import { previewedPage, type Graph } from '../../scripts/previewed-pages.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = 'src/app/routes';

/** What each module of a small build imports, and at the first need. */
const IMPORTS: Readonly<Record<string, readonly [imports: string[], late?: string[]]>> = {
  [`${PAGES}/contract/page.tsx`]: [['step', 'form', 'terms']],
  [`${PAGES}/public/program-home/page.tsx`]: [['landing']],
  [`${PAGES}/dashboard/page.tsx`]: [['form'], ['dialog']],
  [`${PAGES}/office/preview/page.tsx`]: [
    [`${PAGES}/contract/page.tsx`, `${PAGES}/public/program-home/page.tsx`, 'bar'],
  ],
  dialog: [['terms']],
};

const idOf = (path: string) => (path.includes('/') ? join(ROOT, path) : path);
const modules = new Map(Object.entries(IMPORTS).map(([path, found]) => [idOf(path), found]));

const graph: Graph = {
  getModuleInfo: (id) => {
    const [imports = [], late = []] = modules.get(id) ?? [];
    return { importedIds: imports.map(idOf), dynamicallyImportedIds: late.map(idOf) };
  },
};

/** @shows OF0.9 */
test.each([
  ['a module of the wizard alone', 'step', 'contract'],
  ['the page of the wizard', `${PAGES}/contract/page.tsx`, 'contract'],
  ['a module of the page of a school', 'landing', 'program-home'],
  ['a module that another page loads too', 'form', null],
  ['a module that a late part loads too', 'terms', null],
  ['a module of the preview', 'bar', null],
])('the preview of the office leaves %s where it is without the preview', (_, path, file) => {
  expect(previewedPage(idOf(path), graph)).toBe(file);
});
