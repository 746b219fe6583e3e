import type pg from 'pg';

/** What a table's rows are known by. */
export type TableKeys = {
  primary: string[];
  /** numbers that the database gives by itself */
  identity: string | undefined;
  /** columns that the database computes from the others */
  generated: string[];
  /** column -> table that it points at */
  references: Map<string, string>;
  /** the columns of each unique index */
  unique: string[][];
};

/** Reads the keys of every table of the portal and its sandbox. */
export async function readKeys(db: pg.Pool): Promise<Map<string, TableKeys>> {
  const { rows } = await db.query<{
    table: string;
    identity: string | null;
    generated: string[];
    references: Record<string, string>;
    unique: string[][];
    primary: string[];
  }>(`
    select c.oid::regclass::text as table,
      (select attname from pg_attribute where attrelid = c.oid and attidentity <> '' limit 1) as identity,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attgenerated <> '') as generated,
      (select coalesce(jsonb_object_agg(a.attname, k.confrelid::regclass::text), '{}') from pg_constraint k
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
        where k.conrelid = c.oid and k.contype = 'f' and cardinality(k.conkey) = 1) as references,
      (select coalesce(jsonb_agg(columns), '[]')
        from ${INDEX_COLUMNS} and i.indisunique and not i.indisprimary) u) as unique,
      (select coalesce(jsonb_agg(columns) -> 0, '[]') from ${INDEX_COLUMNS} and i.indisprimary) p) as primary
    from pg_class c where c.relkind = 'r'
    and c.relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace)`);
  return new Map(
    rows.map(({ table, identity, references, ...keys }) => [
      table,
      { ...keys, identity: identity ?? undefined, references: new Map(Object.entries(references)) },
    ]),
  );
}

const INDEX_COLUMNS = `(select (select coalesce(jsonb_agg(a.attname order by a.attnum), '[]')
    from pg_attribute a
  where a.attrelid = c.oid and a.attnum = any(i.indkey)) as columns from pg_index i where i.indrelid = c.oid`;
