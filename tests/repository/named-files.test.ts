import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { citedText } from '../../scripts/cited-rules/cited-text.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const code = globSync('{src,tests,scripts,bench}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (path) => !path.startsWith('src/i18n/'),
);
// A decision keeps the names of its day.
const pages = [
  'README.md',
  ...globSync('docs/*.md', { cwd: ROOT }),
  ...globSync('src/{modules,platform}/**/README.md', { cwd: ROOT }),
  ...globSync('docs/{domain,spec}/*.md', { cwd: ROOT }),
];
const present = [...code, ...globSync('*.ts', { cwd: ROOT })];

const FILE = /(?<![\w/.*<…-])((?:[\w$.-]+\/)*[\w$][\w$-]*(?:\.[\w-]+)*\.tsx?)\b/g;
/** Names that no file may have and that pages give as examples. */
const EXAMPLES = ['index.ts'];

/** The names of files of code in a text that no file has. */
function missingFiles(text: string, files: string[]): string[] {
  const names = [...text.matchAll(FILE)].map(([, name]) => name!.replace(/^(\.\.?\/)+/, ''));
  const isThere = (name: string) =>
    name.includes('/')
      ? files.some((path) => path === name || path.endsWith(`/${name}`))
      : files.some((path) => basename(path) === name);
  return names.filter((name) => !EXAMPLES.includes(name) && !isThere(name));
}

describe('a file of code that is named exists', () => {
  it('in every comment', () => {
    const wrong = code.flatMap((path) =>
      missingFiles(citedText(path, read(path)), present).map((name) => [path, name]),
    );
    expect(wrong).toEqual([]);
  });

  it.each(pages)('in %s', (path) => {
    expect(missingFiles(read(path), present)).toEqual([]);
  });

  it('and one that does not is found, by its name and by its path', () => {
    const files = ['src/kit/money.ts', 'src/server/main.ts'];
    expect(missingFiles('see money.ts, kit/money.ts and ../src/kit/money.ts', files)).toEqual([]);
    expect(missingFiles('see cash.ts (server/money.ts, `press.test.ts`)', files)).toEqual([
      'cash.ts',
      'server/money.ts',
      'press.test.ts',
    ]);
  });
});
