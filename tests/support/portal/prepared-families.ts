import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { accessTokens, sessions, users } from '#db/tables/accounts/accounts.ts';
import { students } from '#db/tables/students.ts';
import { ACCESS_LIFE_MS, after } from '#modules/accounts/sessions/session-life.ts';
import type { Database, Db } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { studentTexts } from '#modules/students/encrypted-texts.service.ts';
import { hashOfToken, newId, newSecret, newToken } from '#platform/tokens/tokens.ts';

/** A family that is signed in and has one child: all that a checkout needs. */
export type PreparedFamily = { user_id: number; student_id: number; token: string };

const BATCH = 500;

const NO_OTHER_TEXTS = {
  phone_mobile: null,
  guardian_2_phone_mobile: null,
  apt: null,
  medical_concerns: null,
  second_address: null,
  custody_notes: null,
};

/**
 * Writes families straight into the tables, signed in. Registering them over HTTP would meet the limit of
 * 60 an hour an address, and it is not what is looked at here. Nobody can log in as them: their password
 * hash is none.
 */
export async function prepareFamilies(
  { db, vault }: { db: Database; vault: Vault },
  count: number,
): Promise<PreparedFamily[]> {
  const families: PreparedFamily[] = [];
  while (families.length < count)
    families.push(...(await prepareBatch({ db, vault }, Math.min(BATCH, count - families.length))));
  return families;
}

async function prepareBatch(
  { db, vault }: { db: Database; vault: Vault },
  count: number,
): Promise<PreparedFamily[]> {
  const now = new Date();
  return db.transaction(async (tx) => {
    const rows = Array.from({ length: count }, () => userRow(now));
    const made = await tx.insert(users).values(rows).returning({ id: users.id, email: users.email });
    const signedIn = await signIn(
      tx,
      made.map(({ id }) => id),
      now,
    );
    const drawn = await tx.execute<{ id: number }>(
      sql`select nextval('students_id_seq') as id from generate_series(1, ${count})`,
    );
    const children = await tx
      .insert(students)
      .overridingSystemValue()
      .values(made.map((user, at) => sealedStudent(vault, drawn.rows[at]!.id, studentRow(user, now))))
      .returning({ id: students.id, user_id: students.user_id });
    const childOf = new Map(children.map((child) => [child.user_id, child.id]));
    return signedIn.map(({ id, token }) => ({ user_id: id, student_id: childOf.get(id)!, token }));
  });
}

/** Writes a session for each user straight into the tables, and answers its access token. */
export async function signIn(
  db: Db,
  user_ids: readonly number[],
  now: Date,
): Promise<{ id: number; token: string }[]> {
  const signedIn = user_ids.map((id) => ({ id, session_id: newId(), token: newToken() }));
  await db.insert(sessions).values(
    signedIn.map(({ id, session_id }) => ({
      id: session_id,
      user_id: id,
      secret: newSecret(),
      created_at: now,
    })),
  );
  await db.insert(accessTokens).values(
    signedIn.map(({ session_id, token }) => ({
      hash: hashOfToken(token),
      session_id,
      created_at: now,
      last_used_at: now,
      expires_at: after(now, ACCESS_LIFE_MS),
    })),
  );
  return signedIn.map(({ id, token }) => ({ id, token }));
}

const userRow = (now: Date) => ({
  first_name: 'Adaeze',
  last_name: 'Prepared',
  email: `${randomUUID()}@prepared.example`,
  password_hash: 'none',
  email_verified_at: now,
  acknowledged_at: now,
  created_at: now,
});

function sealedStudent(vault: Vault, id: number, row: ReturnType<typeof studentRow>) {
  // Each child is another one: two with one name, home and day of birth would be a payment issue (MC10).
  const letters = [...String(id)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  const last_name = `${row.last_name} ${letters}`;
  return { ...row, last_name, id, ...studentTexts.seal(vault, id, row) };
}

const studentRow = ({ id, email }: { id: number; email: string }, now: Date) => ({
  user_id: id,
  first_name: 'Chidi',
  last_name: 'Prepared',
  sex: 'm' as const,
  ...NO_OTHER_TEXTS,
  date_of_birth: '2018-09-14',
  phone_home: '914-555-0101',
  address: '12 Elm Street',
  city: 'Yonkers',
  state: 'NY',
  zip: '10701',
  guardian_1_first_name: 'Adaeze',
  guardian_1_last_name: 'Prepared',
  guardian_1_phone_mobile: '914-555-0102',
  guardian_1_email: email,
  created_at: now,
});
