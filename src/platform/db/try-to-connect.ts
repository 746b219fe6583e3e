import pg from 'pg';

/**
 * Opens and closes one connection; throws what stands in the way.
 * @returns the role that it had
 */
export async function tryToConnect(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ role: string }>('select current_user as role');
  await client.end();
  return rows[0]!.role;
}
