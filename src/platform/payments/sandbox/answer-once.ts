import { createHash } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import { findRequest, writeRequest, type Asked, type Rows } from './requests.queries.ts';

/** What a request comes to: nothing of it is written yet. */
export type Made<Answer> = { answer: Answer; rows: Rows; asked?: Asked };

/** Thrown when a key comes back with other parameters. */
export class KeyReused extends Error {
  constructor() {
    super('this idempotency key was used for another request');
    this.name = 'KeyReused';
  }
}

/**
 * Does a thing once a key and keeps the answer; the same request again gets the kept answer.
 * @param what  every parameter of the request but secrets; its hash tells another request under the same key
 * @param make  works out what comes of the request and writes nothing; undefined when nothing came of it, not
 *   even an answer to keep
 * @throws KeyReused
 */
export async function answerOnce<Answer>(
  { db, clock }: { db: Db; clock: Clock },
  { key, what }: { key: string; what: unknown },
  make: () => Promise<Made<Answer> | undefined>,
): Promise<{ answer: Answer | undefined; isReplay: boolean }> {
  const request_hash = createHash('sha256').update(JSON.stringify(what)).digest('hex');
  for (;;) {
    const made = await make();
    const request = { idem_key: key, request_hash, answer: made?.answer, created_at: clock.now() };
    if (made && (await writeRequest(db, request, made))) return { answer: made.answer, isReplay: false };
    const before = await findRequest(db, key);
    if (before && before.request_hash !== request_hash) throw new KeyReused();
    if (before) return { answer: before.answer as Answer, isReplay: true };
    if (!made) return { answer: undefined, isReplay: false };
    // Its method was charged by another request meanwhile, or given up: what comes of it now may differ.
  }
}
