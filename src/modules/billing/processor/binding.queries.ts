import { paymentMethods } from '#db/tables/billing/billing.ts';
import { processorBinding } from '#db/tables/billing/processor-binding.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type Binding = Omit<typeof processorBinding.$inferSelect, 'only_row'>;

/** The account that the payments of this database belong to; undefined for the sandbox and in a new one. */
export async function findBinding(db: Db): Promise<Binding | undefined> {
  const [row] = await db.select().from(processorBinding);
  return row;
}

/** Binds the database, unless somebody has at this moment: then it stays as it is. */
export async function insertBinding(tx: Tx, binding: Binding): Promise<void> {
  await tx.insert(processorBinding).values(binding).onConflictDoNothing();
}

/** Whether any card or account was saved here. */
export async function hasMethods(db: Db): Promise<boolean> {
  const rows = await db.select({ id: paymentMethods.id }).from(paymentMethods).limit(1);
  return rows.length > 0;
}
