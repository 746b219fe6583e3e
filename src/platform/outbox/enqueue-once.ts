import type { Tx } from '#platform/db/database.ts';
import { enqueue, type QueuedEmail } from './outbox.ts';
import { isQueued } from './outbox.queries.ts';

/**
 * For an act that people press. The caller holds a lock, so nobody else queues the mail meanwhile.
 * @returns false for a repeated kind and ref
 */
export async function enqueueOnce<const Payload extends object>(
  tx: Tx,
  now: Date,
  mail: QueuedEmail<Payload>,
): Promise<boolean> {
  if (await isQueued(tx, mail)) return false;
  await enqueue(tx, now, mail);
  return true;
}
