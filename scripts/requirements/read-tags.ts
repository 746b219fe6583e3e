/** A test and the rows it says it shows. */
export type Shown = { ids: string[]; title: string; path: string };

const TAG = /\/\*\* @shows ([^*]*?) ?\*\//g;
// `A-012` of the two specifications, `MA6.1` of docs/spec/mends.md, `H1.1` of docs/spec/hardening.md,
// `S14.1` of docs/spec/processor.md, `OF8.2` and `AC5` of docs/spec/office-2.md.
const ID = '(?:[AB]-\\d{3}|AC\\d{1,2}|(?:M[ABCDHOPS]|OF|SE|RP|HE|H|S)\\d{1,2}\\.\\d{1,2})';
const IDS = new RegExp(`^${ID}(?:,? ${ID})*$`);
// The title is the first text given to a call together with the test's body, also behind the table of an
// `each`.
const CALL = /^\s*(?:test|it|describe)\b(?:[\s\S]*?)\(\s*/;
const TEXT = /(['"`])((?:\\.|(?!\1)[\s\S])+?)\1,\s*/;
const BODY = /(?:\{[^}]*\},\s*)?(?:async\b|\(|function\b)/;
const TITLE = new RegExp(CALL.source + TEXT.source + BODY.source);

/**
 * The tags of one test file: `/** @shows A-012 A-013 *\/` stands right above the test (or group) that shows
 * those rows.
 * @throws Error for a tag that names no row, or stands above something else than a test
 */
export function readTags(path: string, source: string): Shown[] {
  return [...source.matchAll(TAG)].map((tag) => {
    const [text, list = ''] = tag;
    if (!IDS.test(list)) throw new Error(`${path}: ${text} names no rows`);
    const below = source.slice(tag.index + text.length);
    const title = TITLE.exec(below)?.[2];
    if (!title) throw new Error(`${path}: ${text} stands above no test`);
    return { ids: list.split(/,? /), title: title.replaceAll(/\\(.)/g, '$1'), path };
  });
}
