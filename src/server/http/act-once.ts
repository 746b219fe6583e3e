import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Tx } from '#platform/db/database.ts';
import { once } from '#platform/once/once.ts';
import type { AppContext } from '#server/app-context.ts';
import { sendEmailsSoon } from './trigger-soon.ts';

export type ActingCall = {
  viewer: Viewer;
  headers: { 'idempotency-key': string };
  params?: object;
  body?: object;
};

/**
 * An act of staff, once for its Idempotency-Key (OF8.7); the mails go out after the commit.
 * @param name  of the endpoint
 * @returns the id from `work`, for a repeated call the id of the first
 */
export async function actOnce(
  context: AppContext,
  name: string,
  { viewer, headers, params, body }: ActingCall,
  work: (tx: Tx, now: Date) => Promise<number>,
): Promise<number> {
  const { db, clock } = context;
  const now = clock.now();
  const asked = {
    by_id: viewer.user_id,
    call: name,
    key: headers['idempotency-key'],
    sent: { params, body },
  };
  const id = await db.transaction((tx) => once(tx, now, asked, () => work(tx, now)));
  await sendEmailsSoon(context);
  return id;
}
