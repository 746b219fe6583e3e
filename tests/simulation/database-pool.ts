import { sql } from 'drizzle-orm';
import { cloneDatabase, openAsPortal, type TestDatabase } from '#tests/support/database/clone-database.ts';

/**
 * The databases that seasons are played on, one for each set of fixtures. A copy costs a second of
 * checkpoints, so a worker makes one and clears it after each season instead.
 */
export type DatabasePool = {
  /**
   * The database of these fixtures as at the start of a season, over connections that have seen nothing of
   * the one before; its `drop` closes them.
   */
  clear(fixture: number): Promise<TestDatabase>;
  close(): Promise<void>;
};

/** @param changes  statements that are run once on each database: what a planted bug takes away */
export function openDatabasePool(fixtures: readonly string[], changes: readonly string[] = []): DatabasePool {
  const opened = new Map<number, Promise<{ database: TestDatabase; clearing: string }>>();
  const open = async (fixture: number) => {
    const database = await cloneDatabase(fixtures[fixture]!, 'wal_log');
    for (const statement of changes) await database.asOwner(statement);
    return { database, clearing: await clearingOf(database) };
  };
  return {
    async clear(fixture) {
      if (!opened.has(fixture)) opened.set(fixture, open(fixture));
      const { database, clearing } = await opened.get(fixture)!;
      await database.asOwner(clearing);
      const reopened = openAsPortal(database.ownerUrl);
      return { ...database, ...reopened, drop: reopened.close };
    },
    close: async () => {
      for (const each of opened.values()) await (await each).database.drop();
    },
  };
}

/**
 * Empties every table that was empty when the season began, counts from one again, and gives back what was
 * counted in other tables. An empty table that a full one points at has no part in a season.
 */
async function clearingOf({ db }: TestDatabase): Promise<string> {
  const { rows } = await db.execute<{
    name: string;
    pointers: string[];
  }>(sql`select c.oid::regclass::text as name,
      coalesce((select jsonb_agg(distinct f.conrelid::regclass::text) from pg_constraint f
        where f.confrelid = c.oid and f.contype = 'f'), '[]') as pointers
    from pg_class c where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'sandbox')
    order by 1`);
  const full = new Set<string>();
  for (const { name } of rows)
    if ((await db.execute(sql`select 1 from ${sql.raw(name)} limit 1`)).rows.length > 0) full.add(name);
  const played = rows
    .filter(({ name, pointers }) => !full.has(name) && !pointers.some((pointer) => full.has(pointer)))
    .map(({ name }) => name);
  return `truncate ${played.join(', ')} restart identity; update routes set seats_taken = 0
    where seats_taken > 0; update financial_aid_codes set uses = 0 where uses > 0`;
}
