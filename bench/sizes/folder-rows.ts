import { isTest, isTypeScript, type SourceText } from '../../scripts/ladder/source-text.ts';
import { beside, largest, median, partOf } from './figures.ts';
import { findCycles } from '../../scripts/ladder/find-cycles.ts';
import { readImports } from '../../scripts/ladder/read-imports.ts';
import { findUnearnedFiles } from '../../scripts/ladder/small-files.ts';
import { foldersOf } from './folders.ts';
import { countImporters } from './importers.ts';
import type { Row } from './table.ts';

/** Folders, and who imports whom. */
export function folderRows(all: SourceText[], source: SourceText[]): Row[] {
  const imports = source.flatMap(({ path, text }) => readImports(path, text));
  const importers = countImporters(imports);
  const depths = foldersOf(source).map(({ path }) => path.split('/').length - 1);
  return [
    ['files in import circles, types counted', beside(new Set(findCycles(imports).flat()).size)],
    [
      'files imported by exactly one file',
      partOf(source.filter(({ path }) => importers.get(path) === 1).length, source.length),
    ],
    ['… and could stand in it (decision 44)', beside(findUnearnedFiles(all.filter(isTypeScript)).length)],
    ['folders below src, median / max', beside(median(depths), largest(depths))],
    ['source files in the largest folders', fullest(source)],
    ['test files in the largest folders', fullest(all.filter(isTypeScript).filter(isTest))],
  ];
}

const fullest = (files: SourceText[]) =>
  foldersOf(files)
    .slice(0, 5)
    .map(({ path, files: count }) => `${count} ${path.replace(/^src\//, '')}`)
    .join(', ');
