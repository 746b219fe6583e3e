import type pg from 'pg';
import type { TableKeys } from '../checkout/keys.ts';
import type { Row, Write } from '../checkout/record-writes.ts';

/** The rows of one order and its family, as they are when nothing of it is left to do. */
export type OrderRows = Map<string, Row[]>;

/** The last state of every row that was written, by table, in the order of their first writes. */
export async function readOrderRows(
  db: pg.Pool,
  { writes, keys }: { writes: Write[]; keys: Map<string, TableKeys> },
): Promise<OrderRows> {
  const rows: OrderRows = new Map();
  const inserted = writes.filter(({ op }) => op === 'INSERT');
  for (const [table, group] of Map.groupBy(inserted, (write) => write.table)) {
    const { primary, generated } = keys.get(table) as TableKeys;
    const of = group.map(({ after }) => JSON.stringify(primary.map((column) => String(after?.[column]))));
    const key = `json_build_array(${primary.map((column) => `${column}::text`).join()})::jsonb`;
    const found = await db.query<{ row: Row }>(
      `select to_jsonb(t) - $2::text[] as row from ${table} t
        where ${key} = any($1::jsonb[]) order by ${primary.join()}`,
      [of, generated],
    );
    if (found.rows.length === 0) continue;
    const computed = await listComputed(db, table);
    rows.set(
      table,
      found.rows.map(({ row }) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !computed.includes(column))),
      ),
    );
  }
  return rows;
}

/** The columns that PostgreSQL computes from the others. */
async function listComputed(db: pg.Pool, table: string): Promise<string[]> {
  const { rows } = await db.query<{ attname: string }>(
    `select attname from pg_attribute where attrelid = $1::regclass and attgenerated <> ''`,
    [table],
  );
  return rows.map(({ attname }) => attname);
}

const SURNAMES = ['Okafor', 'Lindqvist', 'Marsh', 'Duarte', 'Nakamura', 'Byrne', 'Castellano', 'Whitfield'];
const NAMES = ['Adaeze', 'Bruno', 'Clara', 'Dmitri', 'Esther', 'Felix', 'Greta', 'Hassan', 'Ines', 'Jonah'];

// What differs between families, as SQL over the number of the copy `k`; all else is as it was recorded.
const OF_COPY: Record<string, Record<string, string>> = {
  users: {
    email: `'family-' || k || '@bench.example'`,
    first_name: `(array[${NAMES.map((name) => `'${name}'`).join()}])[1 + k % ${NAMES.length}]`,
    last_name: `(array[${SURNAMES.map((name) => `'${name}'`).join()}])[1 + k / 7 % ${SURNAMES.length}] || k`,
  },
  // Payments to come spread over a year; every hundredth of them has been owed for up to two months.
  payments: {
    pay_on: `case when r.paid_at is not null then r.pay_on
      when k % 100 = 0 then current_date - k / 100 % 60 else current_date + 1 + k % 360 end`,
  },
  // Of the key of an email, the reference alone is another.
  outbox: { kind: 'r.kind' },
};

type Copies = {
  rows: OrderRows;
  keys: Map<string, TableKeys>;
  from: number;
  to: number;
  /** the day of the payments to come, as SQL; they spread over a year when it is left out */
  payOn?: string;
};

/** Writes copies `from` to `to` of an order and its family into the tables. */
export async function multiplyOrder(db: pg.Pool, { rows, keys, from, to, payOn }: Copies): Promise<void> {
  const client = await db.connect();
  try {
    // Foreign keys and the guards of the ledger are not looked at: the copies are as right as the original.
    await client.query('set session_replication_role = replica');
    for (const [table, originals] of rows)
      for (const [at, original] of originals.entries())
        await client.query(copyOf({ table, original, at, rows, keys, from, to, payOn }), [original]);
    for (const [table, originals] of rows) {
      const { identity } = keys.get(table) as TableKeys;
      if (identity)
        await client.query(
          `select setval(pg_get_serial_sequence('${table}', '${identity}'),
            (select max(${identity}) from ${table}) + ${originals.length})`,
        );
    }
    await client.query('set session_replication_role = default');
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}

type Copy = Omit<Copies, 'payOn'> & {
  table: string;
  original: Row;
  at: number;
  payOn: string | undefined;
};

// Far above any id that the demo has; the copies of a table's rows lie side by side.
const FIRST_COPY = 10_000_000;
const idOfCopy = (at: number, many: number) => `${FIRST_COPY + at} + k * ${many}`;

/** The id that the n-th row of a table has in copy `k`. */
export const copiedId = (rows: OrderRows, table: string, at: number, k: number): number =>
  FIRST_COPY + at + k * (rows.get(table)?.length ?? 1);

function copyOf({ table, original, at, rows, keys, from, to, payOn }: Copy): string {
  const { identity, references, unique, primary } = keys.get(table) as TableKeys;
  const valueOf = (column: string): string => {
    if (payOn && table === 'payments' && column === 'pay_on')
      return `case when r.paid_at is not null then r.pay_on else ${payOn} end`;
    const own = OF_COPY[table]?.[column];
    if (own) return own;
    if (column === identity) return idOfCopy(at, rows.get(table)?.length ?? 1);
    const target = references.get(column);
    const targets = target ? (rows.get(target) ?? []) : [];
    const key = target ? (keys.get(target)?.identity ?? 'id') : '';
    const found = targets.findIndex((row) => row[key] === original[column]);
    if (target && found >= 0 && keys.get(target)?.identity) return idOfCopy(found, targets.length);
    if (found >= 0) return uniqueText(String(original[column]), column);
    const isKey = [...unique, primary].some((columns) => columns.includes(column));
    if (isKey && typeof original[column] === 'string') return uniqueText(original[column], column);
    return `r.${column}`;
  };
  const columns = Object.keys(original);
  // A row that many orders share, such as a counter, is there already.
  if (primary.every((column) => valueOf(column) === `r.${column}`)) return 'select $1::jsonb';
  const overriding = identity ? 'overriding system value' : '';
  return `insert into ${table} (${columns.join()}) ${overriding}
    select ${columns.map(valueOf).join()} from generate_series(${from}, ${to}) k,
      jsonb_populate_record(null::${table}, $1::jsonb) r`;
}

/** A text that may stand only once, in the shape that it has: bytes stay bytes. */
function uniqueText(text: string, column: string): string {
  if (text.startsWith('\\x')) return `sha256(r.${column} || int4send(k))`;
  if (UUID.test(text)) return `md5(r.${column}::text || k)::uuid`;
  return `r.${column} || '-' || k`;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
