import { describe, expect, it } from 'vitest';
import { pasteProblem, readPasted, textOfFile } from './pasted-awards.ts';

/** @shows OF7.7 */
describe('pasted awards', () => {
  it('are read from a spreadsheet with its head, and from CSV with quotes', () => {
    const lines = readPasted(
      'First name\tLast name\tGrade\tKind\tAmount\tNote\nAda\tBrandt\t3rd\tpays\t$1,200.00\t\n' +
        'Ben,Diaz,,share,50%,"half, as asked"\n\nCleo,Ito,5th,OFF,300',
    );
    expect(lines.map(({ problems }) => problems)).toEqual([[], [], []]);
    expect(lines.map(({ award }) => award)).toMatchObject([
      { first_name: 'Ada', grade_text: '3rd', kind: 'pays', amount_cents: 120_000, note: null },
      { kind: 'share', amount_cents: null, milli_percent: 50_000, note: 'half, as asked' },
      { last_name: 'Ito', kind: 'off', amount_cents: 30_000 },
    ]);
    expect(pasteProblem(lines)).toBe('');
  });

  it('are read from a CSV file as Excel or another program writes it', () => {
    const line = 'Zoé,Núñez,3rd,off,300';
    const utf8 = new TextEncoder().encode(`\uFEFF${line}`);
    const windows = Uint8Array.from(line, (letter) => letter.charCodeAt(0));
    for (const bytes of [utf8, windows]) {
      const [read] = readPasted(textOfFile(bytes.buffer));
      expect(read).toMatchObject({ award: { first_name: 'Zoé', last_name: 'Núñez' } });
    }
  });

  it('say what is wrong with each line', () => {
    const lines = readPasted(
      'Ada,Brandt,3rd,gives,100\nBen,Diaz,,pays,lots\nCleo,,,off,300\nDee,Fox,,share,150%',
    );
    expect(lines.map(({ award }) => award)).toEqual([undefined, undefined, undefined, undefined]);
    expect(lines.map(({ problems }) => problems.length)).toEqual([1, 1, 1, 1]);
    expect(pasteProblem(lines)).toBe('4 lines have a problem. Nothing is saved until all lines are right.');
  });

  it('are at least one, and 500 at most', () => {
    expect(pasteProblem(readPasted(''))).toBe('Paste one line for each child, or choose a file.');
    const many = Array.from({ length: 501 }, (_, n) => `Ada,Brandt ${n},,off,300`).join('\n');
    expect(pasteProblem(readPasted(many))).toBe('You can save up to 500 awards at once.');
  });
});
