import { markerOf, type PlayerFamily } from './players.ts';
import type { TestContext } from '#tests/support/app/test-context.ts';

/** Counters, whose numbers go up whoever calls, and open checkouts, which no call waits for (SE5.3). */
const NOT_FOLLOWED = [
  'attempt_counters',
  'contract_number_counters',
  'access_tokens',
  'routes',
  'open_checkouts',
];

/** The id that a stuffed body claims for everything: no row has it. */
export const CLAIMED_ID = 987_654_321;

type Change = { sign: 1 | -1; row: { table: string; row: unknown } };

/** Databases that write down each change of a row: reading every table before and after a call takes long. */
const followed = new WeakMap<TestContext['database'], Promise<void>>();

async function followChanges(database: TestContext['database']): Promise<void> {
  const isFollowed = followed.get(database) ?? database.asOwner(FOLLOWING);
  followed.set(database, isFollowed);
  await isFollowed;
}

const FOLLOWING = `
  create schema followed;
  grant usage on schema followed to public;
  create table followed.changes (sign int, table_name text, row jsonb);
  grant select, delete on followed.changes to public;
  create function followed.note() returns trigger language plpgsql security definer as $$
  begin
    if tg_op <> 'INSERT' then insert into followed.changes values (-1, tg_table_name, to_jsonb(old)); end if;
    if tg_op <> 'DELETE' then insert into followed.changes values (1, tg_table_name, to_jsonb(new)); end if;
    return null;
  end $$;
  do $$
  declare name text;
  begin
    for name in select table_name from information_schema.tables where table_schema = 'public'
      and table_type = 'BASE TABLE' and table_name not in (${NOT_FOLLOWED.map((name) => `'${name}'`).join()})
    loop
      execute format('create trigger zz_followed after insert or update or delete on %I
        for each row execute function followed.note()', name);
    end loop;
  end $$`;

async function changesBy({ pool }: TestContext['database'], call: () => Promise<unknown>): Promise<Change[]> {
  await pool.query('delete from followed.changes');
  await call();
  const { rows } = await pool.query<Change>(
    "select sign, jsonb_build_object('table', table_name, 'row', row) as row from followed.changes",
  );
  return rows;
}

/**
 * What a call writes and takes away, in words that are the same for every family: the family's own id, the
 * one that a stuffed body claims, and other ids, tokens and hashes as such. What it writes and takes away
 * again is not told.
 */
export async function tableChangesOf(
  { database }: TestContext,
  family: PlayerFamily,
  call: () => Promise<unknown>,
): Promise<string[]> {
  await followChanges(database);
  const changes = await changesBy(database, call);
  const bySameRow = [...Map.groupBy(changes, ({ row }) => JSON.stringify(row)).values()];
  return bySameRow
    .flatMap((same) => {
      const count = same.reduce((sum, { sign }) => sum + sign, 0);
      const { table, row } = same[0]!.row;
      return count === 0 ? [] : (count > 0 ? '+ ' : '- ') + JSON.stringify(namesFor(family, { table, row }));
    })
    .toSorted();
}

/** Numbers of rows of the whole company, which go up with each call before. */
const WHENEVER = new Set(['version', 'entries', 'size_bytes']);

function namesFor(family: PlayerFamily, value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((inner) => namesFor(family, inner, key));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      // A plan keeps its edits by the object, such as `period:24`.
      Object.entries(value).map(([name, inner]) => [
        name.replace(/:\d+$/, ':N'),
        namesFor(family, inner, name),
      ]),
    );
  }
  if (WHENEVER.has(key)) return 'N';
  if (typeof value === 'number') return /(^|_)id$/.test(key) ? nameOfId(family, key, value) : value;
  if (typeof value !== 'string') return value;
  if (/(^|_)hash$/.test(key)) return 'MADE';
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
