import { paymentMethods } from '#db/tables/billing/payment-methods.ts';
import { processorBinding } from '#db/tables/billing/processor-binding.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type Binding = Omit<typeof processorBinding.$inferSelect, 'only_row'>;

/** @returns undefined for the sandbox and for a new database */
export async function findBinding(db: Db): Promise<Binding | undefined> {
  const [row] = await db.select().from(processorBinding);
  return row;
}

/** An existing row stays, because another portal may bind the database at this moment. */
export async function insertBinding(tx: Tx, binding: Binding): Promise<void> {
  await tx.insert(processorBinding).values(binding).onConflictDoNothing();
}

export async function hasMethods(db: Db): Promise<boolean> {
  const rows = await db.select({ id: paymentMethods.id }).from(paymentMethods).limit(1);
  return rows.length > 0;
}
