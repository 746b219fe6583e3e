import type pg from 'pg';

/** Counts the statements that go through a pool, begin and commit among them, while something runs. */
export async function countStatements(pool: pg.Pool, act: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const watched = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return;
    const query = client.query;
    watched.set(client, query);
    client.query = ((...given: Parameters<typeof query>) => {
      count += 1;
      return query.apply(client, given);
    }) as typeof query;
  };
  pool.on('acquire', watch);
  try {
    await act();
    return count;
  } finally {
    pool.off('acquire', watch);
    for (const [client, query] of watched) client.query = query;
  }
}
