import { sql } from 'drizzle-orm';
import { company, divisions, programGroups } from '#db/tables/catalog/catalog.ts';
import type { Db } from '#platform/db/database.ts';

/** Lists the names of company and schools, paths included: a password must not consist of such a name. */
export async function listPublicNames(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select ${company.name} as name from ${company}
    union select ${divisions.company_name} from ${divisions}
    union select ${programGroups.text} from ${programGroups}
    union select ${programGroups.path} from ${programGroups}`);
  return rows.map(({ name }) => name);
}

export async function findLetterhead(
  db: Db,
): Promise<{ name: string; phone: string; email: string } | undefined> {
  const [row] = await db
    .select({ name: company.name, phone: company.dispatch_phone, email: company.customer_service_email })
    .from(company);
  return row;
}
