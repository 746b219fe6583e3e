import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { serverAccount } from '#platform/db/embedded/server-account.ts';
import { copyRunningCluster } from '#platform/db/embedded/copy-cluster.ts';
import { askOnce } from '#platform/db/ask-once.ts';
import { readNeeds, refuseUnknownNeeds, type Known } from '#platform/db/refuse-newer.ts';
import { vaultOfBackup } from '#platform/vault/open-vault.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { copyFile, copyFolder, writeText, type CopiedFile } from './copy-files.ts';

const MANIFEST = 'backup.json';
/** of the bytes of the manifest, by the vault (MH17) */
const SIGNATURE = 'backup.signature';
const SIGNED_FOR = 'backup';

const manifestShape = z.object({
  made_at: z.iso.datetime(),
  /** missing in backups of version 0.1.0 */
  database: z
    .object({ version: z.string().nullable(), needs: z.array(z.string()) })
    .default({ version: null, needs: [] }),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

type Manifest = z.infer<typeof manifestShape>;

export type BackupReport = { files: number; bytes: number; hasVaultKey: boolean };

type Source = {
  dataDir: string;
  superuserUrl: string;
  vault: Pick<Vault, 'sign'>;
};

const DATABASE = 'postgres/data';

const inside = (folder: string, files: CopiedFile[]) =>
  files.map((file) => ({ ...file, path: `${folder}/${file.path}` }));

const sumOf = (files: readonly CopiedFile[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * First the database, as of the end of the copy, then the files, to include each file named by a row (H19).
 * Renamed from a draft name when complete.
 * @throws Error with a sentence if `to` exists already
 */
export async function makeBackup(
  { dataDir, superuserUrl, vault }: Source,
  to: string,
): Promise<BackupReport> {
  if (existsSync(to)) throw new Error(m.portal_backup_is_there({ folder: to }));
  const draft = `${to}.new-${process.pid}`;
  await mkdir(join(draft, 'postgres'), { recursive: true, mode: 0o700 });
  try {
    const database = await copyRunningCluster(superuserUrl, join(dataDir, DATABASE), join(draft, DATABASE));
    const needs = await askOnce(superuserUrl, readNeeds);
    const files = inside(DATABASE, database.files);
    for (const folder of ['files', 'mail'])
      files.push(...inside(folder, await copyFolder(join(dataDir, folder), join(draft, folder))));
    let hasVaultKey = false;
    for (const path of ['postgres/password', 'vault.key']) {
      const file = await copyFile(join(dataDir, path), join(draft, path));
      if (file) files.push({ path, ...file });
      if (path === 'vault.key') hasVaultKey = file !== undefined;
    }
    const manifest: Manifest = { made_at: database.at.toISOString(), database: needs, files };
    const text = JSON.stringify(manifest);
    await writeText(join(draft, SIGNATURE), vault.sign(SIGNED_FOR, text));
    await writeText(join(draft, MANIFEST), text);
    await rename(draft, to);
    return { files: files.length, bytes: sumOf(files), hasVaultKey };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

const DRAFT = '.restoring';

type Trust = {
  /** without keys, the backup's own key decides */
  vaultKeys: readonly string[];
  /** for backups of versions that signed none; a wrong signature is refused all the same */
  takesUnsigned: boolean;
};

/**
 * A file that the signed manifest does not name, for example a setting of the database server, could run
 * programs, so the backup is refused (MH17).
 * @throws Error with a sentence for a folder with files, a broken, changed or unsigned backup, or a backup of
 * a newer version
 */
export async function putBack(
  from: string,
  dataDir: string,
  { known, ...trust }: Trust & { known: Known },
): Promise<{ made_at: string; files: number }> {
  const { made_at, database, files } = await readManifest(from, trust);
  refuseUnknownNeeds(database, known);
  const there = await readdir(dataDir).catch(() => []);
  if (there.some((name) => name !== DRAFT)) throw new Error(m.portal_restore_not_empty({ folder: dataDir }));
  const draft = join(dataDir, DRAFT);
  await rm(draft, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    const copied = new Map((await copyFolder(from, draft)).map((file) => [file.path, file]));
    const broken = files.find(({ path, sha256 }) => copied.get(path)?.sha256 !== sha256);
    if (broken) throw new Error(m.portal_restore_broken({ folder: from, file: broken.path }));
    const named = new Set([MANIFEST, SIGNATURE, ...files.map(({ path }) => path)]);
    const foreign = [...copied.keys()].find((path) => !named.has(path));
    if (foreign) throw new Error(m.portal_restore_unnamed({ folder: from, file: foreign }));
    await rm(join(draft, MANIFEST));
    await rm(join(draft, SIGNATURE), { force: true });
    await giveToServer(join(draft, DATABASE));
    for (const name of await readdir(draft)) await rename(join(draft, name), join(dataDir, name));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return { made_at, files: files.length };
}

/** A server refuses a data folder of another account, and account numbers differ between machines. */
async function giveToServer(folder: string): Promise<void> {
  const { uid, gid } = serverAccount([]);
  if (uid === undefined || gid === undefined) return;
  for (const name of ['', ...(await readdir(folder, { recursive: true }))])
    await chown(join(folder, name), uid, gid);
}

async function readManifest(from: string, trust: Trust): Promise<Manifest> {
  const text = await readFile(join(from, MANIFEST), 'utf8').catch((error: unknown) => {
    throw new Error(m.portal_restore_no_backup({ folder: from }), { cause: error });
  });
  await refuseUnsigned(from, text, trust);
  try {
    return manifestShape.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(m.portal_restore_no_backup({ folder: from }), { cause: error });
  }
}

async function refuseUnsigned(
  folder: string,
  text: string,
  { vaultKeys, takesUnsigned }: Trust,
): Promise<void> {
  const path = join(folder, SIGNATURE);
  if (!existsSync(path)) {
    if (takesUnsigned) return;
    throw new Error(m.portal_restore_unsigned({ folder }));
  }
  const vault = await vaultOfBackup(folder, vaultKeys);
  if (!vault.isSigned(SIGNED_FOR, text, await readFile(path, 'utf8')))
    throw new Error(m.portal_restore_signature_wrong({ folder }));
}
