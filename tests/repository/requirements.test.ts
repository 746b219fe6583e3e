import { describe, expect, it } from 'vitest';
import { drawMap } from '../../scripts/requirements/draw-map.ts';
import { mapOfProject } from '../../scripts/requirements/read-project.ts';
import { readRows } from '../../scripts/requirements/read-rows.ts';
import { readTags } from '../../scripts/requirements/read-tags.ts';

describe('the map from requirements to tests', () => {
  it('lacks a test for no row', () => {
    expect(mapOfProject().missing).toEqual([]);
  });

  it('names no row that the specifications lack', () => {
    expect(mapOfProject().unknown).toEqual([]);
  });
});

describe('a tag', () => {
  const tag = (list: string) => ['/** @sho', 'ws ', list, ' */\n'].join('');

  it.each([
    ["test('a plain title', async () => {});", 'a plain title'],
    ["it.each([['a', 'b'], ['c', 'd']])('a title with %s', (a) => {});", 'a title with %s'],
    ["describe('a group', () => {});", 'a group'],
    ["test('it\\'s quoted', { timeout: 5 }, async () => {});", "it's quoted"],
    ['for (const width of [320, 1280]) {\n  test(`at ${width}`, async () => {});\n}', undefined],
  ])('belongs to the test right below: %s', (code, title) => {
    const read = () => readTags('a.test.ts', tag('A-001 A-002, MA3.12') + code);
    if (title === undefined) expect(read).toThrow('stands above no test');
    else expect(read()).toEqual([{ ids: ['A-001', 'A-002', 'MA3.12'], title, path: 'a.test.ts' }]);
  });

  it('that names no row is an error', () => {
    expect(() => readTags('a.test.ts', `${tag('A-1')}test('x', () => {});`)).toThrow('names no rows');
  });

  it('makes its rows shown; every other row is counted as missing', () => {
    const rows = readRows(
      'id\tsection\tarea\tstatement\tobservable check\tkind\n' +
        'A-001\ts\ta\tOne | two\tc\tui\nA-002\ts\ta\tThree\tc\tui\n',
    );
    const map = drawMap(rows, [{ ids: ['A-001', 'A-009'], title: 'a title', path: 'tests/a.test.ts' }]);
    expect([map.missing, map.unknown]).toEqual([['A-002'], ['A-009']]);
    expect(map.page).toContain('| A-001 | One \\| two | [a title](../tests/a.test.ts) |');
    expect(map.page).toContain('1 of 2 rows are shown.');
  });
});
