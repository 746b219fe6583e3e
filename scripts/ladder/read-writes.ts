import { parseSync } from 'vite';
import { resolved } from './read-imports.ts';

/** A statement of one file that inserts, updates or deletes rows of the tables that another file declares. */
export type Write = { from: string; to: string };

/** The file that declares each table, by the table's name in the database. */
export type TableFiles = ReadonlyMap<string, string>;

type Node = { type: string; [property: string]: unknown };

const TABLES = 'src/db/tables/';
const METHODS = new Set(['insert', 'update', 'delete']);
// Not the lock of `select … for update`, nor the `do update` of an insert.
const VERB =
  String.raw`(?<!\b(?:for|key|do)\s+)\b(?:update|insert\s+into|delete\s+from|truncate(?:\s+table)?)` +
  String.raw`\s+(?:only\s+)?`;
const VERB_AT_END = new RegExp(`${VERB}$`, 'i');
const VERB_WITH_NAME = new RegExp(`${VERB}"?([\\w.]+)`, 'gi');
// Most files mention neither a table nor SQL, and need not be parsed again.
const MENTION = /db\/tables\/|sql/;
const DECLARATION = /export const \w+ = \w+(?:Table|\.table)\(\s*'(\w+)'/g;

/** The tables that a file of src/db/tables declares, by their names in SQL. */
export function readTableNames(source: string): string[] {
  const schema = /pgSchema\('(\w+)'\)/.exec(source)?.[1];
  return [...source.matchAll(DECLARATION)].map(([, name = '']) => (schema ? `${schema}.${name}` : name));
}

/**
 * Reads which tables a source file writes: by `insert`, `update` and `delete` of Drizzle, by
 * `writtenTables`, and by SQL in templates, where a table stands as a value or by its name.
 */
export function readWrites(path: string, source: string, tableFiles: TableFiles): Write[] {
  if (!MENTION.test(source)) return [];
  const { program, module } = parseSync(path, source);
  const imported = new Map<string, string>();
  for (const { moduleRequest, entries } of module.staticImports) {
    const { to } = resolved(path, moduleRequest.value);
    if (to.startsWith(TABLES)) for (const { localName } of entries) imported.set(localName.value, to);
  }
  const found = new Set<string>();
  const note = (file: string | undefined) => void (file && found.add(file));
  const fileOf = (value: unknown) => {
    const node = value as Node | undefined;
    const name = node?.type === 'MemberExpression' ? (node.object as Node) : node;
    return name?.type === 'Identifier' ? imported.get(name.name as string) : undefined;
  };
  const noteNames = (text: string) => {
    for (const [, name = ''] of text.matchAll(VERB_WITH_NAME)) note(tableFiles.get(name));
  };

  visit(program, (node) => {
    if (node.type === 'CallExpression') {
      const [first] = node.arguments as unknown[];
      if (METHODS.has(memberOf(node.callee) ?? '')) note(fileOf(first));
      if ((node.callee as Node).name === 'writtenTables')
        visitProperty(node, 'table', (value) => note(fileOf(value)));
      if (memberOf(node.callee) === 'raw') noteNames(String((first as Node | undefined)?.value));
    }
    if (node.type === 'TaggedTemplateExpression' && (node.tag as Node).name === 'sql') {
      const { quasis, expressions } = node.quasi as { quasis: Node[]; expressions: unknown[] };
      for (const [at, quasi] of quasis.entries()) {
        const { raw } = quasi.value as { raw: string };
        noteNames(raw);
        if (VERB_AT_END.test(raw)) note(fileOf(expressions[at]));
      }
    }
  });
  return [...found].map((to) => ({ from: path, to }));
}

/** The name of the method in `something.method`. */
function memberOf(callee: unknown): string | undefined {
  const { type, property } = callee as Node;
  return type === 'MemberExpression' ? ((property as Node).name as string) : undefined;
}

function visitProperty(root: unknown, name: string, see: (value: unknown) => void): void {
  visit(root, (node) => {
    if (node.type === 'Property' && (node.key as Node).name === name) see(node.value);
  });
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, see);
  if (typeof value !== 'object' || value === null || !('type' in value)) return;
  see(value as Node);
  for (const child of Object.values(value)) visit(child, see);
}
