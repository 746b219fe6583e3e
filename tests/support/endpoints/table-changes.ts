import { markerOf, type PlayerFamily } from './players.ts';
import type { TestContext } from '#tests/support/app/test-context.ts';

/** Counters, whose numbers go up whoever calls. */
const COUNTERS = ['attempt_counters', 'contract_number_counters', 'access_tokens', 'routes'];

/** The id that a stuffed body claims for everything: no row has it. */
export const CLAIMED_ID = 987_654_321;

type Rows = Map<string, unknown>;

/** Every row of every table of ours, by its table and its own text. */
async function allRows({ database }: TestContext): Promise<Rows> {
  const tables = await database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const rows: Rows = new Map();
  for (const { name } of tables.rows.filter((table) => !COUNTERS.includes(table.name))) {
    const found = await database.pool.query<{ row: unknown }>(`select to_jsonb(t) as row from "${name}" t`);
    for (const { row } of found.rows) rows.set(`${name} ${JSON.stringify(row)}`, { table: name, row });
  }
  return rows;
}

/**
 * What a call writes and takes away, in words that are the same for every family: the family's own id, the
 * one that a stuffed body claims, and other ids, tokens and hashes as such.
 */
export async function tableChangesOf(
  context: TestContext,
  family: PlayerFamily,
  call: () => Promise<unknown>,
): Promise<string[]> {
  const before = await allRows(context);
  await call();
  const after = await allRows(context);
  const told = (rows: Rows, others: Rows, sign: string) =>
    [...rows]
      .filter(([key]) => !others.has(key))
      .map(([, row]) => sign + JSON.stringify(namesFor(family, row)));
  return [...told(after, before, '+ '), ...told(before, after, '- ')].toSorted();
}

function namesFor(family: PlayerFamily, value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((inner) => namesFor(family, inner, key));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, namesFor(family, inner, name)]),
    );
  }
  if (typeof value === 'number') return /(^|_)id$/.test(key) ? nameOfId(family, key, value) : value;
  if (typeof value !== 'string') return value;
  // Another text each time, whatever is sealed.
  if (/^sealed2:[0-9a-f]{8}:[\w-]+$/.test(value)) return 'SEALED';
  if (/^\d+$/.test(value) && !/zip|phone/.test(key)) return nameOfId(family, key, Number(value));
  return value
    .replaceAll(markerOf(family), 'OWN')
    .replace(/person\d+@/, 'PERSON@')
    .replaceAll(
      /\\x[0-9a-f]{8,}|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}|\$argon2[^"]*|\d\d-[A-Z]+-\d{6}-[A-Z]/g,
      'MADE',
    )
    .replaceAll(/\b[0-9A-Z]{4}(-[0-9A-Z]{4}){2}\b/g, 'MADE')
    .replaceAll(/(?<![\w-])[\w-]{20,}(\.\d+)?/g, 'MADE')
    .replaceAll(/\d+/g, 'N');
}

function nameOfId(family: PlayerFamily, key: string, id: number): string {
  if (id === CLAIMED_ID) return 'CLAIMED';
  return key === 'user_id' && id === family.user_id ? 'own' : 'some id';
}
