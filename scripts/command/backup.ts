import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { m } from '#i18n/messages.js';
import { makeBackup } from '#platform/backup/backup.ts';
import { readConfig } from '#platform/config/config.ts';
import { askOnce } from '#platform/db/ask-once.ts';
import { openDatabase } from '#platform/db/database.ts';
import { openEmbedded } from '#platform/db/embedded/embedded.ts';
import { refuseNewer } from '#platform/db/refuse-newer.ts';
import { silentLog } from '#platform/log/log.ts';
import { openVault } from '#platform/vault/open-vault.ts';
import { KNOWN } from '#server/prepare-database.ts';
import { backUpToBucket, noteBackup, openBackupBucket } from '#server/scheduled-backup.ts';
import { fetchBackup } from '#platform/backup/sealed-backup.ts';
import { DONE, type Handler } from './command-line.ts';
import { onDatabase } from './on-database.ts';
import { say } from './say.ts';

/*
 * `backup FOLDER`: copies the data folder of a portal on the embedded database, while it serves or not, into
 * a folder that is not there yet (H19). `backup store` and `backup fetch NAME FOLDER` do so by way of the
 * bucket (MO12). `backup note` notes a backup made by other tools (HE1).
 */

const MEGABYTE = 1_000_000;

export const backUp: Handler = async ({ values: [folder = ''] }) => {
  const to = resolve(folder);
  const config = readConfig(process.env);
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) throw new Error(m.portal_backup_outside());
  if (!existsSync(join(dataDir, 'postgres/data')))
    throw new Error(m.portal_backup_nothing({ folder: dataDir }));
  process.umask(0o077);
  const before = performance.now();
  const { ownerUrl, stop } = await openEmbedded({ dataDir, log: silentLog(), role: 'tool' });
  try {
    await askOnce(ownerUrl, (client) => refuseNewer(client, KNOWN));
    const vault = await openVault(config);
    const { files, bytes, hasVaultKey } = await makeBackup({ dataDir, superuserUrl: ownerUrl, vault }, to);
    const megabytes = (bytes / MEGABYTE).toFixed(1);
    const seconds = ((performance.now() - before) / 1_000).toFixed(1);
    say(m.portal_backup_made({ files, megabytes, folder: to, seconds }));
    if (hasVaultKey) say(m.portal_backup_has_key());
    await noteMade(ownerUrl);
    return DONE;
  } finally {
    await stop();
  }
};

async function noteMade(ownerUrl: string): Promise<void> {
  const { db, close } = openDatabase(ownerUrl, { log: silentLog(), maxConnections: 1 });
  await noteBackup(db, new Date()).finally(close);
}

/** `backup note`: a backup was made by other tools. */
export const noteNow: Handler = async () =>
  onDatabase(async ({ db, clock }) => {
    await noteBackup(db, clock.now());
    say(m.portal_backup_noted());
    return DONE;
  });

const refuseWithoutBucket = () => {
  if (!readConfig(process.env).backup) throw new Error(m.portal_backup_no_bucket());
};

export const storeNow: Handler = async () => {
  refuseWithoutBucket();
  return onDatabase(async (context) => {
    say(m.portal_backup_stored({ name: await backUpToBucket(context) }));
    return DONE;
  });
};

export const fetchInto: Handler = async ({ values: [name = '', folder = ''] }) => {
  refuseWithoutBucket();
  process.umask(0o077);
  const to = resolve(folder);
  await fetchBackup(await openBackupBucket(readConfig(process.env)), name, to);
  say(m.portal_backup_fetched({ name, folder: to }));
  return DONE;
};
