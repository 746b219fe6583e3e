/*
 * Every paper has words that no other one had: names, numbers, the fingerprints of texts. fontkit takes most
 * of a new document's time to lay them out, though in our font a usual sign, a letter or a ligature, depends
 * on the sign after it alone: how far that one stands. What fontkit says of two signs holds in each word that
 * has them.
 */

/** The end of a word stands where the next sign would. */
const END = '';

/**
 * Lays out a word from its pairs of signs.
 * @param signs   finds each sign of a word, the ligatures before the letters that they are made of
 * @param layOut  lays out the first of two signs, or the last one, by the rules of the font; asked once for
 *   each pair
 * @returns what the font would have answered
 */
export function byKnownPairs<Laid>(signs: RegExp, layOut: (pair: string) => Laid): (text: string) => Laid[] {
  const pairs = new Map<string, Map<string, Laid>>();
  const beside = (sign: string, next: string): Laid => {
    const ofSign = pairs.get(sign) ?? new Map<string, Laid>();
    const laid = ofSign.get(next) ?? layOut(sign + next);
    if (!ofSign.has(next)) pairs.set(sign, ofSign.set(next, laid));
    return laid;
  };
  return (text) => {
    const found = text.match(signs) ?? [];
    return found.map((sign, at) => beside(sign, found[at + 1] ?? END));
  };
}
