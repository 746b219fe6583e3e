import { acceptedTexts } from '#db/tables/accepted-texts.ts';
import type { Tx } from '#platform/db/database.ts';

export async function insertTexts(tx: Tx, texts: (typeof acceptedTexts.$inferInsert)[]): Promise<void> {
  await tx.insert(acceptedTexts).values(texts).onConflictDoNothing();
}
