import { inArray } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { users } from '#db/tables/accounts.ts';
import { families, staff } from './people.ts';

/** The e-mails of the demo's people who are in this database, staff and families apart. */
export async function listDemoLogins(db: Db): Promise<{ staff: string[]; families: string[] }> {
  const ofCast = [...staff, ...families].map(({ email }) => email);
  const found = new Set(
    (await db.select({ email: users.email }).from(users).where(inArray(users.email, ofCast))).map(
      ({ email }) => email,
    ),
  );
  const present = (people: readonly { email: string }[]) =>
    people.map(({ email }) => email).filter((email) => found.has(email));
  return { staff: present(staff), families: present(families) };
}
