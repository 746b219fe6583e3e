import type pg from 'pg';

export type Row = Record<string, unknown>;

/** One row that a transaction wrote. */
export type Write = {
  table: string;
  op: 'INSERT' | 'UPDATE' | 'DELETE';
  before: Row | null;
  after: Row | null;
};

/**
 * Records every row that something writes, transaction by transaction, by triggers that are there for
 * just that long. The queue's own tables, the sending of mails and the making of the signed copy, which come
 * after the answer, are left out.
 */
export async function recordWrites(db: pg.Pool, act: () => Promise<unknown>): Promise<Write[][]> {
  await db.query(INSTALL);
  try {
    await act();
    const { rows } = await db.query<Write & { xid: string }>(
      'select xid, table_name as table, op, before, after from bench_writes order by min_seq_of_xid, seq',
    );
    return [...Map.groupBy(rows, ({ xid }) => xid).values()];
  } finally {
    await db.query(REMOVE);
  }
}

const EACH_TABLE = (statement: string) => `
  do $do$ declare t regclass; begin
    for t in select c.oid::regclass from pg_class c where c.relkind = 'r' and c.relname <> 'bench_log'
      and c.relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace)
    loop execute format('${statement}', t); end loop;
  end $do$;`;

const INSTALL = `
  create table bench_log (seq bigserial, xid text, table_name text, op text, before jsonb, after jsonb);
  create view bench_writes as select *, min(seq) over (partition by xid) as min_seq_of_xid from bench_log;
  create function bench_record() returns trigger language plpgsql as $f$ begin
    if TG_TABLE_NAME = 'outbox' and TG_OP = 'UPDATE' or TG_TABLE_NAME = 'signed_copies' then
      return null;
    end if;
    insert into bench_log (xid, table_name, op, before, after)
    values (pg_current_xact_id()::text, TG_RELID::regclass::text, TG_OP,
      case when TG_OP <> 'INSERT' then to_jsonb(old) end, case when TG_OP <> 'DELETE' then to_jsonb(new) end);
    return null;
  end $f$ security definer;
  ${EACH_TABLE(`create trigger zz_bench after insert or update or delete on %s
    for each row execute function bench_record()`)}`;

const REMOVE = `
  ${EACH_TABLE('drop trigger if exists zz_bench on %s')}
  drop function bench_record(); drop view bench_writes; drop table bench_log;`;
