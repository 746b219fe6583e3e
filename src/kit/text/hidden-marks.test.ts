import { expect, it } from 'vitest';
import { holdsHiddenMarks, withoutHiddenEdges } from './hidden-marks.ts';

/** @shows MH16.1 */
it.each([
  ['a Hangul filler', '\u3164'],
  ['a narrow Hangul filler', '\uffa0'],
  ['a filler of a first sound', '\u115f'],
  ['a blank of Braille', '\u2800'],
  ['a joiner of graphemes', '\u034f'],
  ['a mark of Khmer without a shape', '\u17b5'],
  ['a selector behind a Latin letter', '\ufe0f'],
  ['a second selector behind a Latin letter', '\u{e0100}'],
  ['a tag', '\u{e0061}'],
  ['a code point that is reserved to be ignored', '\u{e0fff}'],
  ['an anchor of a note', '\ufff9'],
])('a text of one line has no %s', (_, mark) => {
  expect(holdsHiddenMarks(`Ada${mark}Okafor`)).toBe(true);
  expect(holdsHiddenMarks(mark)).toBe(true);
});

/** @shows MH16.1 */
it.each([
  ['an emoji in color', 'Ada ❤\ufe0f'],
  ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
  ['a rainbow flag', '\u{1f3f3}\ufe0f\u200d\u{1f308}'],
  ['a key', '7\ufe0f\u20e3'],
  ['a Han letter in the shape of a family', '葛\u{e0100}城'],
  ['a Mongolian word', 'ᠮᠠᠨ\u180bᠭ'],
  ['a Persian word with a joiner', 'می\u200cخواهم'],
  ['an accent alone', 'Ọ́ládélé'],
])('a text of one line may hold %s', (_, text) => expect(holdsHiddenMarks(text)).toBe(false));

it('loses what nobody sees at its edges, and nothing else', () => {
  expect(withoutHiddenEdges('\u200b \ufeffada@okafor.example\u2060\u3000')).toBe('ada@okafor.example');
  expect(withoutHiddenEdges('a\u200bb')).toBe('a\u200bb');
});
