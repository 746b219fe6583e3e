import { askOnce } from './ask-once.ts';

export async function tryToConnect(url: string): Promise<string> {
  const { rows } = await askOnce(url, (client) =>
    client.query<{ role: string }>('select current_user as role'),
  );
  return rows[0]!.role;
}
