import { acceptances } from '#db/tables/orders.ts';
import type { Tx } from '#platform/db/database.ts';

type NewText = Omit<typeof acceptances.$inferInsert, 'id' | 'is_named' | 'placed_by_id'>;

export async function insertAmendmentTexts(tx: Tx, texts: NewText[]): Promise<void> {
  await tx.insert(acceptances).values(texts);
}
