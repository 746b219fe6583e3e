import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTexts, type ComparedBlock } from './compare-texts.ts';

const MARKS = { same: ' ', added: '+', removed: '-', moved: '>', changed: '~' } as const;
const WORDS = { same: '', added: '+', removed: '-' } as const;

const wordsOf = ({ state, words }: ComparedBlock) =>
  state === 'changed'
    ? words.map((one) => (one.state === 'same' ? one.text : `[${WORDS[one.state]}${one.text}]`)).join('')
    : words.map(({ text }) => text).join('');

const shown = (before: string, after: string) =>
  compareTexts(before, after).map((block) => `${MARKS[block.state]} ${wordsOf(block)}`);

/** @shows SE3.8 */
describe('the difference of two texts', () => {
  it('is told by paragraphs, lines of lists and rows of tables, and by words', () => {
    const before = '<h2>Fees</h2><p>A fee of $5 is due.</p><ul><li>Bus</li><li>Van</li></ul><p>The end</p>';
    const after = '<h2>Fees</h2><p>A fee of $7 is due.</p><ul><li>Bus</li></ul><p>All new</p><p>The end</p>';
    expect(shown(before, after)).toEqual([
      '  Fees',
      '~ A fee of $[-5][+7] is due.',
      '  Bus',
      '- Van',
      '+ All new',
      '  The end',
    ]);
  });

  it('shows a moved paragraph once, at its new place', () => {
    const text = (...lines: string[]) => lines.map((line) => `<p>${line}</p>`).join('');
    expect(shown(text('One', 'Two', 'Three', 'Four'), text('Two', 'Three', 'Four', 'One'))).toEqual([
      '  Two',
      '  Three',
      '  Four',
      '> One',
    ]);
  });

  it('shows letters as they are read, and other marks as a change without other words', () => {
    expect(shown('', '<p>Fish &amp; chips &lt;5&gt; &quot;x&quot;</p>')).toEqual(['+ Fish & chips <5> "x"']);
    expect(shown('<p>Bold</p>', '<p><b>Bold</b></p>')).toEqual(['~ Bold']);
  });

  it('takes plain text by its lines', () => {
    expect(shown('Bring a bag\n5 < 6', 'Bring a box\n\n5 < 6')).toEqual([
      '~ Bring a [-bag][+box]',
      '  5 < 6',
    ]);
  });

  it('has every block of both texts, whatever they are', () => {
    const line = fc.array(fc.constantFrom('a', 'b', 'c', 'd e', '<b>f</b>'), { minLength: 1, maxLength: 4 });
    const text = fc.array(
      line.map((words) => words.join(' ')),
      { maxLength: 12 },
    );
    const html = (lines: readonly string[]) => lines.map((one) => `<p>${one}</p>`).join('');
    const plain = (lines: readonly string[]) => lines.map((one) => one.replaceAll(/<[^>]*>/g, ''));
    fc.assert(
      fc.property(text, text, (was, is) => {
        const compared = compareTexts(html(was), html(is));
        const read = (without: 'added' | 'removed') =>
          compared.flatMap(({ state, words }) => {
            const kept = words.filter((one) => one.state !== without).map((one) => one.text);
            return state === without ? [] : [kept.join('').replaceAll(/\s+/g, ' ').trim()];
          });
        const tidy = (lines: readonly string[]) =>
          plain(lines).map((one) => one.replaceAll(/\s+/g, ' ').trim());
        expect(read('removed')).toEqual(tidy(is));
        // A moved block stands at its new place alone.
        expect(read('added').toSorted()).toEqual(tidy(was).toSorted());
      }),
    );
  });

  it('takes a long text in one piece', () => {
    const lines = (from: number) => Array.from({ length: 3_000 }, (_, i) => `<p>${from + i}</p>`).join('');
    const compared = compareTexts(lines(0), lines(10_000));
    expect(compared.filter(({ state }) => state === 'removed')).toHaveLength(3_000);
  });
});
