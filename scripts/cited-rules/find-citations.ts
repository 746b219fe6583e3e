/** A citation by the one name that `known-names.ts` has for what it cites. */
export type Citation = { name: string; line: number };

/** The letters of numbered rules (M, I) and the chapters that are cited as a whole (M, PM). */
export type Vocabulary = { letters: ReadonlySet<string>; chapters: ReadonlySet<string> };

type Found = { name: string; at: number };
type Finder = (text: string) => Found[];

const each = (text: string, pattern: RegExp, name: (match: string[]) => string | string[]): Found[] =>
  [...text.matchAll(pattern)].flatMap((match) =>
    [name([...match])].flat().map((one) => ({ name: one, at: match.index })),
  );

const numbersIn = (list: string) => list.match(/\d+(?:\.\d+)*/g) ?? [];

/** A page with the number of a section; a number alone does not say of which page. */
const sections: Finder = (text) => [
  ...each(text, /([\w-]+\.md)\s+§(\d+(?:\.\d+)*)/g, ([, page, section]) => `${page} §${section}`),
  ...each(text, /(?<!\.md\s+)§\d*(?:\.\d+)*/g, ([section]) => section!),
];

// A page, or a standard, with one number or a list of them.
const SECTIONS = /\breliability\s+(\d+(?:\.\d+)?(?:,\s+\d+\.\d+)*)/g;
const ITEMS = /\bASVS\s+(\d+(?:\.\d+){2}(?:,\s+\d+(?:\.\d+){2})*)/g;

/** `reliability 4.3`, `ASVS 6.2.3, 7.5.1`. */
const numbered: Finder = (text) => [
  ...each(text, SECTIONS, ([, list]) => numbersIn(list!).map((number) => `reliability ${number}`)),
  ...each(text, ITEMS, ([, list]) => numbersIn(list!).map((number) => `ASVS ${number}`)),
];

/** `A-012`, `MA6.1` or `H1.1`, a row of docs/requirements.tsv. */
const rows: Finder = (text) =>
  each(text, /\b(?:[AB]-\d{3}|(?:M[ABCDHOPS]|H)\d{1,2}\.\d{1,2})\b/g, ([id]) => id!);

/** `decision 31`, `decisions 5, 6 and 35`, `docs/decisions/0035`. */
const decisions: Finder = (text) => [
  ...each(text, /(?<!# )\bdecisions?\s+(\d+(?:(?:,\s+|\s+and\s+)\d+)*)/gi, ([, list]) =>
    numbersIn(list!).map((number) => `decision ${number}`),
  ),
  ...each(text, /\bdocs\/decisions\/(\d{4})(?!-)/g, ([, number]) => `decision ${Number(number)}`),
];

/** A page by its path, but for what a script makes; a page of the specification is cited by its section. */
const pages: Finder = (text) =>
  each(text, /(?<![\w./*-])(?:\.\.\/)*(?!build\/)(?:[\w-]+\/)*[\w-]+\.md\b(?!\s+§)/g, ([path]) => path!);

// Rules are counted from 1; only the return codes of banks begin with a 0.
const CODE = '(?:[A-Z]{1,2}[1-9]\\d?|[RC]0\\d)';
const CODES = new RegExp(`(?<![\\w§.#/&+-])${CODE}(?!\\w|:\\d)`, 'g');
const ONE_CODE = new RegExp(`^${CODE}$`);
const ONE_CHAPTER = /^[A-Z]{1,2}$/;

const lettersOf = (code: string) => code.replace(/\d+/, '');

/** A code anywhere in a sentence, if its letters are those of numbered rules. */
const codes =
  ({ letters }: Vocabulary): Finder =>
  (text) =>
    each(text, CODES, ([code]) => (letters.has(lettersOf(code!)) ? code! : []));

const itemsOf = (list: string) =>
  list.split(/[,;]|\s(?:and|to)\s/).map((item) => item.replace(/\(.*/s, '').trim());

/** Chapters in parentheses, `(U)`, `(contracts.md §4, PM)`, and codes with letters that no rule has. */
const bracketed =
  ({ letters, chapters }: Vocabulary): Finder =>
  (text) =>
    each(text, /\(([^()]{1,300})\)/g, ([, list]) => {
      const items = itemsOf(list!);
      const isList = items.every((item) => ONE_CHAPTER.test(item) || ONE_CODE.test(item));
      const isStrange = (item: string) => isList && ONE_CODE.test(item) && !letters.has(lettersOf(item));
      return items.filter((item) => chapters.has(item) || isStrange(item) || item === 'reliability');
    });

/** `Source: M7, PM`: whatever looks like a chapter or a code there is one. */
const sourced =
  ({ letters }: Vocabulary): Finder =>
  (text) =>
    each(text, /\bSource:((?:[^\n]*[,;][ \t]*\n)*[^\n]*)/g, ([, list]) =>
      itemsOf(list!).filter(
        (item) => ONE_CHAPTER.test(item) || (ONE_CODE.test(item) && !letters.has(lettersOf(item))),
      ),
    );

/**
 * All citations of a text in the order of its lines, each name once a line.
 * @param text  what `citedText` left of a file
 */
export function findCitations(text: string, vocabulary: Vocabulary): Citation[] {
  const ofWords = [codes, bracketed, sourced].map((finder) => finder(vocabulary));
  const finders = [sections, numbered, rows, decisions, pages, ...ofWords];
  const found = finders.flatMap((find) => find(text)).toSorted((a, b) => a.at - b.at);
  const byLine = found.map(({ name, at }) => ({ name, line: text.slice(0, at).split('\n').length }));
  return byLine.filter(
    (one, i) => byLine.findIndex(({ name, line }) => name === one.name && line === one.line) === i,
  );
}
