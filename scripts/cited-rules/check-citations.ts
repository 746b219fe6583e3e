import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { citedText } from './cited-text.ts';
import { findCitations } from './find-citations.ts';
import { listKnownNames, vocabularyOf } from './known-names.ts';

export type CitationReport = { filesRead: number; citations: number; unknown: string[] };

const READ = ['{src,tests,scripts,bench}/**/*.{ts,tsx,sql,css}', '*.md', '{docs,src}/**/*.md'];

// Generated files: the messages, and the map of requirements.
const MADE = /^src\/i18n\/|^docs\/requirements\.md$/;

// A link is relative to its page. A page of the specification may cite its own section by the number alone.
const meaningsOf = ({ path, name }: { path: string; name: string }): string[] => [
  name,
  join(dirname(path), name),
  ...(path.startsWith('docs/spec/') ? [`${basename(path)} ${name}`] : []),
];

/** Reads every comment and every page of the project, and lists what they cite that exists nowhere. */
export function checkCitations(root: string): CitationReport {
  const files = globSync(READ, { cwd: root })
    .filter((path) => !MADE.test(path))
    .sort();
  const names = listKnownNames(root);
  const known = new Set(names);
  const vocabulary = vocabularyOf(names);
  const found = files.flatMap((path) => {
    const text = citedText(path, readFileSync(join(root, path), 'utf8'));
    return findCitations(text, vocabulary).map((one) => ({ ...one, path }));
  });
  const unknown = found.filter((one) => !meaningsOf(one).some((name) => known.has(name)));
  return {
    filesRead: files.length,
    citations: found.length,
    unknown: unknown.map(({ path, line, name }) => `${path}:${line} cites ${name}`),
  };
}
