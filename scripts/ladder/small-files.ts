import { placeOf } from './place.ts';
import { readImports, type Import } from './read-imports.ts';
import { isSource, isTest, linesOf, type SourceText } from './source-text.ts';

/** A file with its only importer, in which it could stand. */
export type UnearnedFile = { path: string; importer: string };

/** From so many lines on a file that one other imports is worth its name. */
const OWN_FILE_LINES = 40;

/** A file that exports nothing runs for its effect, at its place among the imports. */
const runsForItsEffect = (text: string) => !/^export /m.test(text);

/** The suffix that says what a file is: `routes` of `orders.routes.ts`. */
const suffixOf = (path: string) =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .split('.')
    .slice(1, -1)
    .join('.');

/** Whether the ladder lets one file be a part of the other. */
function mayStandIn(path: string, importer: string): boolean {
  const [one, other] = [placeOf(path), placeOf(importer)];
  return suffixOf(path) === suffixOf(importer) && one.area === other.area && one.module === other.module;
}

/**
 * Finds small files that one other file alone imports, that no test imports, and that are of the same kind
 * and folder as their importer.
 * @param files  source and tests
 * Source: docs/style.md, Files and folders; decision 44
 */
export function findUnearnedFiles(files: SourceText[]): UnearnedFile[] {
  const importsOf = (some: SourceText[]): Import[] =>
    some.flatMap(({ path, text }) => readImports(path, text)).filter(({ isPackage }) => !isPackage);
  const source = files.filter(isSource);
  const importers = Map.groupBy(importsOf(source), ({ to }) => to);
  const tested = new Set(importsOf(files.filter(isTest)).map(({ to }) => to));
  return source.flatMap(({ path, text }) => {
    const [importer, ...others] = new Set(importers.get(path)?.map(({ from }) => from));
    if (importer === undefined || others.length > 0) return [];
    const isEarned =
      linesOf(text).length >= OWN_FILE_LINES ||
      tested.has(path) ||
      runsForItsEffect(text) ||
      !mayStandIn(path, importer);
    return isEarned ? [] : [{ path, importer }];
  });
}
