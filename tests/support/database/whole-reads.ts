import { sql } from 'drizzle-orm';
import type { TestDatabase } from './clone-database.ts';

/** What every family and each of its orders brings a row of. */
const OF_FAMILIES = [
  'users',
  'sessions',
  'access_tokens',
  'students',
  'orders',
  'contracts',
  'acceptances',
  'payment_methods',
  'payments',
  'charge_attempts',
  'mandates',
  'journal',
  'postings',
  'transactions',
  'invoices',
  'kept_receipts',
  'signed_copies',
  'outbox',
  'audit_log',
  'sandbox.requests',
  'sandbox.methods',
  'sandbox.charges',
  'sandbox.movements',
];

const ROWS = 20_000;

/**
 * Makes the tables as long as those of so many rows: without their rules, which come back at the end of the
 * block as if nothing had been, their rows are written many times. Nobody sees these; their pages stay.
 */
const GROW = `do $$
declare
  named regclass;
  columns text;
  dropped record;
begin
  foreach named in array array[${OF_FAMILIES.map((table) => `'${table}'`).join()}]::regclass[] loop
    select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
      where attrelid = named and attnum > 0 and not attisdropped and attgenerated = '';
    begin
      execute format('alter table %s disable trigger user', named);
      for dropped in
        select conname from pg_constraint where conrelid = named and contype in ('f', 'p', 'u', 'x')
        order by contype
      loop
        execute format('alter table %s drop constraint %I cascade', named, dropped.conname);
      end loop;
      for dropped in select indexrelid::regclass as name from pg_index where indrelid = named loop
        execute format('drop index %s', dropped.name);
      end loop;
      execute format(
        'insert into %1$s (%2$s) overriding system value
          select %2$s from %1$s, generate_series(1, ${ROWS} / greatest(1, (select count(*) from %1$s)))',
        named, columns);
      raise exception using errcode = 'P0000', message = 'undone';
    exception when sqlstate 'P0000' then null;
    end;
  end loop;
end $$`;

/**
 * Has PostgreSQL analyze none of these tables by itself, which it does a minute after they have changed: what
 * is planned would hang on how long a test takes.
 */
export async function leaveUnanalyzed({ asOwner }: TestDatabase): Promise<void> {
  for (const table of OF_FAMILIES) await asOwner(`alter table ${table} set (autovacuum_enabled = false)`);
}

export type WholeRead = { text: string; table: string };

type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] };

const nodesIn = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)];

/**
 * Which statements, planned for any values, read a table of families from its first row to its last. The
 * tables become as large as after many orders, and PostgreSQL has not analyzed them, as in the first minutes
 * of a sale.
 */
export async function wholeReads({ db, asOwner }: TestDatabase, texts: string[]): Promise<WholeRead[]> {
  await asOwner(GROW);
  const found: WholeRead[] = [];
  for (const text of new Set(texts)) {
    if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) continue;
    const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      sql.raw(`explain (generic_plan, format json) ${text}`),
    );
    for (const node of nodesIn(rows[0]!['QUERY PLAN'][0].Plan))
      if (node['Node Type'] === 'Seq Scan' && isOfFamilies(node['Relation Name']))
        found.push({ text, table: node['Relation Name'] as string });
  }
  return found;
}

const isOfFamilies = (name?: string): boolean =>
  OF_FAMILIES.some((table) => table === name || table === `sandbox.${name}`);
