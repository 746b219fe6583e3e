import { eq } from 'drizzle-orm';
import { contracts } from '#db/tables/orders.ts';
import { invariant } from '#kit/invariant.ts';
import type { Tx } from '#platform/db/database.ts';

export type ContractNotes = { notes: string | null; notes_additional: string | null };

export async function lockNotes(tx: Tx, order_id: number): Promise<ContractNotes> {
  const [row] = await tx
    .select({ notes: contracts.notes, notes_additional: contracts.notes_additional })
    .from(contracts)
    .where(eq(contracts.order_id, order_id))
    .for('update');
  invariant(row, `order ${order_id} has a contract`);
  return row;
}

export async function updateNotes(
  tx: Tx,
  order_id: number,
  { notes, notes_additional }: ContractNotes,
): Promise<void> {
  await tx.update(contracts).set({ notes, notes_additional }).where(eq(contracts.order_id, order_id));
}
