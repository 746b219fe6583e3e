import bidiFactory from 'bidi-js';
import { describe, expect, it } from 'vitest';
import { isolated, withoutIsolates } from './isolated.ts';

const bidi = bidiFactory();

/** The text as it is drawn, from left to right. */
function drawn(text: string): string {
  const signs = [...text];
  const segments = bidi.getReorderSegments(text, bidi.getEmbeddingLevels(text, 'ltr'));
  for (const [from, to] of segments as [number, number][])
    signs.splice(from, to - from + 1, ...signs.slice(from, to + 1).toReversed());
  return withoutIsolates(signs.join(''));
}

/** @shows MD23.2 */
describe('a typed text in a sentence', () => {
  it('leaves the numbers behind it where they are', () => {
    expect(drawn('דנה 7: $10.00')).not.toMatch(/7: \$10\.00$/);
    expect(drawn(`${isolated('דנה')} 7: $10.00`)).toBe('הנד 7: $10.00');
    expect(drawn(`${isolated('محمد')}, ${isolated('علي')}`)).toBe('دمحم, يلع');
  });

  it.each(['Adaeze Okafor', 'Иван', '李小龙', '12 Elm Street, 3B', ''])('stays as it is: %j', (text) =>
    expect(isolated(text)).toBe(text),
  );
});
