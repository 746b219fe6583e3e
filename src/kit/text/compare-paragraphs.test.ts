import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareParagraphs } from './compare-paragraphs.ts';

const marks = { same: ' ', gone: '-', new: '+' } as const;
const shown = (before: string, after: string) =>
  compareParagraphs(before, after).map(({ is, text }) => `${marks[is]} ${text}`);

/** @shows SE3.8 */
describe('the difference of two texts', () => {
  it('is told by paragraphs, lines of lists and rows of tables', () => {
    const before = '<h2>Fees</h2><p>A fee of $5.</p><ul><li>Bus</li><li>Van</li></ul><p>The end</p>';
    const after = '<h2>Fees</h2><p>A fee of $7.</p><ul><li>Bus</li></ul><p>New</p><p>The end</p>';
    expect(shown(before, after)).toEqual([
      '  Fees',
      '- A fee of $5.',
      '+ A fee of $7.',
      '  Bus',
      '- Van',
      '+ New',
      '  The end',
    ]);
  });

  it('shows letters as they are read, and a paragraph with other marks as another', () => {
    expect(shown('', '<p>Fish &amp; chips &lt;5&gt; &quot;x&quot;</p>')).toEqual(['+ Fish & chips <5> "x"']);
    expect(shown('<p>Bold</p>', '<p><b>Bold</b></p>')).toEqual(['- Bold', '+ Bold']);
  });

  it('gives both texts back, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (was, is) => {
        const html = (lines: readonly string[]) => lines.map((line) => `<p>${line}</p>`).join('');
        const compared = compareParagraphs(html(was), html(is));
        const without = (gone: string) => compared.filter((one) => one.is !== gone).map((one) => one.text);
        expect(without('new')).toEqual(was);
        expect(without('gone')).toEqual(is);
      }),
    );
  });

  it('takes a long text in one piece', () => {
    const lines = (from: number) => Array.from({ length: 3_000 }, (_, i) => `<p>${from + i}</p>`).join('');
    const compared = compareParagraphs(lines(0), lines(10_000));
    expect(compared.filter(({ is }) => is === 'gone')).toHaveLength(3_000);
  });
});
