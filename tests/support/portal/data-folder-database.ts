import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isServerOf, readPostmaster } from '#platform/db/embedded/postmaster.ts';
import { openVault } from '#platform/vault/open-vault.ts';
import { urlOf } from '#platform/db/embedded/server.ts';

export const dataFolderOf = (dataDir: string) => join(dataDir, 'postgres/data');

/** The address of the embedded database of a portal that runs on this data folder. */
export function databaseUrlOf(dataDir: string): string {
  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8');
  return urlOf({ password }, readPostmaster(dataFolderOf(dataDir))!, 'schoolrun');
}

/** The vault of a portal that runs on this data folder, or is going to. */
export const vaultOf = (dataDir: string) => openVault({ vaultKeys: [], dataDir });

/** The server's process, 0 when it has none. */
export const serverPidOf = (dataDir: string) => readPostmaster(dataFolderOf(dataDir))?.pid ?? 0;

/** Ends the database server as a power cut would. */
export async function killServerOf(dataDir: string): Promise<void> {
  const pid = serverPidOf(dataDir);
  if (!pid || !isServerOf(pid, dataFolderOf(dataDir))) return;
  process.kill(pid, 'SIGKILL');
  while (isServerOf(pid, dataFolderOf(dataDir))) await sleep(20);
}
