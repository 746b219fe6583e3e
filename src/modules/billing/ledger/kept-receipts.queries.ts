import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { keptReceipts } from '#db/tables/billing/ledger.ts';
import { contracts, orders } from '#db/tables/orders/orders.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import type { ReceiptEdition } from './receipt.states.ts';

type NewReceipt = Omit<typeof keptReceipts.$inferInsert, 'id'>;
type Named = { invoice_id: number; edition: ReceiptEdition };

const keptOf = prepared((db, { invoice_id, edition }: Slots<Named>) =>
  db
    .select({ file_key: keptReceipts.file_key, sha256: keptReceipts.sha256 })
    .from(keptReceipts)
    .where(and(eq(keptReceipts.invoice_id, invoice_id), eq(keptReceipts.edition, edition))),
);

export async function findKeptReceipt(db: Db, named: Named) {
  const [kept] = await keptOf(db, named);
  return kept;
}

const insertReceipt = prepared((db, receipt: Slots<NewReceipt>) => db.insert(keptReceipts).values(receipt));

export async function insertKeptReceipt(tx: Tx, receipt: NewReceipt): Promise<void> {
  await insertReceipt(tx, receipt);
}

const holdOrder = prepared((db, { order_id }: Slots<{ order_id: number }>) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(contracts, eq(contracts.order_id, orders.id))
    .where(and(eq(orders.id, order_id), isNull(contracts.erased_at)))
    .for('no key update', { of: orders }),
);

/** Only one flow keeps a receipt. @returns whether the personal data of the order still exists */
export async function holdOrderOfReceipt(tx: Tx, order_id: number): Promise<boolean> {
  return (await holdOrder(tx, { order_id })).length > 0;
}

export async function lockNextReceipts(
  tx: Tx,
  after: number,
  limit: number,
): Promise<{ id: number; key: string }[]> {
  return tx
    .select({ id: keptReceipts.id, key: keptReceipts.file_key })
    .from(keptReceipts)
    .innerJoin(orders, eq(orders.id, keptReceipts.order_id))
    .where(gt(keptReceipts.id, after))
    .orderBy(asc(keptReceipts.id))
    .limit(limit)
    .for('update', { of: orders });
}
