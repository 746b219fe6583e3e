import { DAY_MS } from '#kit/durations.ts';
import { onceRefusals } from '#kit/endpoint/once.refusals.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { hashOfToken } from '#platform/tokens/tokens.ts';
import { deleteOnceKeysBefore, findOnceKey, insertOnceKey, setSubject } from './once.queries.ts';

type OnceCall = {
  by_id: number;
  /** the name of the endpoint */
  call: string;
  /** the Idempotency-Key */
  key: string;
  /** what was sent, parameters included */
  sent: object;
};

/**
 * Acts once for an Idempotency-Key of a member of staff, however often and at the same time the call is sent;
 * the key is written in the transaction of the act, so a failed act leaves the key unused.
 * @param act  returns the id of the row that the answer is about; null if the act left none
 * @returns this id, for a repeated call the id of the first
 * @throws Refusal once_key_reused for a key that came first with another body
 * Source: OF8.7
 */
export async function once<Id extends number | null>(
  tx: Tx,
  now: Date,
  { by_id, call, key, sent }: OnceCall,
  act: () => Promise<Id>,
): Promise<Id> {
  const [key_hash, body_hash] = [hashOfToken(key), hashOfToken(JSON.stringify(sent))];
  const row = { by_id, call, key_hash, body_hash, at: now };
  if (await insertOnceKey(tx, row)) {
    const subject_id = await act();
    await setSubject(tx, row, subject_id);
    return subject_id;
  }
  const first = await findOnceKey(tx, row);
  if (!first?.body_hash.equals(row.body_hash)) throw new Refusal(onceRefusals.once_key_reused);
  return first.subject_id as Id;
}

const KEPT_MS = 2 * DAY_MS;

export async function sweepOnceKeys(db: Db, now: Date): Promise<void> {
  await deleteOnceKeysBefore(db, new Date(now.getTime() - KEPT_MS));
}
