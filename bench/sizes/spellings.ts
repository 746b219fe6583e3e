import type { Code, PropertyPair } from './read-code.ts';

const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/;

/** `user_agent` as TypeScript would name it: `userAgent`. */
export const camelCaseOf = (name: string) =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** How many files name a column: as the database spells it, as TypeScript would, and both. */
export type Namings = { either: number; both: number };

/** Words of the code and of its strings, not of its comments. */
export const wordsOf = ({ uncommented }: Pick<Code, 'uncommented'>) =>
  new Set(uncommented.match(/[A-Za-z_$][\w$]*/g));

/**
 * Counts for each column of more than one word the files that name it. A column of one word (`name`,
 * `status`) cannot be told from any other use of that word.
 */
export function namingsOf(columns: string[], files: Set<string>[]): Namings[] {
  return columns
    .filter((column) => SNAKE_CASE.test(column))
    .map((column) => {
      const camelCase = camelCaseOf(column);
      const naming = files.filter((words) => words.has(column) || words.has(camelCase));
      const both = naming.filter((words) => words.has(column) && words.has(camelCase));
      return { either: naming.length, both: both.length };
    });
}

/** For each column of more than one word that some words name: 1 for one spelling, 2 for both. */
export function spellingsOf(columns: string[], words: Set<string>): number[] {
  return columns
    .filter((column) => SNAKE_CASE.test(column))
    .map((column) => [column, camelCaseOf(column)].filter((name) => words.has(name)).length)
    .filter((count) => count > 0);
}

/** A file that says both `user_agent` and `userAgent`. */
export const mixesSpellings = ({ names }: Pick<Code, 'names'>) =>
  [...names].some((name) => SNAKE_CASE.test(name) && names.has(camelCaseOf(name)));

const bare = (name: string) => name.replaceAll('_', '').toLowerCase();

/** `userAgent: user_agent`, `starts_on: row.startsOn`, `width: WIDTH` */
export const onlyChangesCase = ({ key, value }: PropertyPair) => key !== value && bare(key) === bare(value);

/** The pairs among them that go from one spelling of data to the other: `starts_on: row.startsOn` */
export const changesSpelling = ({ key, value }: PropertyPair) =>
  key !== value && (camelCaseOf(key) === value || camelCaseOf(value) === key);
