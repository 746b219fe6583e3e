import { eq, lt } from 'drizzle-orm';
import { knownBrowsers } from '#db/tables/accounts/accounts.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export async function listAccountsOfBrowser(db: Db, hash: Buffer): Promise<number[]> {
  const found = await db
    .select({ user_id: knownBrowsers.user_id })
    .from(knownBrowsers)
    .where(eq(knownBrowsers.hash, hash));
  return found.map(({ user_id }) => user_id);
}

export async function upsertKnownBrowser(
  tx: Tx,
  browser: { hash: Buffer; user_id: number; logged_in_at: Date },
): Promise<void> {
  const { logged_in_at } = browser;
  await tx
    .insert(knownBrowsers)
    .values(browser)
    .onConflictDoUpdate({ target: [knownBrowsers.hash, knownBrowsers.user_id], set: { logged_in_at } });
}

export async function deleteKnownBrowsersOf(tx: Tx, user_id: number): Promise<void> {
  await tx.delete(knownBrowsers).where(eq(knownBrowsers.user_id, user_id));
}

export async function deleteKnownBrowsersBefore(db: Db, before: Date): Promise<void> {
  await db.delete(knownBrowsers).where(lt(knownBrowsers.logged_in_at, before));
}
