import type pg from 'pg';
import { studentTexts } from '#modules/students/encrypted-texts.service.ts';
import type { Vault } from '#platform/vault/vault.ts';

const BATCH = 2_000;

/**
 * Seals the texts of copied students anew: as copies they are bound to the row that they come from, and would
 * not open.
 * @param student_id  the original
 */
export async function sealCopies(db: pg.Pool, vault: Vault, student_id: number): Promise<void> {
  const { rows } = await db.query('select * from students where id = $1', [student_id]);
  const original = rows[0] as Parameters<typeof studentTexts.open>[2];
  const texts = studentTexts.open(vault, student_id, original);
  const columns = studentTexts.names.join();
  for (;;) {
    const copies = await db.query<{ id: number }>(
      `select id from students s where id <> $1 and phone_home = $2 limit ${BATCH}`,
      [student_id, original.phone_home],
    );
    if (copies.rows.length === 0) break;
    const sealed = copies.rows.map(({ id }) => ({ id, ...studentTexts.seal(vault, id, texts) }));
    await db.query(
      `update students s set (${columns}) = (select ${studentTexts.names.map((name) => `t.${name}`).join()})
        from jsonb_populate_recordset(null::students, $1::jsonb) t where t.id = s.id`,
      [JSON.stringify(sealed)],
    );
  }
  await db.query('vacuum analyze students');
}
