import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isOfOffice } from '../../scripts/office-bundle.ts';

const ROOT = join(import.meta.dirname, '../..');
const inBuild = (path: string) => join(ROOT, path);

describe('the bundle of the office', () => {
  it.each([
    'src/app/routes/office/frame/menu.tsx',
    'src/app/lists/list-page.tsx',
    'node_modules/@atlaskit/pragmatic-drag-and-drop/dist/esm/index.js',
    'src/i18n/messages/office_list_clear.js',
  ])('has %s', (path) => expect(isOfOffice(inBuild(path))).toBe(true));

  it.each([
    'src/app/ui/table.tsx',
    'src/app/routes/dashboard/page.tsx',
    'src/i18n/messages/office_browser_on.js',
    'src/i18n/messages/shell_close.js',
  ])('leaves %s to pages of a family too', (path) => expect(isOfOffice(inBuild(path))).toBe(false));

  /** @shows OF0.9 */
  it('is imported by no other page, but for parts that come on demand', () => {
    const files = globSync('src/app/**/*.{ts,tsx}', { cwd: ROOT }).filter(
      (path) => !isOfOffice(inBuild(path)),
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
  it('loads the text editor with the page of a text, and when a form with a text is opened', () => {
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
});
