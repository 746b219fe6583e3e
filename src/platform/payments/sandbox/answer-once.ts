import { createHash } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { giveKeyBack, keepAnswer, takeKey } from './sandbox.queries.ts';

type Request<Seen> = {
  key: string;
  what: unknown;
  /** reads and locks what the thing is made from, with the key */
  look?: (tx: Tx) => Promise<Seen>;
};

/** What was looked at, and where writes go that need not be waited for before the answer is kept. */
type Making<Seen> = { seen: Seen; written: Promise<unknown>[] };

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
 * @param make  undefined when nothing came of it, not even an answer to keep
 * @throws KeyReused
 */
export async function answerOnce<Answer, Seen = void>(
  { db, clock }: { db: Database; clock: Clock },
  { key, what, look }: Request<Seen>,
  make: (tx: Tx, making: Making<Seen>) => Promise<Answer | undefined>,
): Promise<{ answer: Answer | undefined; isReplay: boolean }> {
  const request_hash = createHash('sha256').update(JSON.stringify(what)).digest('hex');
  return db.transaction(async (tx) => {
    const taken = takeKey(tx, { idem_key: key, request_hash, created_at: clock.now() });
    const [before, seen] = await atOnce([taken, look?.(tx) as Promise<Seen>]);
    if (before && before.request_hash !== request_hash) throw new KeyReused();
    if (before) return { answer: before.answer as Answer, isReplay: true };
    const written: Promise<unknown>[] = [];
    const answer = await make(tx, { seen, written });
    await atOnce([...written, answer === undefined ? giveKeyBack(tx, key) : keepAnswer(tx, key, answer)]);
    return { answer, isReplay: false };
  });
}
