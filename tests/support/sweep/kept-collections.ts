import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { serverFiles } from './find-places.ts';

const ROOT = join(import.meta.dirname, '../../..');

type Node = { type: string; start: number; end: number; [property: string]: unknown };

const COLLECTIONS = new Set(['Map', 'Set', 'LRUCache']);
const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']);

/** Where something stands: its function, if any, and the functions around it. */
type Scope = { fn: Node | undefined; around: readonly Node[] };

/**
 * Each collection of the server that begins empty and may outlast a request, as `file name`: one of a module,
 * of an object, inside another object, and a local one that an inner function uses, as the inner function may
 * be kept. What holds its keys weakly is left out: their owner decides.
 */
export const keptCollections = (): string[] =>
  serverFiles().flatMap((file) =>
    collectionsOf(readFileSync(join(ROOT, file), 'utf8')).map((name) => `${file.slice(4)} ${name}`),
  );

/** The names of the kept collections of one file. */
export function collectionsOf(source: string): string[] {
  const { program } = parseSync('one.ts', source);
  const found: { name: string; scope: Scope }[] = [];
  const uses: { name: string; around: readonly Node[] }[] = [];
  const kept = new Set<string>();
  visit(program as unknown as Node, [], (node, parents) => {
    const around = parents.filter(({ type }) => FUNCTIONS.has(type));
    if (node.type === 'Identifier') uses.push({ name: String(node.name), around });
    if (!isEmptyCollection(node)) return;
    const holder = parents.findLast(({ type }) =>
      /^(VariableDeclarator|PropertyDefinition|Property)$/.test(type),
    );
    if (!holder) return;
    const name = nameOf(holder);
    const isLocal = holder.type === 'VariableDeclarator' && around.length > 0;
    // A list in an object is most often the answer to a call.
    if (holder.type === 'Property' && node.type === 'ArrayExpression') return;
    // A cache is made to outlast what fills it.
    const isCache = String((node.callee as Node | undefined)?.name) === 'LRUCache';
    if (isLocal && !isCache) found.push({ name, scope: { fn: around.at(-1), around } });
    else kept.add(name);
  });
  for (const { name, scope } of found)
    if (uses.some((use) => use.name === name && isInside(use.around, scope))) kept.add(name);
  return [...kept];
}

/** Whether it is used in a function inside the one that declares it. */
const isInside = (around: readonly Node[], { fn }: Scope) => {
  const at = around.indexOf(fn!);
  return at >= 0 && at < around.length - 1;
};

function isEmptyCollection({ type, callee, arguments: given, elements }: Node): boolean {
  if (type === 'ArrayExpression') return (elements as Node[]).length === 0;
  if (type !== 'NewExpression') return false;
  const name = String((callee as Node).name);
  return COLLECTIONS.has(name) && (name === 'LRUCache' || (given as Node[]).length === 0);
}

function nameOf(holder: Node): string {
  const { name, value, type } = (holder.id ?? holder.key) as Node;
  return type === 'PrivateIdentifier' ? `#${String(name)}` : String(name ?? value);
}

function visit(
  value: unknown,
  parents: readonly Node[],
  see: (node: Node, parents: readonly Node[]) => void,
) {
  if (Array.isArray(value)) return value.forEach((item) => visit(item, parents, see));
  if (typeof value !== 'object' || value === null) return undefined;
  const node = value as Node;
  const isNode = typeof node.type === 'string';
  if (isNode) see(node, parents);
  const inside = isNode ? [...parents, node] : parents;
  for (const child of Object.values(node)) visit(child, inside, see);
  return undefined;
}
