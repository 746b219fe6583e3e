import pg from 'pg';
import { askOnce } from './ask-once.ts';
import { poolOf } from './held-connection.ts';

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

const withoutPooler = new WeakSet<pg.Pool>();

/** Asks at each connection of a pool; until the first answer its statements go without a name. */
export function learnOfPooler(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    isPooled(client).then(
      (isTrue) => void (isTrue || withoutPooler.add(pool)),
      () => undefined,
    );
  });
}

/** Whether a statement may have a name, by which the server parses and plans it once a connection. */
export function mayName(client: pg.Pool | pg.ClientBase): boolean {
  const pool = poolOf(client);
  return pool !== undefined && withoutPooler.has(pool);
}
