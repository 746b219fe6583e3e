import pg from 'pg';

/** Opens and closes one connection; throws what stands in the way. */
export async function tryToConnect(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  await client.end();
}
