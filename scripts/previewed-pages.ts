import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT } from './compile/made-from.ts';
import { usedMessages } from './office-bundle.ts';

type Module = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
export type Graph = { getModuleInfo(id: string): Module | null };

/** The page of the office that runs pages of a parent (decision 179). */
const PREVIEW = 'src/app/routes/office/preview/page.tsx';

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

/** The pages and late parts that load each module, the preview apart. */
function findLoaders(graph: Graph): Map<string, string[]> {
  const pages = globSync('src/app/{root,entry.client,routes/**/page,routes/**/*layout}.tsx', { cwd: ROOT });
  const roots = new Set(pages.filter((path) => path !== PREVIEW).map(idOf));
  const loaders = new Map<string, string[]>();
  for (const root of roots)
    for (const id of reachedFrom(root, graph, roots)) loaders.set(id, [...(loaders.get(id) ?? []), root]);
  return loaders;
}

/** `src/app/routes/contract/page.tsx`: `contract` */
const nameOf = (root: string) => basename(root.endsWith('/page.tsx') ? dirname(root) : root, '.tsx');

function findOwners(graph: Graph): Map<string, string> {
  const loaders = findLoaders(graph);
  const inPreview = reachedFrom(idOf(PREVIEW), graph, new Set());
  const owners = new Map<string, string>();
  for (const id of inPreview) {
    const [owner, ...others] = loaders.get(id) ?? [];
    if (owner !== undefined && others.length === 0) owners.set(id, nameOf(owner));
  }
  addMessages(owners);
  return owners;
}

/** Each page reaches all messages, so the owner of a message is that of the files that use it. */
function addMessages(owners: Map<string, string>): void {
  const users = new Map<string, Set<string | undefined>>();
  for (const [path, used] of usedMessages()) {
    if (path.startsWith(dirname(PREVIEW))) continue;
    for (const name of used) users.set(name, (users.get(name) ?? new Set()).add(owners.get(idOf(path))));
  }
  for (const [name, [owner, ...others]] of users)
    if (owner !== undefined && others.length === 0) owners.set(idOf(`src/i18n/messages/${name}.js`), owner);
}

let owners: Map<string, string> | undefined;

/**
 * The file of the one page that loads a module of the build beside the preview of the office; null for all
 * others. Without this, the preview would move whole pages to what every page loads.
 */
export function previewedPage(id: string, graph: Graph): string | null {
  owners ??= findOwners(graph);
  return owners.get(id) ?? null;
}
