import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readRows } from '../requirements/read-rows.ts';
import type { Vocabulary } from './find-citations.ts';

const HEADING = /^#{2,4} (.+)$/gm;
const RULE = /^([A-Z]{1,2}\d{0,2}) /;
const SECTION = /^(\d+(?:\.\d+)*)\.? /;
const FIRST_CELL = /^\| ([A-Z]\d{2}|\d+(?:\.\d+){2}) \|/gm;

const headingsOf = (page: string) => [...page.matchAll(HEADING)].map(([, heading]) => heading!);

// On the other pages a heading may well begin with a single letter.
const HAS_RULES = /\b(?:rules|reliability|mends(?:-2)?|hardening|office-2|processor)\.md$/;

/** The rules that a page has headings for: `M7`, `PM`, `I3`. */
const rulesOf = (path: string, page: string): string[] =>
  HAS_RULES.test(path) ? headingsOf(page).flatMap((heading) => RULE.exec(heading)?.[1] ?? []) : [];

function sectionsOf(path: string, page: string): string[] {
  const numbers = headingsOf(page).flatMap((heading) => SECTION.exec(heading)?.[1] ?? []);
  const name = basename(path);
  return numbers.map((number) =>
    name === 'reliability.md' ? `reliability ${number}` : `${name} §${number}`,
  );
}

/** Table rows that are cited by their first cell: a bank's return code, an item of the ASVS. */
const rowsOf = (page: string): string[] =>
  [...page.matchAll(FIRST_CELL)].map(([, cell]) => (cell!.includes('.') ? `ASVS ${cell}` : cell!));

/** Every name that may be cited, as `findCitations` spells it. One that is defined twice is listed twice. */
export function listKnownNames(root: string): string[] {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const spec = globSync('docs/spec/*.md', { cwd: root }).map((path) => ({ path, page: read(path) }));
  const pages = globSync(['*.md', '{docs,src}/**/*.md'], { cwd: root });
  const decisions = pages.flatMap((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []);
  return [
    ...spec.flatMap(({ path, page }) => [...rulesOf(path, page), ...sectionsOf(path, page), ...rowsOf(page)]),
    ...decisions.map((number) => `decision ${Number(number)}`),
    ...pages,
    ...spec.map(({ path }) => basename(path)).filter((name) => name !== 'README.md'),
    ...readRows(read('docs/requirements.tsv')).map(({ id }) => id),
  ];
}

/** What `findCitations` needs to know of the names that there are. */
export function vocabularyOf(names: readonly string[]): Vocabulary {
  const rules = names.filter((name) => RULE.test(`${name} `));
  return {
    letters: new Set(rules.filter((name) => /\d/.test(name)).map((name) => name.replace(/\d+$/, ''))),
    chapters: new Set(rules.filter((name) => !/\d/.test(name))),
  };
}
