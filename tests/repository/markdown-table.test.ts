import { describe, expect, it } from 'vitest';
import { readTable } from '#tests/support/files/markdown-table.ts';

const page = [
  '# Page',
  '## One',
  'words',
  '| a | b |',
  '|---|---|',
  '| 1 | 2 |',
  '| 3 | 4 |',
  '',
  '| x |',
  '## Two',
  'no table',
].join('\n');
const read = (changed: string) => () => readTable(changed, 'One', ['a', 'b']);

describe('a table of worked examples', () => {
  it('is read row by row, up to the line after it', () => {
    expect(readTable(page, 'One', ['a', 'b'])).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ]);
  });

  it('fails loudly when a heading, the table, a column, a row or a cell is missing', () => {
    expect(() => readTable(page, 'Three', ['a'])).toThrow('no heading');
    expect(() => readTable(page, 'Two', ['a'])).toThrow('no table');
    expect(read(page.replace('| a | b |', '| a | c |'))).toThrow('columns');
    expect(read(page.replace('|---|---|\n', ''))).toThrow('no line under');
    expect(read(page.replace('| 1 | 2 |\n| 3 | 4 |\n', ''))).toThrow('no rows');
    expect(read(page.replace('| 3 | 4 |', '| 3 |'))).toThrow('broken row');
    expect(read(page.replace('| 3 | 4 |', '| 3 | |'))).toThrow('broken row');
  });
});
