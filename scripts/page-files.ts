import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT } from './compile/made-from.ts';

type Module = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };
export type Graph = { getModuleInfo(id: string): Module | null };

const OFFICE = '/src/app/routes/office/';
/** The page of the office that runs pages of a parent (decision 179). */
const PREVIEW = 'src/app/routes/office/preview/page.tsx';
const LIST = 'src/app/lists/office-list.tsx';
const MESSAGES = 'src/i18n/messages.js';
/** What every page of the office starts with. */
const FRAME = ['root', 'entry.client', 'routes/layout', 'routes/data-layout', 'routes/office/layout'].map(
  (path) => `src/app/${path}.tsx`,
);

/** Libraries of the office that come when they are opened (OF0.9). */
const OPENED: readonly (readonly [file: string, RegExp])[] = [
  ['editor', /\/node_modules\/(prosemirror-\w+|orderedmap|rope-sequence|w3c-keyname)\//],
  ['charts', /\/node_modules\/(d3-\w+|internmap)\//],
];

const LEVELS = ['texts', 'data', 'forms', 'checks'] as const;
const CHECKS = LEVELS.length - 1;

/** What a library brings a module to; the messages of the data pages stand on the second. */
const LIBRARIES: readonly (readonly [RegExp, number])[] = [
  [/node_modules\/(zod|@hookform\/resolvers)\//, CHECKS],
  [/src\/app\/ui\/toast\.tsx$/, 1],
  [/node_modules\/@base-ui\/react\/(toast|utils|use-render|internals|merge-props|portal)\b/, 1],
  [/@base-ui\/utils|@floating-ui\/utils/, 1],
  [/node_modules\/(react-hook-form|@base-ui\/react|@floating-ui)\//, 2],
  [/node_modules\/(@tanstack|date-fns|@date-fns|use-sync-external-store)\//, 1],
];

const idOf = (path: string) => join(ROOT, path);

type Use = readonly [id: string, message: string];

/** The files of browsers with each message that they use. */
function listUses(): readonly Use[] {
  const files = globSync('src/{app,kit,modules}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (path) => !/\.(test|queries|service|routes|jobs)\.tsx?$/.test(basename(path)),
  );
  return files.map(idOf).flatMap((id) => {
    const used = readFileSync(id, 'utf8').matchAll(/\bm\.(\w+)/g);
    return [...used].map(([, name]): Use => [id, idOf(`src/i18n/messages/${name!}.js`)]);
  });
}

/** The modules that pages load at their start. */
function reachedFrom(pages: readonly string[], graph: Graph, onLate?: (part: string) => void): Set<string> {
  const reached = new Set(pages);
  for (const id of reached) {
    // Reaches every message; `listUses` finds those that a file uses.
    if (id === idOf(MESSAGES)) continue;
    const found = graph.getModuleInfo(id);
    found?.importedIds.forEach((below) => reached.add(below));
    found?.dynamicallyImportedIds.forEach((part) => onLate?.(part));
  }
  return reached;
}

/** A value of a module that comes from what the module imports, by `own` for modules that have one. */
function derive<T>(graph: Graph, start: T, own: (id: string) => T | undefined, join: (values: T[]) => T) {
  const known = new Map<string, T>();
  return function valueOf(id: string): T {
    const value = known.get(id) ?? own(id);
    if (value !== undefined) return value;
    // While the value is being found: modules that import each other.
    known.set(id, start);
    const joined = join((graph.getModuleInfo(id)?.importedIds ?? []).map(valueOf));
    known.set(id, joined);
    return joined;
  };
}

type Loaders = ReadonlyMap<string, ReadonlySet<string>>;

/** Pages, layouts and late parts by the modules that they load, the preview apart; and who comes to them. */
function findLoaders(
  graph: Graph,
  uses: readonly Use[],
): { loaders: Loaders; ofFamilies: ReadonlySet<string> } {
  const paths = globSync('src/app/{root,entry.client,routes/**/page,routes/**/*layout}.tsx', { cwd: ROOT });
  const pages = paths.filter((path) => path !== PREVIEW).map(idOf);
  const ofFamilies = new Set(pages.filter((page) => !page.includes(OFFICE)));
  const loaders = new Map<string, Set<string>>();
  // A late part follows the pages that lead to the part. Families come first, so a part of both is theirs.
  const loading = new Set([...ofFamilies, ...pages]);
  for (const page of loading) {
    const reached = reachedFrom([page], graph, (part) => {
      loading.add(part);
      if (ofFamilies.has(page) && !part.includes(OFFICE)) ofFamilies.add(part);
    });
    for (const id of reached) loaders.set(id, (loaders.get(id) ?? new Set()).add(page));
  }
  for (const [id, message] of uses)
    loaders.set(message, new Set([...(loaders.get(message) ?? []), ...(loaders.get(id) ?? [])]));
  return { loaders, ofFamilies };
}

/** `src/app/routes/contract/page.tsx`: `contract` */
const nameOf = (page: string) => basename(page.endsWith('/page.tsx') ? dirname(page) : page, '.tsx');

type Naming = (id: string) => string | null;

/** The names of the files of a build, by its modules. */
export function nameFiles(graph: Graph): Naming {
  const uses = listUses();
  const { loaders, ofFamilies } = findLoaders(graph, uses);
  const ownLevel = (id: string) => LIBRARIES.find(([path]) => path.test(id))?.[1];
  const levelOf = derive(graph, 0, ownLevel, (below) => Math.max(0, ...below));
  const ownPart = (id: string) => OPENED.find(([, path]) => path.test(id))?.[0];
  const openedOf = derive(graph, '', ownPart, (below) => below.find((part) => part !== '') ?? '');
  const frame = reachedFrom(FRAME.map(idOf), graph);
  const preview = reachedFrom([idOf(PREVIEW)], graph);
  for (const reached of [frame, preview])
    for (const [id, message] of uses) if (reached.has(id)) reached.add(message);
  const isList = (page: string) =>
    page.includes(OFFICE) && loaders.get(idOf(LIST))!.has(page) && levelOf(page) < CHECKS;

  return (id) => {
    const pages = [...(loaders.get(id) ?? [])];
    const isShared = pages.length > 1;
    const lists = pages.filter(isList);
    if (pages.some((page) => ofFamilies.has(page))) {
      // The preview runs pages of families; each of those keeps the file that it has without the preview.
      if (!isShared) return preview.has(id) ? nameOf(pages[0]!) : null;
      const level = levelOf(id);
      const isOfLists = lists.length > 0 || frame.has(id);
      return isOfLists || level === CHECKS ? LEVELS[level]! : `family-${LEVELS[level]!}`;
    }
    if (!isShared) return null;
    if (frame.has(id) || lists.length > 1) return 'office';
    return lists[0] ? `${nameOf(lists[0])}-list` : openedOf(id) || 'desk';
  };
}

let naming: Naming | undefined;

/**
 * The file of the built pages for a module; null: the file of the one page that loads the module. What
 * families load has no module that only the office needs, and what a list of the office loads has no module
 * that only forms and pages of objects need (OF0.9).
 */
export function fileOf(id: string, graph: Graph): string | null {
  naming ??= nameFiles(graph);
  return naming(id);
}

/** The shared files in the order in which they take their modules: none imports a module of a later file. */
export const SHARED_FILES: readonly RegExp[] = [
  /^texts$/,
  /^data$/,
  /^forms$/,
  /^office$/,
  /-list$/,
  /^family-texts$/,
  /^family-data$/,
  /^family-forms$/,
  /^checks$/,
  /^desk$/,
  /^charts$/,
  /^editor$/,
  // The pages that the preview of the office runs.
  /./,
];
