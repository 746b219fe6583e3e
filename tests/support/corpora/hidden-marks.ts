/** Marks that a text of one line must not hold, by the name of each. */
export const HIDDEN_MARKS: readonly (readonly [name: string, mark: string])[] = [
  ['a new line', '\n'],
  ['a carriage return', '\r\n'],
  ['a tab', '\t'],
  ['a line separator', '\u2028'],
  ['a next line', '\u0085'],
  ['an override from right to left', '\u202e'],
  ['an isolate', '\u2067'],
  ['a mark from right to left', '\u200f'],
  ['a space without width', '\u200b'],
  ['a joiner between Latin letters', '\u200d'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['a filler of Hangul', '\u3164'],
  ['a blank of Braille', '\u2800'],
  ['a selector behind a Latin letter', '\ufe0f'],
];
