import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** Every row of every table of ours as text, bytes as hex, to look for what must not be there. */
export async function dumpDatabase(db: Db): Promise<string> {
  const tables = await db.execute<{
    name: string;
  }>(sql`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables where table_type = 'BASE TABLE'
    and table_schema not in ('pg_catalog', 'information_schema')`);
  const each = tables.rows.map(
    ({ name }) =>
      sql`select ${name}::text as name, string_agg(t::text, E'\\n') as lines from ${sql.raw(name)} t`,
  );
  const { rows } = await db.execute<{ name: string; lines: string | null }>(sql.join(each, sql` union all `));
  return rows.map(({ name, lines }) => `${name}\n${lines ?? ''}`).join('\n\n');
}
