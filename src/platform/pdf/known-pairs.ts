/*
 * Every paper has words that no other one had: names, numbers, the fingerprints of texts. fontkit takes most
 * of a new document's time to lay them out, though in our font a usual letter depends on the letter after it
 * alone: how far that one stands. What it says of one word holds for each pair of its letters.
 */

/** A letter as it is laid out: its glyph, and how far from it the next one begins, in units of the font. */
export type Laid = {
  glyphId: number;
  advanceWidth: number;
  xAdvance: number;
  xOffset: number;
  yOffset: number;
};

/** Lays out a text by the rules of the font; `undefined` where its signs are not its letters one by one. */
type LayOut = (text: string) => readonly Laid[] | undefined;

/** The end of a word stands where the next letter would. */
const END = '';

/**
 * Lays out a word from its pairs of letters, and asks the font for a word with a pair that is new.
 * @returns what the font would have answered
 */
export function byKnownPairs(layOut: LayOut): LayOut {
  const pairs = new Map<string, Map<string, Laid>>();
  const known = (letters: readonly string[]): Laid[] | undefined => {
    const laid: Laid[] = [];
    for (let at = 0; at < letters.length; at += 1) {
      const letter = pairs.get(letters[at]!)?.get(letters[at + 1] ?? END);
      if (!letter) return undefined;
      laid.push(letter);
    }
    return laid;
  };
  const learn = (letters: readonly string[], laid: readonly Laid[]) =>
    laid.forEach((letter, at) => {
      const before = pairs.get(letters[at]!) ?? new Map<string, Laid>();
      pairs.set(letters[at]!, before.set(letters[at + 1] ?? END, letter));
    });
  return (text) => {
    const letters = [...text];
    const composed = known(letters);
    if (composed) return composed;
    const laid = layOut(text);
    if (laid) learn(letters, laid);
    return laid;
  };
}
