import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, PgTable, type PgColumn } from 'drizzle-orm/pg-core';
import { moduleOfTables } from '../ladder/table-owners.ts';

export type Column = { name: string; type: string; isKey: boolean; isRequired: boolean };

export type Reference = { column: string; to: string; isRequired: boolean; isUnique: boolean };

export type Table = {
  /** with its schema, where that is not the public one */
  name: string;
  module: string;
  /** the first sentence of its docstring */
  about: string;
  columns: Column[];
  references: Reference[];
};

const ROOT = join(import.meta.dirname, '../..');

export const TABLES_PAGE = join(ROOT, 'build/tables.md');

const DECLARATION = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export const (\w+) = \w+(?:\.table|Table)?\(/g;

/** Every table of src/db/tables, in the order of the files' paths and of the declarations in each. */
export async function readTables(): Promise<Table[]> {
  const read = globSync('src/db/tables/**/*.ts', { cwd: ROOT }).sort().map(readFile);
  return (await Promise.all(read)).flat();
}

async function readFile(path: string): Promise<Table[]> {
  const declared: Record<string, unknown> = await import(pathToFileURL(join(ROOT, path)).href);
  const source = readFileSync(join(ROOT, path), 'utf8');
  return [...source.matchAll(DECLARATION)].flatMap(([, docstring = '', name = '']) => {
    const table = declared[name];
    return table instanceof PgTable
      ? [describeTable(table, moduleOfTables(path), firstSentence(docstring))]
      : [];
  });
}

function describeTable(table: PgTable, module: string, about: string): Table {
  const { name, schema, columns, foreignKeys, primaryKeys, uniqueConstraints } = getTableConfig(table);
  const isKey = (column: PgColumn) =>
    column.primary || primaryKeys.some((key) => key.columns.includes(column));
  const isAlone = (column: PgColumn, constraints: { columns: PgColumn[] }[]) =>
    constraints.some((one) => one.columns.length === 1 && one.columns[0] === column);
  const isUnique = (column: PgColumn) =>
    column.isUnique || column.primary || isAlone(column, uniqueConstraints) || isAlone(column, primaryKeys);
  return {
    name: schema ? `${schema}.${name}` : name,
    module,
    about,
    columns: columns.map((column) => ({
      name: nameOf(column),
      type: shortType(column.getSQLType()),
      isKey: isKey(column),
      isRequired: column.notNull,
    })),
    references: foreignKeys.map((key) => {
      const { columns: own, foreignTable } = key.reference();
      const to = getTableConfig(foreignTable);
      return {
        column: own.map(nameOf).join(', '),
        to: to.schema ? `${to.schema}.${to.name}` : to.name,
        isRequired: own.every((column) => column.notNull),
        isUnique: own.length === 1 && isUnique(own[0]!),
      };
    }),
  };
}

const nameOf = (column: PgColumn) => (column.keyAsName ? toSnakeCase(column.name) : column.name);

// A type in a diagram is one word.
const shortType = (type: string) =>
  type
    .replace(/^timestamp.* with time zone$/, 'timestamptz')
    .replace(/\(.*\)/, '')
    .replaceAll(' ', '_');

function firstSentence(docstring: string): string {
  const text = docstring
    .replace(/^\s*\*/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}
