import type pg from 'pg';

const TABLES = `select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') order by name`;

/** Each table of a database with a hash of its rows: two that are equal have the same rows. */
export async function rowDigests(client: Pick<pg.Client, 'query'>): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const { name } of (await client.query<{ name: string }>(TABLES)).rows) {
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || md5(string_agg(t::text, E'\\n' order by t::text)) as digest from ${name} t`,
    );
    digests[name] = rows[0]!.digest;
  }
  return digests;
}

/** The columns that some tables have. */
export async function columnsOf(
  client: Pick<pg.Client, 'query'>,
  tables: readonly string[],
): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text order by column_name) as columns
      from information_schema.columns where table_schema = 'public' and table_name = any($1)
      group by table_name`,
    [tables],
  );
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}

/** Tables with a hash of these columns of their rows, to compare over a migration that adds others. */
export async function columnDigests(
  client: Pick<pg.Client, 'query'>,
  columns: Record<string, string[]>,
): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const [table, names] of Object.entries(columns)) {
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || md5(string_agg(t::text, E'\\n' order by t::text)) as digest
        from (select ${names.map((name) => `"${name}"`).join(', ')} from ${table}) t`,
    );
    digests[table] = rows[0]!.digest;
  }
  return digests;
}
