import { parseSync } from 'vite';
import { NEWER_NAMES } from './newer-names.ts';

export type Node = { type: string; [key: string]: unknown };

const globals = new Set(NEWER_NAMES.globals);
const statics = new Set(NEWER_NAMES.statics);
const members = new Set(NEWER_NAMES.members);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

/** Every node of a program with the one around it and the name of its place there. */
export function* nodesOf(node: Node, around?: Node, place?: string): Generator<[Node, Node?, string?]> {
  yield [node, around, place];
  for (const [key, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield* nodesOf(child, node, key);
}

const WINDOW = ['window', 'globalThis', 'self'];

function newerMember({ object, property }: Node): string | undefined {
  const name = String((property as Node).name);
  const owner = (object as Node).type === 'Identifier' ? String((object as Node).name) : undefined;
  if (owner && statics.has(`${owner}.${name}`)) return `${owner}.${name}`;
  if (owner && WINDOW.includes(owner) && globals.has(name)) return name;
  return members.has(name) ? `.${name}` : undefined;
}

/** Where a node of the syntax tree gives names to something of the file's own. */
const NAMED_IN: Record<string, readonly string[]> = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ClassDeclaration: ['id'],
  CatchClause: ['param'],
  ImportSpecifier: ['local'],
  ImportDefaultSpecifier: ['local'],
};

function ownNames(program: Node): Set<string> {
  const places = [...nodesOf(program)].flatMap(([node]) =>
    (NAMED_IN[node.type] ?? []).map((key) => node[key]),
  );
  const named = places
    .flat()
    .filter(isNode)
    .flatMap((place) => [...nodesOf(place)]);
  return new Set(named.flatMap(([{ type, name }]) => (type === 'Identifier' ? [String(name)] : [])));
}

const isKey = (around: Node | undefined, place: string | undefined) =>
  (place === 'property' || place === 'key') && !around?.computed;

function newerName([node, around, place]: [Node, Node?, string?], own: Set<string>): string | undefined {
  if (node.type === 'MemberExpression' && !node.computed) return newerMember(node);
  const name = String(node.name);
  if (node.type === 'Identifier' && globals.has(name) && !own.has(name)) {
    const isType = around?.type.startsWith('TS');
    return isType || isKey(around, place) ? undefined : name;
  }
  const { flags } = (node.regex ?? {}) as { flags?: string };
  return flags?.includes('v') ? '/…/v' : undefined;
}

/**
 * The names in a file of code that the browsers of the floor lack, each once and in the order of the
 * alphabet. What is told from an older thing by its type alone, as the methods of sets, is left to the
 * compiler (`lib` in tsconfig.json).
 */
export function findNewer(path: string, code: string): string[] {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const root = program as unknown as Node;
  const own = ownNames(root);
  return [...new Set([...nodesOf(root)].flatMap((found) => newerName(found, own) ?? []))].sort();
}
