import type { Tx } from './database.ts';

const UNIQUE_VIOLATION = '23505';

type Savepoint = Parameters<Parameters<Tx['transaction']>[0]>[0];

/**
 * Writes within a savepoint, so the caller's transaction survives a conflict.
 * @returns false if another row has the unique values already
 */
export async function isWrittenOnce(tx: Tx, write: (inner: Savepoint) => Promise<unknown>): Promise<boolean> {
  try {
    await tx.transaction(write);
    return true;
  } catch (error) {
    const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined;
    if (cause?.code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}
