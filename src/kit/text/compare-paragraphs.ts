export type ComparedParagraph = { is: 'same' | 'gone' | 'new'; text: string };

type Paragraph = { html: string; text: string };

const ENDS = /<\/(?:p|h[1-6]|li|tr|blockquote|table|ul|ol|div)>|<(?:br|hr)\s*\/?>/i;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

/** The paragraphs, lines of lists and rows of tables of a cleaned HTML text, with and without their marks. */
function paragraphsOf(html: string): Paragraph[] {
  const blocks = html.split(ENDS).map((block) => block.trim());
  return blocks.flatMap((block) => {
    const plain = block.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    const text = plain.replaceAll(/&(\w+|#39);/g, (all, name: string) => ENTITIES[name] ?? all).trim();
    return text === '' ? [] : [{ html: block, text }];
  });
}

/** Beyond, a comparison of each paragraph with each takes too long: everything between is gone and new. */
const MOST_PAIRS = 4_000_000;

/**
 * The difference of two HTML texts by paragraphs: the longest common run of paragraphs stays. A paragraph
 * with other marks alone is gone and new.
 */
export function compareParagraphs(before: string, after: string): ComparedParagraph[] {
  const [was, is] = [paragraphsOf(before), paragraphsOf(after)];
  const isSame = (i: number, j: number) => was[i]!.html === is[j]!.html;
  let start = 0;
  while (start < was.length && start < is.length && isSame(start, start)) start += 1;
  let end = 0;
  while (
    end < was.length - start &&
    end < is.length - start &&
    isSame(was.length - 1 - end, is.length - 1 - end)
  )
    end += 1;
  const told = (kind: ComparedParagraph['is']) => (one: Paragraph) => ({ is: kind, text: one.text });
  return [
    ...was.slice(0, start).map(told('same')),
    ...between(was.slice(start, was.length - end), is.slice(start, is.length - end)),
    ...was.slice(was.length - end).map(told('same')),
  ];
}

function between(was: readonly Paragraph[], is: readonly Paragraph[]): ComparedParagraph[] {
  const common = was.length * is.length > MOST_PAIRS ? undefined : commonLengths(was, is);
  const compared: ComparedParagraph[] = [];
  let [i, j] = [0, 0];
  while (i < was.length || j < is.length) {
    if (common && i < was.length && j < is.length && was[i]!.html === is[j]!.html) {
      compared.push({ is: 'same', text: was[i]!.text });
      [i, j] = [i + 1, j + 1];
    } else if (i < was.length && (j === is.length || !common || common[i + 1]![j]! >= common[i]![j + 1]!)) {
      compared.push({ is: 'gone', text: was[i]!.text });
      i += 1;
    } else {
      compared.push({ is: 'new', text: is[j]!.text });
      j += 1;
    }
  }
  return compared;
}

/** `[i][j]`: how many paragraphs the texts behind `i` and `j` have in common, in order. */
function commonLengths(was: readonly Paragraph[], is: readonly Paragraph[]): Uint32Array[] {
  const lengths = Array.from({ length: was.length + 1 }, () => new Uint32Array(is.length + 1));
  for (let i = was.length - 1; i >= 0; i -= 1)
    for (let j = is.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        was[i]!.html === is[j]!.html
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  return lengths;
}
