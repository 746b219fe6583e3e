import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nameFiles, type Graph } from '../../scripts/page-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = 'src/app/routes';
const LIST = 'src/app/lists/office-list.tsx';
const inBuild = (path: string) => (path.includes('/') ? join(ROOT, path) : path);

/** What each module of a small build imports, and at the first need. */
const IMPORTS: Readonly<Record<string, readonly [imports: string[], late?: string[]]>> = {
  [`${PAGES}/contract/page.tsx`]: [['step', 'form', 'terms', 'node_modules/zod/index.js']],
  [`${PAGES}/public/program-home/page.tsx`]: [['landing', 'money']],
  [`${PAGES}/dashboard/page.tsx`]: [['form', 'node_modules/zod/index.js', 'money'], ['dialog']],
  [`${PAGES}/office/layout.tsx`]: [['menu', 'src/app/routes/office/menu.ts']],
  [`${PAGES}/office/page.tsx`]: [['charts-of-day', 'panel', 'menu'], ['late-act']],
  [`${PAGES}/office/health/page.tsx`]: [['charts-of-day', 'panel']],
  [`${PAGES}/office/students/page.tsx`]: [[LIST, 'money', 'tag']],
  [`${PAGES}/office/refunds/page.tsx`]: [[LIST, 'refund-words']],
  [`${PAGES}/office/aid/page.tsx`]: [
    [LIST, 'node_modules/zod/index.js', 'refund-words', 'late-act', 'claim'],
  ],
  [`${PAGES}/office/preview/page.tsx`]: [
    [`${PAGES}/contract/page.tsx`, `${PAGES}/public/program-home/page.tsx`, 'bar'],
  ],
  dialog: [['terms']],
  form: [['node_modules/react-hook-form/index.js']],
  'charts-of-day': [['node_modules/d3-shape/index.js']],
};

const modules = new Map(Object.entries(IMPORTS).map(([path, found]) => [inBuild(path), found]));

const graph: Graph = {
  getModuleInfo: (id) => {
    const [imports = [], late = []] = modules.get(id) ?? [];
    return { importedIds: imports.map(inBuild), dynamicallyImportedIds: late.map(inBuild) };
  },
};
const fileOf = nameFiles(graph);

describe('the file of the built pages of', () => {
  /** @shows OF0.9 */
  it.each([
    ['a module of the wizard alone, which the preview runs too', 'step', 'contract'],
    ['the page of the wizard', `${PAGES}/contract/page.tsx`, 'contract'],
    ['a module of the page of a school', 'landing', 'program-home'],
    ['a module of the preview', 'bar', null],
    ['a module that two pages of families load', 'form', 'family-forms'],
    ['a module that a late part loads too', 'terms', 'family-texts'],
    ['the rules of forms', 'node_modules/zod/index.js', 'checks'],
    ['a module of families and of a list', 'money', 'texts'],
    ['a module of the frame of the office', 'menu', 'office'],
    ['the lists of the office', LIST, 'office'],
    ['a module of one list and of a page with a form', 'refund-words', 'refunds-list'],
    ['a module of one list alone', 'tag', null],
    ['a module of other pages of the office', 'panel', 'desk'],
    ['what charts need', 'charts-of-day', 'charts'],
    ['the library of charts', 'node_modules/d3-shape/index.js', 'charts'],
    ['a module of the office that comes late', 'late-act', 'desk'],
    ['a module of one page of the office', 'claim', null],
    ['a message of the lists', 'src/i18n/messages/list_columns_reset.js', null],
  ])('%s', (_, path, file) => expect(fileOf(inBuild(path))).toBe(file));
});

/** @shows OF0.9 */
it('no page of a family imports code of the office, but for parts that come on demand', () => {
  const files = globSync('src/app/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (path) => !/^src\/app\/(routes\/office|lists)\//.test(path),
  );
  const importing = files.filter((path) =>
    /^(import|export) (?!type )[^;]*'#app\/(routes\/office|lists)\//m.test(
      readFileSync(inBuild(path), 'utf8'),
    ),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(importing).toEqual([]);
});

/** @shows OF0.9 */
it('the text editor comes with the page of a text, and when a form with a text is opened', () => {
  const importing = (what: RegExp) =>
    globSync('src/app/**/*.{ts,tsx}', { cwd: ROOT }).filter(
      (path) => !path.includes('.test.') && what.test(readFileSync(inBuild(path), 'utf8')),
    );
  const texts = 'src/app/routes/office/season/texts';
  expect([...new Set(importing(/from 'prosemirror-/).map((path) => dirname(path)))]).toEqual([
    `${texts}/editor`,
  ]);
  expect(importing(/^import [^;]*\/text-editor\.tsx'/m)).toEqual([`${texts}/text/edit-text.tsx`]);
  expect(importing(/import\('\.\/text-editor\.tsx'\)/)).toEqual([`${texts}/editor/form-text-editor.tsx`]);
  expect(importing(/'#app\/routes\/office\/season\/texts\/text\//)).toEqual([]);
});
