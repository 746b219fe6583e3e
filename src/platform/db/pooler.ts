import type pg from 'pg';
import { askOnce } from './ask-once.ts';

/*
 * A pooler hands out a connection of the server for each transaction, so nothing of a session lasts beyond
 * one: no name of a statement, no LISTEN and no lock. It greets whoever connects with a number of its own,
 * where a server gives the number of the process that answers (H20).
 */

/** The question that tells: which process answers. */
const WHO_ANSWERS = 'select pg_backend_pid() as pid';

/** Whether a pooler stands between a connection and the server. */
export async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>(WHO_ANSWERS);
  return rows[0]?.pid !== (client as unknown as { processID: number | null }).processID;
}

/** The same of an address, by a connection of its own. */
export const isPoolerAt = (url: string): Promise<boolean> => askOnce(url, isPooled);
