import type { SourceText } from '../../scripts/ladder/source-text.ts';
import { fixed } from './figures.ts';
import type { Code } from './read-code.ts';
import type { Row } from './table.ts';

// Words that stand for a noun; prose with many of them hides what it speaks of.
export const PRONOUNS = new Set('that which what who whose one it its so also where such'.split(' '));
const FIRST_READ = ['README.md', 'docs/how-to.md', 'docs/style.md'];

/** The words of a text: no code, no address of a link. */
export function proseOf(markdown: string): string {
  return markdown
    .replaceAll(/^[ \t]*```[\s\S]*?^[ \t]*```/gm, ' ')
    .replaceAll(/`[^`]*`/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ']');
}

export function pronounsPerHundred(texts: string[]): number {
  const words = texts.flatMap((text) => text.match(/[A-Za-z][A-Za-z'’-]*/g) ?? []);
  const pronouns = words.filter((word) => PRONOUNS.has(word.toLowerCase().replace(/['’]s$/, '')));
  return words.length === 0 ? 0 : (100 * pronouns.length) / words.length;
}

/** How much of the prose is pronouns: in comments, documents and subjects of commits. */
export function proseRows(code: Code[], documents: SourceText[], subjects: string[]): Row[] {
  const firstRead = documents.filter(({ path }) => FIRST_READ.includes(path));
  const figure = (texts: string[]) => fixed(pronounsPerHundred(texts), 1);
  const ofDocuments = (some: SourceText[]) => figure(some.map(({ text }) => proseOf(text)));
  return [
    ['pronouns in 100 words: comments', figure(code.map(({ comments }) => proseOf(comments)))],
    [
      '… README, how-to, style / all documents but decisions',
      `${ofDocuments(firstRead)} / ${ofDocuments(documents)}`,
    ],
    ['… subjects of commits since the last tag', figure(subjects.map(proseOf))],
  ];
}
