import type pg from 'pg';
import { phoneColumns } from '#modules/accounts/profile/encrypted-phones.service.ts';
import type { Vault } from '#platform/vault/vault.ts';

const BATCH = 2_000;

/** A phone that no other account has: its last seven digits count the accounts. */
const phoneOf = (area: string, id: number): string => {
  const digits = String(2_000_000 + id);
  return `${area}-${digits.slice(0, 3)}-${digits.slice(3)}`;
};

/** Gives each account without a phone two of its own, sealed and marked as a profile's are. */
export async function givePhones(db: pg.Pool, vault: Vault): Promise<void> {
  for (;;) {
    const { rows } = await db.query<{ id: string }>(
      `select id from users where phone_mobile is null limit ${BATCH}`,
    );
    if (rows.length === 0) break;
    const sealed = rows.map(({ id }) => {
      const phones = { phone_home: phoneOf('212', Number(id)), phone_mobile: phoneOf('917', Number(id)) };
      return { id, ...phoneColumns(vault, Number(id), phones) };
    });
    await db.query(
      `update users u set (phone_home, phone_mobile, phone_marks)
          = (t.phone_home, t.phone_mobile, t.phone_marks)
        from jsonb_populate_recordset(null::users, $1::jsonb) t where t.id = u.id`,
      [JSON.stringify(sealed)],
    );
  }
  await db.query('vacuum full users');
  await db.query('vacuum analyze users');
}
