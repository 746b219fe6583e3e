import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { m } from '#i18n/messages.js';
import type { Config } from '#platform/config/config.ts';
import { createVault, KEY_BYTES, type Vault } from './vault.ts';

const KEY_FILE = 'vault.key';

/** Without VAULT_KEYS, the first start stores a new key in the data folder; production refuses. */
export async function openVault({
  vaultKeys,
  dataDir,
}: Pick<Config, 'vaultKeys' | 'dataDir'>): Promise<Vault> {
  const keys = vaultKeys.length > 0 ? vaultKeys : [await keyInFolder(dataDir)];
  return vaultOf(keys);
}

const vaultOf = (keys: readonly string[]): Vault =>
  createVault(keys.map((key) => Buffer.from(key, 'base64')));

/**
 * The vault that has signed a backup: of VAULT_KEYS, else of the key in the backup.
 * @throws Error with a sentence without any key
 */
export async function vaultOfBackup(folder: string, vaultKeys: readonly string[]): Promise<Vault> {
  if (vaultKeys.length > 0) return vaultOf(vaultKeys);
  const key = await readFile(join(folder, KEY_FILE), 'utf8').catch((error: unknown) => {
    throw new Error(m.portal_restore_no_key({ folder }), { cause: error });
  });
  return vaultOf([key.trim()]);
}

async function keyInFolder(dataDir: string): Promise<string> {
  const path = join(dataDir, KEY_FILE);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) await makeKey(path);
  // As root, the data folder belongs to the account of the database server, and that account could have put
  // another file there.
  if (process.getuid?.() === 0 && (await stat(path)).uid !== 0)
    throw new Error(m.portal_vault_key_of_others({ path }));
  return (await readFile(path, 'utf8')).trim();
}

/** Two first starts at once use the same key: the file gets the name only after the key is written. */
async function makeKey(path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
}
