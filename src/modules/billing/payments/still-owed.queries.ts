import { eq } from 'drizzle-orm';
import { congestionFees } from '#db/tables/billing/congestion-fees.ts';
import type { Db } from '#platform/db/database.ts';

type OfOrder = { order: { status: string }; payment: { congestion_fee_id: number | null } };

/** Neither an ended order nor a withdrawn fee asks for anything (MC4). */
export async function isStillOwed(db: Db, { order, payment }: OfOrder): Promise<boolean> {
  if (order.status === 'cancelled') return false;
  if (payment.congestion_fee_id === null) return true;
  const [fee] = await db
    .select({ withdrawn_at: congestionFees.withdrawn_at })
    .from(congestionFees)
    .where(eq(congestionFees.id, payment.congestion_fee_id));
  return !fee?.withdrawn_at;
}
