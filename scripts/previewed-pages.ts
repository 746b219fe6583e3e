import { globSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './compile/made-from.ts';

type Module = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
export type Graph = { getModuleInfo(id: string): Module | null };

/** The page of the office that runs pages of a parent (decision 179), and the files of those pages. */
const PREVIEW = 'src/app/routes/office/preview/page.tsx';
const PREVIEWED = {
  wizard: 'src/app/routes/contract/page.tsx',
  school: 'src/app/routes/public/program-home/page.tsx',
};

const idOf = (path: string) => join(ROOT, path);

function reachedFrom(root: string, graph: Graph, late: Set<string>): Set<string> {
  const reached = new Set([root]);
  for (const id of reached) {
    const found = graph.getModuleInfo(id);
    found?.importedIds.forEach((below) => reached.add(below));
    found?.dynamicallyImportedIds.forEach((part) => late.add(part));
  }
  return reached;
}

/** How many pages and late parts load each module, the preview apart. */
function countLoads(graph: Graph): Map<string, number> {
  const pages = globSync('src/app/{root,entry.client,routes/**/page,routes/**/*layout}.tsx', { cwd: ROOT });
  const roots = new Set(pages.filter((path) => path !== PREVIEW).map(idOf));
  const loads = new Map<string, number>();
  for (const root of roots)
    for (const id of reachedFrom(root, graph, roots)) loads.set(id, (loads.get(id) ?? 0) + 1);
  return loads;
}

function findOwners(graph: Graph): Map<string, string> {
  const loads = countLoads(graph);
  const inPreview = reachedFrom(idOf(PREVIEW), graph, new Set());
  const owners = new Map<string, string>();
  for (const [name, page] of Object.entries(PREVIEWED))
    for (const id of reachedFrom(idOf(page), graph, new Set()))
      if (loads.get(id) === 1 && inPreview.has(id)) owners.set(id, name);
  return owners;
}

let owners: Map<string, string> | undefined;

/**
 * The file of a parent's page that a module of the build belongs to, if only the preview of the office loads
 * it too; null for all others. Without this, the preview would move whole pages to what every page loads.
 */
export function previewedPage(id: string, graph: Graph): string | null {
  owners ??= findOwners(graph);
  return owners.get(id) ?? null;
}
