import pg from 'pg';
import { askOnce } from './ask-once.ts';
import { poolOf } from './held-connection.ts';

/*
 * A pooler hands out a connection per transaction: names of statements, LISTEN and locks do not last. A
 * server greets with the number of the answering process, a pooler with another number (H20).
 */

const WHO_ANSWERS = 'select pg_backend_pid() as pid';

export async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>(WHO_ANSWERS);
  return rows[0]?.pid !== (client as unknown as { processID: number | null }).processID;
}

export const isPoolerAt = (url: string): Promise<boolean> => askOnce(url, isPooled);

const withoutPooler = new WeakSet<pg.Pool>();

/** Before the first answer, statements go without a name. */
export function learnOfPooler(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    isPooled(client).then(
      (isTrue) => void (isTrue || withoutPooler.add(pool)),
      () => undefined,
    );
  });
}

/** The server parses and plans a named statement once per connection. */
export function mayName(client: pg.Pool | pg.ClientBase): boolean {
  const pool = poolOf(client);
  return pool !== undefined && withoutPooler.has(pool);
}
