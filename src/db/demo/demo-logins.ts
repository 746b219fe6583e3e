import { eq, inArray, isNull, sql } from 'drizzle-orm';
import { options, userRoles, users } from '#db/tables/accounts/accounts.ts';
import { isStaff } from '#modules/accounts/rights.ts';
import type { Db } from '#platform/db/database.ts';
import { isPassword } from '#platform/passwords/passwords.ts';
import { families, FAMILY_PASSWORD, staff, STAFF_PASSWORD } from './people.ts';

const CAST: readonly string[] = [...staff, ...families].map(({ email }) => email);

/** The e-mails of the demo's people who are in this database, staff and families apart. */
export async function listDemoLogins(db: Db): Promise<{ staff: string[]; families: string[] }> {
  const found = new Set(
    (await db.select({ email: users.email }).from(users).where(inArray(users.email, CAST))).map(
      ({ email }) => email,
    ),
  );
  const present = (people: readonly { email: string }[]) =>
    people.map(({ email }) => email).filter((email) => found.has(email));
  return { staff: present(staff), families: present(families) };
}

type Account = { id: number; email: string; password_hash: string; roles: string[] };

/**
 * Accounts whose hash is looked at: those of the demo's people and of staff, and those that have their hash
 * from the same filling. Only the demo gives several accounts one hash; checking every family's would take
 * 80 ms each.
 */
async function listSuspects(db: Db): Promise<Account[]> {
  const roles = sql<
    string[]
  >`coalesce(array_agg(${options.key}) filter (where ${options.key} is not null), '{}')`;
  const isOfCast = inArray(sql`lower(${users.email})`, [...CAST]);
  const isShared = sql`${users.password_hash} in (
    select password_hash from users as other group by password_hash having count(*) > 1)`;
  return db
    .select({ id: users.id, email: users.email, password_hash: users.password_hash, roles })
    .from(users)
    .leftJoin(userRoles, eq(userRoles.user_id, users.id))
    .leftJoin(options, eq(options.id, userRoles.role_type_id))
    .where(isNull(users.disabled_at))
    .groupBy(users.id)
    .having(sql`${isOfCast} or ${isShared} or bool_or(${options.key} is not null)`)
    .orderBy(users.id);
}

async function hasDemoPassword(password_hash: string): Promise<boolean> {
  const found = [STAFF_PASSWORD, FAMILY_PASSWORD].map((password) => isPassword(password, password_hash));
  return (await Promise.all(found)).includes(true);
}

/**
 * The accounts that everybody can log in to who has read the demo's passwords: those that have one, and the
 * demo's own people with a role of staff. A disabled account counts no more.
 * @returns the email of the demo's own people, the id of others, whose names no log may hold
 * Source: H1
 */
export async function listOpenToDemo(db: Db): Promise<string[]> {
  const hashes = new Map<string, boolean>();
  const open: string[] = [];
  for (const { id, email, password_hash, roles } of await listSuspects(db)) {
    const isOurs = CAST.includes(email);
    if (!hashes.has(password_hash)) hashes.set(password_hash, await hasDemoPassword(password_hash));
    if (hashes.get(password_hash) || (isOurs && isStaff(roles))) open.push(isOurs ? email : `user:${id}`);
  }
  return open;
}
