/**
 * Letters that read as a Latin one on paper, where Unicode knows no decomposition: small capitals, strokes,
 * Cyrillic, Greek, Armenian, Coptic, Cherokee, Lisu, Canadian syllables. Only the letters that the words of a
 * receipt have.
 */
const LOOKALIKES: Record<string, string> = {
  a: 'ᴀɑⱥ а α ⲁ Ꭺ ꓮ ᗩᗅ',
  b: 'ʙƀ вЬ β ⲃ ᏼᏴᏏ ꓐ ᗷ',
  c: 'ᴄȼ сϲ ⲥ Ꮯ ꓚ ᑕ',
  d: 'ᴅđɖð ԁ Ꭰ ꓓ ᗞᗪ',
  e: 'ᴇɇ еє ε ⲉ Ꭼ ꓰ ᗴ',
  f: 'ꜰƒ ϝ ꓝ ᖴ',
  i: 'ɪıɩǀǃ іӏ ι ⲓ ᎥᏆ ꓲ',
  l: 'ʟłƚ Լ Ꮮ ꓡ ᒪ',
  m: 'ᴍ м μ ⲙ Ꮇ ꓟ ᗰ',
  n: 'ɴŋ пԥ η ո ⲛ ꓠ ᑎ',
  o: 'ᴏøɵ о ο օ ⲟ Ꮎ ꓳ',
  p: 'ᴘᵽ р ρ ⲣ Ꮲ ꓑ ᑭ',
  r: 'ʀɍ г ᎡᏒ ꓣ ᖇ',
  s: 'ꜱʂ ѕ Տ ᏕᏚ ꓢ ᔕ',
  t: 'ᴛŧ т τ ⲧ Ꭲ ꓔ',
  u: 'ᴜʉ ц υ սՍ Ꮜ ꓴ ᑌ',
  v: 'ᴠʋ ѵ ν Ꮩ ꓦ ᐯ',
  w: 'ᴡ ԝ ω ա ᎳᏔ ꓪ ᗯ',
  z: 'ᴢƶ ζ Ꮓ ꓜ ᘔ',
};

const LATIN = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, alike]) =>
    [...alike.replaceAll(' ', '')].flatMap((letter): [string, string][] => [
      [letter.toLowerCase(), latin],
      [letter.toUpperCase(), latin],
    ]),
  ),
);

/** A to Z in black circles, in black squares, and of flags. */
const ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];

function latinOf(letter: string): string {
  const code = letter.codePointAt(0)!;
  const start = ALPHABETS.find((first) => code >= first && code < first + 26);
  return start === undefined
    ? (LATIN.get(letter) ?? letter)
    : String.fromCharCode('a'.charCodeAt(0) + code - start);
}

/** What a text looks like; `PA1D` and `PAlD` too, but not the name Vold. */
export const readAsLatin = (text: string): string =>
  Array.from(text, latinOf)
    .join('')
    .replaceAll(/(\p{L})0(?=\p{L})/gu, '$1o')
    .replaceAll(/(\p{L})[1!|](?=\p{L})/gu, '$1i')
    .replaceAll(/(\p{Lu})l(?=\p{Lu})/gu, '$1I');
