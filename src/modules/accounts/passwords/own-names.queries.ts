import { sql } from 'drizzle-orm';
import { company, divisions, programGroups } from '#db/tables/catalog.ts';
import type { Db } from '#platform/db/database.ts';

/** What the company and its schools are called, paths included: words that no password may consist of. */
export async function listPublicNames(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select ${company.name} as name from ${company}
    union select ${divisions.company_name} from ${divisions}
    union select ${programGroups.text} from ${programGroups}
    union select ${programGroups.path} from ${programGroups}`);
  return rows.map(({ name }) => name);
}
