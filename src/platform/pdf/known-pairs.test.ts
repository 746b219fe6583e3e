import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byKnownPairs } from './known-pairs.ts';
import { overpassBold, overpassRegular } from './overpass.ts';
import { isUsualText, openUsualFont } from './usual-font.ts';

const LETTERS = Array.from({ length: 0x2100 }, (_, at) => String.fromCodePoint(at + 0x20)).filter(
  isUsualText,
);

describe('a word that no paper had before', () => {
  it.each([
    ['regular', overpassRegular],
    ['bold', overpassBold],
  ])('stands as the font lays it out, whatever words came before it (%s)', (_, font) => {
    const scale = 1000 / font.unitsPerEm;
    // One that has drawn nothing yet, so that it learns from these words alone.
    const usual = openUsualFont(font, 'F1').inDocument({} as never);
    const drawn = (text: string) => usual.encode(text) as [string[], { xAdvance: number }[]];
    const letter = fc.oneof(
      fc.constantFrom(...'0123456789abcdef-.,@ \n'),
      // what ligatures are made of
      fc.constantFrom(...'fil<->|v^'),
      fc.constantFrom(...LETTERS),
    );
    const word = fc.string({ unit: letter, minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 8, maxLength: 8 }), (words) => {
        const mixed = words.map((one, at) => one + words.at(at - 1)!.slice(1));
        for (const text of [...words, ...mixed]) {
          const { glyphs, positions } = font.layout(text);
          const [codes, places] = drawn(text);
          expect(places.map(({ xAdvance }) => xAdvance)).toEqual(
            positions.map(({ xAdvance }) => xAdvance * scale),
          );
          // One by one, unless some are drawn as one sign.
          if (glyphs.length === text.length) expect(codes).toEqual([...text].map((one) => drawn(one)[0][0]));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is asked of the font only where two of its signs never stood side by side', () => {
    const asked: string[] = [];
    const layOut = byKnownPairs(/fi|./g, (pair) => {
      asked.push(pair);
      return pair;
    });
    for (const text of ['1234', '234', '2341', '41234', '1fi2', 'fi2']) layOut(text);
    expect(asked).toEqual(['12', '23', '34', '4', '41', '1', '1fi', 'fi2', '2']);
  });
});
