import type { TestDatabase } from './clone-database.ts';

const TABLES = `select c.relname from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`;

const KEEP = `create schema kept;
  do $$ declare name text; begin
    for name in ${TABLES} loop
      execute format('create table kept.%1$I as table public.%1$I', name);
    end loop;
  end $$;
  create table kept.numbers as select sequencename, last_value from pg_sequences where schemaname = 'public'`;

/** The columns of a table that PostgreSQL does not compute. */
const COLUMNS = `select string_agg(format('%I', attname), ', ' order by attnum) from pg_attribute
  where attrelid = format('public.%I', name)::regclass and attnum > 0 and not attisdropped
    and attgenerated = ''`;

const PUT_BACK = `set session_replication_role = replica;
  do $$ declare name text; last bigint; names text; begin
    for name in ${TABLES} loop
      execute format('delete from public.%I', name);
      names := (${COLUMNS});
      execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from kept.%1$I',
        name, names);
    end loop;
    for name, last in select sequencename, last_value from kept.numbers loop
      perform setval(format('public.%I', name)::regclass, coalesce(last, 1), last is not null);
    end loop;
  end $$`;

/**
 * Everything of the portal's own, as a backup has it: rows, and the numbers that were given by then. The
 * sandbox's books are a processor's, so they stay as they are.
 */
export async function keepRows({ asOwner }: TestDatabase): Promise<{ putBack(): Promise<void> }> {
  await asOwner(KEEP);
  return { putBack: () => asOwner(PUT_BACK) };
}
