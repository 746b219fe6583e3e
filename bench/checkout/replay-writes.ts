import type pg from 'pg';
import type { TableKeys } from './keys.ts';
import type { Row, Write } from './record-writes.ts';

/** How a value of a statement is found: as it was, or from what this replay wrote before. */
type Source =
  | { k: 'as_it_was'; value: unknown }
  | { k: 'id_of'; row: string }
  | { k: 'made_unique'; text: string };

type Statement = { name: string; text: string; sources: Source[]; yields: string[] };

export type Replay = {
  transactions: Statement[][];
  /** the ids of the order's own family in the recording, by table */
  family: Record<string, unknown>;
};

const rowName = (table: string, id: unknown) => `${table} ${String(id)}`;

/**
 * Makes prepared statements of the recorded writes of one order: the same rows in the same transactions,
 * but with ids as the database gives them now, another family, and other texts where they must be unique.
 */
export function planReplay(
  transactions: Write[][],
  keys: Map<string, TableKeys>,
  family: Record<string, unknown>,
): Replay {
  const all = transactions.flat();
  const keysOf = (table: string) => keys.get(table) as TableKeys;
  const created = new Set(
    all
      .filter(({ op }) => op === 'INSERT')
      .map(({ table, after }) => rowName(table, after?.[keysOf(table).identity ?? ''])),
  );
  const isOurs = (row: string) =>
    created.has(row) || Object.entries(family).some(([table, id]) => row === rowName(table, id));
  const unique = new Set(all.flatMap((write) => textsToChange(write, keysOf(write.table), isOurs)));
  const context = { keysOf, created, isOurs, unique };
  let count = 0;
  const statement = (text: string, sources: Source[], yields: string[]): Statement => ({
    name: `write_${(count += 1)}`,
    text,
    sources,
    yields,
  });

  return {
    family,
    transactions: transactions.map((writes) =>
      inStatements(writes).map((group) =>
        group[0]?.op === 'INSERT'
          ? insertOf(context, group, statement)
          : updateOf(context, group[0] as Write, statement),
      ),
    ),
  };
}

type Context = {
  keysOf: (table: string) => TableKeys;
  created: Set<string>;
  /** whether a row was written with the order or belongs to its family */
  isOurs: (row: string) => boolean;
  unique: Set<string>;
};
type MakeStatement = (text: string, sources: Source[], yields: string[]) => Statement;

function sourceOf(
  { keysOf, isOurs, unique }: Context,
  table: string,
  column: string,
  value: unknown,
): Source {
  const target = column === keysOf(table).identity ? table : keysOf(table).references.get(column);
  if (target && isOurs(rowName(target, value))) return { k: 'id_of', row: rowName(target, value) };
  if (typeof value === 'string' && unique.has(value)) return { k: 'made_unique', text: value };
  return {
    k: 'as_it_was',
    value: typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  };
}

function insertOf(context: Context, writes: Write[], statement: MakeStatement): Statement {
  const { table } = writes[0] as Write;
  const { identity } = context.keysOf(table);
  const columns = Object.keys(writes[0]?.after ?? {}).filter((column) => column !== identity);
  const sources = writes.flatMap(({ after }) =>
    columns.map((column) => sourceOf(context, table, column, after?.[column])),
  );
  const tuples = writes.map(
    (_, row) => `(${columns.map((__, at) => `$${row * columns.length + at + 1}`).join()})`,
  );
  const returning = identity ? ` returning ${identity} as id` : '';
  const yields = identity ? writes.map(({ after }) => rowName(table, after?.[identity])) : [];
  return statement(
    `insert into ${table} (${columns.join()}) values ${tuples.join()}${returning}`,
    sources,
    yields,
  );
}

function updateOf(context: Context, { table, before, after }: Write, statement: MakeStatement): Statement {
  const { primary } = context.keysOf(table);
  const old = before as Row;
  const isCounter = !context.created.has(rowName(table, old[primary[0] ?? '']));
  const changed = Object.entries(after as Row).filter(
    ([column, value]) => JSON.stringify(value) !== JSON.stringify(old[column]),
  );
  const sources: Source[] = [];
  const put = (source: Source) => `$${sources.push(source)}`;
  const sets = changed.map(([column, value]) =>
    isCounter && typeof value === 'number'
      ? `${column} = ${column} + ${value - Number(old[column])}`
      : `${column} = ${put(sourceOf(context, table, column, value))}`,
  );
  // A row that was written as it had been is a write all the same.
  const other = Object.keys(old).find((column) => !primary.includes(column));
  if (sets.length === 0) sets.push(`${other} = ${other}`);
  const where = primary.map((column) => `${column} = ${put(sourceOf(context, table, column, old[column]))}`);
  return statement(`update ${table} set ${sets.join()} where ${where.join(' and ')}`, sources, []);
}

/** Rows inserted into one table one after the other came, and go, in one statement. */
function inStatements(writes: Write[]): Write[][] {
  const groups: Write[][] = [];
  for (const write of writes) {
    const last = groups.at(-1)?.[0];
    if (last?.op === 'INSERT' && write.op === 'INSERT' && last.table === write.table)
      groups.at(-1)?.push(write);
    else groups.push([write]);
  }
  return groups;
}

/** Texts that may stand in the table only once, and are not kept apart by the row's own ids. */
function textsToChange(
  { table, after }: Write,
  { unique, primary, references }: TableKeys,
  isOurs: (row: string) => boolean,
): string[] {
  const isKeptApart = (column: string) => isOurs(rowName(references.get(column) ?? table, after?.[column]));
  return [...unique, primary].flatMap((columns) => {
    if (!after || columns.some(isKeptApart)) return [];
    const text = columns.map((column) => after[column]).findLast((value) => typeof value === 'string');
    return typeof text === 'string' ? [text] : [];
  });
}

/**
 * Writes one order's rows.
 * @param family  the ids to use instead of the recorded family's, by table
 */
export async function replay(
  pool: pg.Pool,
  { transactions, family: recorded }: Replay,
  family: Record<string, unknown>,
  nr: string,
): Promise<void> {
  const ids = new Map(Object.entries(recorded).map(([table, id]) => [rowName(table, id), family[table]]));
  const valueOf = (source: Source) =>
    source.k === 'as_it_was'
      ? source.value
      : source.k === 'id_of'
        ? ids.get(source.row)
        : `${source.text}-${nr}`;
  for (const statements of transactions) {
    const client = await pool.connect();
    try {
      await client.query('begin');
      for (const { name, text, sources, yields } of statements) {
        const { rows } = await client.query<{ id: unknown }>({ name, text, values: sources.map(valueOf) });
        yields.forEach((row, at) => ids.set(row, rows[at]?.id));
      }
      await client.query('commit');
      client.release();
    } catch (error) {
      // A transaction that failed goes with its connection.
      client.release(true);
      throw error;
    }
  }
}
