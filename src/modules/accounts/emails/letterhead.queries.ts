import { company } from '#db/tables/catalog.ts';
import type { Db } from '#platform/db/database.ts';

/** The company's name and where its office is reached, as the season says; undefined before the first one. */
export async function findLetterhead(
  db: Db,
): Promise<{ name: string; phone: string; email: string } | undefined> {
  const [row] = await db
    .select({ name: company.name, phone: company.dispatch_phone, email: company.customer_service_email })
    .from(company);
  return row;
}
