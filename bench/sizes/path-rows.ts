import { type SourceText, linesOf } from '../../scripts/ladder/source-text.ts';
import type { Import } from '../../scripts/ladder/read-imports.ts';
import { readImports } from '../../scripts/ladder/read-imports.ts';
import type { Code } from './read-code.ts';
import { spellingsOf, wordsOf } from './spellings.ts';
import type { Row } from './table.ts';

/** Ways through the code that a reader follows from one file on, by the names that the file has had. */
const PATHS: [name: string, entry: RegExp][] = [
  ['POST /api/order', /\/place-order\.service\.ts$/],
  ['a due payment', /\/collect-due\.service\.ts$/],
  ['a refund', /\/billing\/(refunds\/)?refunds\.service\.ts$/],
  ['a season import', /\/season-import\.service\.ts$/],
  ['the checkout step', /\/checkout-step\.tsx$/],
];

/**
 * How many files, and lines, a reader of each path may have to open: all that its first file reaches. And of
 * the columns that these files name, how many go by two names on the way.
 */
export function pathRows(source: SourceText[], code: Code[], columns: string[]): Row[] {
  const imports = source.flatMap(({ path, text }) => readImports(path, text));
  return PATHS.flatMap(([name, entry]) => {
    const first = source.find(({ path }) => entry.test(path));
    const reached = first ? reachedFrom(first.path, imports) : new Set<string>();
    const files = source.filter(({ path }) => reached.has(path));
    const lines = files.reduce((sum, { text }) => sum + linesOf(text).length, 0);
    const words = code.filter(({ path }) => reached.has(path)).map(wordsOf);
    const spellings = spellingsOf(columns, new Set(words.flatMap((some) => [...some])));
    const twice = spellings.filter((count) => count === 2).length;
    return [
      [`files reached from ${name} / lines`, `${files.length} / ${lines.toLocaleString('en-US')}`],
      ['… columns on the way / under two names', `${spellings.length} / ${twice}`],
    ];
  });
}

/** A file with all that it imports, directly and by way of others. */
export function reachedFrom(first: string, imports: Import[]): Set<string> {
  const byFile = Map.groupBy(
    imports.filter(({ isPackage }) => !isPackage),
    ({ from }) => from,
  );
  const reached = new Set([first]);
  for (const file of reached) for (const { to } of byFile.get(file) ?? []) reached.add(to);
  return reached;
}
