import type { Import } from '../../scripts/ladder/read-imports.ts';

/** For each file that is imported, how many files do so. */
export function countImporters(imports: Import[]): Map<string, number> {
  const ours = imports.filter(({ isPackage }) => !isPackage);
  const importers = Map.groupBy(ours, ({ to }) => to);
  return new Map([...importers].map(([to, uses]) => [to, new Set(uses.map(({ from }) => from)).size]));
}
