import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const sources = globSync('src/app/**/*.tsx', { cwd: ROOT }).filter((path) => !path.includes('.test.'));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Views, and the filters of an address. */
const OF_A_LIST = /from '[^']*\/(?:view-tabs|kept-views|list-tools|list-filters|list-address)\.tsx?'/;

/** @shows OF1.7 */
describe('a table inside a page', () => {
  it('has no views and no filters: only the list of a page reads them', () => {
    const readers = sources.filter((path) => OF_A_LIST.test(read(path)));
    expect(readers.filter((path) => !path.startsWith('src/app/lists/'))).toEqual([]);
    expect(readers).toContain('src/app/lists/office-list.tsx');
    expect(read('src/app/ui/table.tsx')).not.toMatch(/from '(?:react-router|#app\/lists\/)/);
  });

  it('is no list of its own: a page has one list at most, at an address without the id of a thing', () => {
    const lists = sources.flatMap((path) => [...read(path).matchAll(/<OfficeList\b[^>]*?path="([^"]*)"/g)]);
    const paths = lists.map(([, path]) => path!);
    expect(paths.length).toBeGreaterThan(15);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.filter((path) => !/^\/admin(\/[a-z-]+)+$/.test(path))).toEqual([]);
    const twice = sources.filter((path) => read(path).split('<OfficeList').length > 2);
    expect(twice).toEqual([]);
  });
});
