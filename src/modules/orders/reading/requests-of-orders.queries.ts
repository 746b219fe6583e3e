import { eq } from 'drizzle-orm';
import { refundRequests } from '#db/tables/order-requests.ts';
import type { Db } from '#platform/db/database.ts';

export type StoredRefundRequest = typeof refundRequests.$inferSelect;

export async function findRefundRequestOf(
  db: Db,
  order_id: number,
): Promise<StoredRefundRequest | undefined> {
  const [row] = await db.select().from(refundRequests).where(eq(refundRequests.order_id, order_id));
  return row;
}
