import type { Reference, Table } from './read-tables.ts';

/** The order in which a reader meets the modules; their own order, then what is outside of the business. */
const MODULES = [
  'accounts',
  'content',
  'students',
  'catalog',
  'seats',
  'aid',
  'documents',
  'billing',
  'orders',
  'reports',
  'rehearsals',
  'careers',
  'privacy',
  'office',
  'platform',
  'sandbox',
];

const HEAD = `# The tables

Written by \`npm run tables\` from \`src/db/tables\`; not committed. A line leads from a row to the
rows that refer to it and carries the column's name: \`||\` exactly one, \`|o\` none or one, \`o{\` any
number. \`PK\` is a primary key, \`FK\` refers to another table. Constraints, indexes and the reasons are
in the declarations.

## How they hang together
`;

/** The page build/tables.md. @throws Error for a table of a module that has no place on the page */
export function drawTables(tables: readonly Table[]): string {
  const strange = tables.find(({ module }) => !MODULES.includes(module));
  if (strange) throw new Error(`${strange.name}: module ${strange.module} has no place in build/tables.md`);
  const sections = MODULES.flatMap((module) => drawModule(module, tables));
  return `${[HEAD + drawOverview(tables), ...sections].join('\n\n')}\n`;
}

/** What nearly every table refers to; with them the overview would be a ball of lines. */
const EVERYWHERE = ['users', 'options', 'accepted_texts'];

function drawOverview(tables: readonly Table[]): string {
  const isShown = (reference: Reference) => !EVERYWHERE.includes(reference.to);
  const lines = tables.flatMap((table) => drawReferences(table, isShown));
  const unnamed = lines.map((line) => line.replace(/"[^"]*"$/, '""'));
  const leftOut = EVERYWHERE.map((name) => `- \`${name}\`: ${namesOf(tables, name)}`);
  const note = 'Left out, so that the rest can be read, are the references to:';
  return `${diagram(['  direction LR', ...new Set(unnamed)])}\n\n${note}\n\n${leftOut.join('\n')}`;
}

const namesOf = (tables: readonly Table[], target: string) =>
  tables
    .filter((table) => table.references.some(({ to }) => to === target))
    .map(({ name }) => `\`${name}\``)
    .join(', ');

function drawModule(module: string, tables: readonly Table[]): string[] {
  const own = tables.filter((table) => table.module === module);
  if (own.length === 0) return [];
  const lines = own.flatMap((table) => [...drawColumns(table), ...drawReferences(table, () => true)]);
  const list = own.map(({ name, about }) => `| \`${name}\` | ${about.replaceAll('|', '\\|')} |`);
  return [`## ${module}`, ['| table | what it holds |', '|---|---|', ...list].join('\n'), diagram(lines)];
}

function drawColumns({ name, columns, references }: Table): string[] {
  const rows = columns.map((column) => {
    const isReference = references.some((reference) => reference.column.split(', ').includes(column.name));
    const keys = [column.isKey && 'PK', isReference && 'FK'].filter(Boolean).join(', ');
    return `    ${column.type} ${column.name}${keys && ` ${keys}`}${column.isRequired ? '' : ' "null"'}`;
  });
  return [`  ${entity(name)} {`, ...rows, '  }'];
}

function drawReferences(table: Table, isShown: (reference: Reference) => boolean): string[] {
  return table.references.filter(isShown).map(({ column, to, isRequired, isUnique }) => {
    const many = isUnique ? 'o|' : 'o{';
    return `  ${entity(to)} ${isRequired ? '||' : '|o'}--${many} ${entity(table.name)} : "${column}"`;
  });
}

// A dot has a meaning of its own in a diagram.
const entity = (name: string) => name.replace('.', '_');

const diagram = (lines: readonly string[]) => ['```mermaid', 'erDiagram', ...lines, '```'].join('\n');
