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
const readAsLatin = (text: string): string =>
  Array.from(text, latinOf)
    .join('')
    .replaceAll(/(\p{L})0(?=\p{L})/gu, '$1o')
    .replaceAll(/(\p{L})[1!|](?=\p{L})/gu, '$1i')
    .replaceAll(/(\p{Lu})l(?=\p{Lu})/gu, '$1I');

const EDGE = String.raw`[^\p{L}\p{N}_]`;

/** Words reserved to a receipt's own text: paid, refunded, or no longer owed. */
const CLAIMS = new RegExp(
  String.raw`(^|${EDGE})(paid|unpaid|prepaid|refund(ed)?|void(ed)?|settled|waived|in ?full|no balance|` +
    String.raw`(balance|amount) due|zero due)($|${EDGE})`,
  'iu',
);

/** The same words without spaces and signs, as in `P.A.I.D` or `PAIDINFULL`. */
const SQUEEZED = /^(p+a+i+d+|void|voided|refunded|settled|waived|infull)$|paidin|balancedue|amountdue/i;

/** Mixed scripts in a word look like a single script: a Cyrillic `А` in `PАID`. */
const MIXABLE = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
  /\p{Script=Canadian_Aboriginal}/u,
];
const isMixed = (word: string) => MIXABLE.filter((script) => script.test(word)).length > 1;

/** No family writes its name in these; their letters look like capitals. */
const OF_NO_NAME = new RegExp(
  String.raw`[\p{Script=Carian}\p{Script=Deseret}\p{Script=Gothic}\p{Script=Lycian}\p{Script=Lydian}` +
    String.raw`\p{Script=Old_Italic}\p{Script=Runic}]`,
  'u',
);

/** The printed length limit, in characters; families choose the length of names (H15). */
const LONGEST = 80;

export function readsAsClaim(typed: string): boolean {
  const text = typed.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const words = text.match(/[\p{L}'’-]+/gu) ?? [];
  const read = readAsLatin(text);
  const squeezed = read.replaceAll(/[^\p{L}]/gu, '');
  return CLAIMS.test(read) || SQUEEZED.test(squeezed) || words.some(isMixed) || OF_NO_NAME.test(text);
}

/** Nobody may put "PAID IN FULL" on the company's receipts (H15). */
export function printedName(typed: string, instead: string): string {
  if (readsAsClaim(typed)) return instead;
  const letters = [...typed];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : typed;
}

export const printedLines = (lines: readonly string[]): string[] =>
  lines.filter((line) => !readsAsClaim(line)).map((line) => printedName(line, ''));
