import { eq } from 'drizzle-orm';
import { contracts } from '#db/tables/orders.ts';
import { invariant } from '#kit/invariant.ts';
import type { Tx } from '#platform/db/database.ts';

export type ContractNotes = { notes: string | null; notes_additional: string | null };

export async function lockNotes(tx: Tx, orderId: number): Promise<ContractNotes> {
  const [row] = await tx
    .select({ notes: contracts.notes, notes_additional: contracts.notesAdditional })
    .from(contracts)
    .where(eq(contracts.orderId, orderId))
    .for('update');
  invariant(row, `order ${orderId} has a contract`);
  return row;
}

export async function updateNotes(
  tx: Tx,
  orderId: number,
  { notes, notes_additional }: ContractNotes,
): Promise<void> {
  await tx
    .update(contracts)
    .set({ notes, notesAdditional: notes_additional })
    .where(eq(contracts.orderId, orderId));
}
