import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** Every row of every table of ours as text, bytes as hex, to look for what must not be there. */
export async function dumpDatabase(db: Db): Promise<string> {
  const tables = await db.execute<{ name: string }>(sql`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await db.execute<{ line: string }>(sql`select t::text as line from ${sql.raw(name)} t`);
    parts.push(`${name}\n${rows.map(({ line }) => line).join('\n')}`);
  }
  return parts.join('\n\n');
}
