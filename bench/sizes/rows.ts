import { isSource } from '../../scripts/ladder/source-text.ts';
import { codeRows } from './code-rows.ts';
import { commitRows } from './commit-rows.ts';
import { dataRows } from './data-rows.ts';
import { folderRows } from './folder-rows.ts';
import { layOut } from './layout.ts';
import { pathRows } from './path-rows.ts';
import { proseRows } from './prose-rows.ts';
import { readCode } from './read-code.ts';
import type { Row } from './table.ts';
import { testRows } from './test-rows.ts';
import { textRows } from './text-rows.ts';
import { type Tree } from './tree.ts';

/** Measures a tree. Every tree has the same rows in the same order. */
export async function rowsOf({ files, documents, columns, commits, recent }: Tree): Promise<Row[]> {
  const source = files.filter(isSource);
  const code = source.map(readCode);
  return [
    ...textRows(files, source, await layOut(source)),
    ...codeRows(code),
    ...folderRows(files, source),
    ...pathRows(source, code, columns),
    ...dataRows(code, columns),
    ...testRows(files),
    ...commitRows(commits, recent),
    ...proseRows(
      code,
      documents,
      recent.map(({ subject }) => subject),
    ),
  ];
}
