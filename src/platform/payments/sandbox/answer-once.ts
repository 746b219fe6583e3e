import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import { jsonHash } from '#platform/json-hash.ts';
import { findRequest, writeRequest, type Asked, type Rows } from './requests.queries.ts';

export type Made<Answer> = { answer: Answer; rows: Rows; asked?: Asked };

export class KeyReused extends Error {
  constructor() {
    super('this idempotency key was used for another request');
    this.name = 'KeyReused';
  }
}

/**
 * A repeated request gets the kept answer.
 * @param what  every parameter of the request except secrets; the hash finds another request under the same
 *   key
 * @param make  writes nothing; undefined for no result, not even an answer to keep
 * @throws KeyReused
 */
export async function answerOnce<Answer>(
  { db, clock }: { db: Db; clock: Clock },
  { key, what }: { key: string; what: unknown },
  make: () => Promise<Made<Answer> | undefined>,
): Promise<{ answer: Answer | undefined; isReplay: boolean }> {
  const request_hash = jsonHash(what);
  for (;;) {
    const made = await make();
    const request = { idem_key: key, request_hash, answer: made?.answer, created_at: clock.now() };
    if (made && (await writeRequest(db, request, made))) return { answer: made.answer, isReplay: false };
    const before = await findRequest(db, key);
    if (before && before.request_hash !== request_hash) throw new KeyReused();
    if (before) return { answer: before.answer as Answer, isReplay: true };
    if (!made) return { answer: undefined, isReplay: false };
    // Another request has charged the method meanwhile, or the method was removed: compute the result again.
  }
}
