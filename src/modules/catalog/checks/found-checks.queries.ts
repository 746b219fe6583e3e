import { and, eq, sql } from 'drizzle-orm';
import { checksPutAside, foundChecks } from '#db/tables/catalog/season-checks.ts';
import type { Tx } from '#platform/db/database.ts';
import { workRows } from '#platform/db/work-rows.ts';

export type FoundCheckRow = typeof foundChecks.$inferSelect;

/** A check that stands keeps the moment at which it was found; those that do not stand any more go. */
export async function replaceFoundChecks(tx: Tx, found: readonly FoundCheckRow[]): Promise<void> {
  const { period_id, code, subject_kind, subject_id, field } = foundChecks;
  const stands = JSON.stringify(found.map((row) => ({ ...row, found_at: row.found_at.toISOString() })));
  const rows = sql`jsonb_to_recordset(${stands}::jsonb) as now_found (period_id bigint, code text,
    subject_kind text, subject_id bigint, field text, subject_version int, name text, sentence text,
    found_at timestamptz)`;
  await tx.execute(sql`delete from ${foundChecks} where not exists (select from ${rows}
    where now_found.period_id = ${period_id} and now_found.code = ${code}
      and now_found.subject_kind = ${subject_kind} and now_found.subject_id = ${subject_id}
      and now_found.field = ${field})`);
  await tx.execute(sql`insert into ${foundChecks} (period_id, code, subject_kind, subject_id, field,
      subject_version, name, sentence, found_at)
    select now_found.* from ${rows}
    on conflict (period_id, code, subject_kind, subject_id, field) do update
    set subject_version = excluded.subject_version, name = excluded.name, sentence = excluded.sentence`);
}

const isPutAside = and(
  eq(checksPutAside.period_id, foundChecks.period_id),
  eq(checksPutAside.code, foundChecks.code),
  eq(checksPutAside.subject_kind, foundChecks.subject_kind),
  eq(checksPutAside.subject_id, foundChecks.subject_id),
  eq(checksPutAside.field, foundChecks.field),
  eq(checksPutAside.subject_version, foundChecks.subject_version),
);

/** The checks of published seasons that stop a sale or cost money, and were not put aside (SE6.3). */
export const seasonCheckWork = workRows(
  {
    subject: sql`concat_ws('/', ${foundChecks.period_id}, ${foundChecks.code}, ${foundChecks.subject_kind},
      ${foundChecks.subject_id}, ${foundChecks.field})`,
    since: foundChecks.found_at,
    ref: foundChecks.period_id,
    title: foundChecks.name,
    detail: foundChecks.sentence,
  },
  sql`${foundChecks} where not exists (select from ${checksPutAside} where ${isPutAside})`,
);
