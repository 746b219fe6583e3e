import { and, eq } from 'drizzle-orm';
import { processorCustomers } from '#db/tables/billing/method-entries.ts';
import type { Db, Tx } from '#platform/db/database.ts';

type NewCustomer = typeof processorCustomers.$inferInsert;

export async function findCustomer(
  db: Db,
  { user_id, processor }: Pick<NewCustomer, 'user_id' | 'processor'>,
): Promise<string | undefined> {
  const { customer_ref } = processorCustomers;
  const [row] = await db
    .select({ customer_ref })
    .from(processorCustomers)
    .where(and(eq(processorCustomers.user_id, user_id), eq(processorCustomers.processor, processor)));
  return row?.customer_ref;
}

/** @returns the valid customer: of parallel inserts, the first */
export async function insertCustomer(tx: Tx, customer: NewCustomer): Promise<string> {
  await tx.insert(processorCustomers).values(customer).onConflictDoNothing();
  return (await findCustomer(tx, customer))!;
}

/** @returns the valid customer: another flow may have replaced the deleted customer already */
export async function replaceCustomer(tx: Tx, gone: string, customer: NewCustomer): Promise<string> {
  const { customer_ref, created_at } = customer;
  await tx
    .insert(processorCustomers)
    .values(customer)
    .onConflictDoUpdate({
      target: [processorCustomers.user_id, processorCustomers.processor],
      set: { customer_ref, created_at },
      setWhere: eq(processorCustomers.customer_ref, gone),
    });
  return (await findCustomer(tx, customer))!;
}

export async function deleteCustomersOf(tx: Tx, user_id: number): Promise<void> {
  await tx.delete(processorCustomers).where(eq(processorCustomers.user_id, user_id));
}
