import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { createVault, KEY_BYTES, type Vault } from './vault.ts';

const KEY_FILE = 'vault.key';

/**
 * The vault with the key ring of VAULT_KEYS. Without one, which production refuses, a key is made at the
 * first start and kept in the data folder, readable by its owner only.
 */
export async function openVault({
  vaultKeys,
  dataDir,
}: Pick<Config, 'vaultKeys' | 'dataDir'>): Promise<Vault> {
  const keys = vaultKeys.length > 0 ? vaultKeys : [await keyInFolder(dataDir)];
  return createVault(keys.map((key) => Buffer.from(key, 'base64')));
}

async function keyInFolder(dataDir: string): Promise<string> {
  const path = join(dataDir, KEY_FILE);
  await mkdir(dataDir, { recursive: true });
  // `wx` fails where the file is there already, so of two first starts one makes the key and both use it.
  await writeFile(path, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return (await readFile(path, 'utf8')).trim();
}
