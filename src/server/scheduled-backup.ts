import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS } from '#kit/durations.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { makeBackup } from '#platform/backup/backup.ts';
import { storeBackup } from '#platform/backup/sealed-backup.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/database.ts';
import { openEmbedded } from '#platform/db/embedded/embedded.ts';
import { openFileStore } from '#platform/files/drive-store.ts';
import { silentLog } from '#platform/log/log.ts';
import type { Job } from '#platform/queue/job.ts';
import { createVault } from '#platform/vault/vault.ts';
import type { AppContext } from './app-context.ts';

type Deps = Pick<AppContext, 'config' | 'clock' | 'db' | 'log' | 'vault'>;

/** The audit log is the record of stored backups. */
export const STORED_BACKUP = 'backup.store';
export const NOTED_BACKUP = 'backup.note';

/** Notes a backup made by a command or by other tools, for the health page (HE1). */
export const noteBackup = (db: Db, now: Date): Promise<void> =>
  writeAudit(db, now, undefined, { action: NOTED_BACKUP, subject: 'backup' });

/** A part of a backup has 64 MB. */
const PART_WITHIN_MS = 5 * MINUTE_MS;

/** @throws Error if no bucket is set */
export async function openBackupBucket(config: Config, answerWithinMs = PART_WITHIN_MS) {
  const { backup } = config;
  if (!backup) throw new Error('no BACKUP_BUCKET is set');
  const store = await openFileStore({ ...config, s3: backup.s3 }, { answerWithinMs });
  return { store, vault: createVault(backup.keys.map((key) => Buffer.from(key, 'base64'))) };
}

/** Backs the embedded database and the files up into the bucket, while the portal serves or not. */
export async function backUpToBucket({ config, clock, db, log, vault }: Deps): Promise<string> {
  const { dataDir } = config;
  const bucket = await openBackupBucket(config);
  const name = clock.realNow().toISOString().slice(0, 19).replaceAll(':', '-');
  const folder = join(dataDir, 'backups', name);
  const { ownerUrl, stop } = await openEmbedded({ dataDir, log: silentLog(), role: 'tool' });
  try {
    await makeBackup({ dataDir, superuserUrl: ownerUrl, vault }, folder);
    const { parts, bytes } = await storeBackup(bucket, { name, folder });
    await writeAudit(db, clock.now(), undefined, {
      action: STORED_BACKUP,
      subject: 'backup',
      detail: { name, parts, bytes },
    });
    log.info({ name, parts, bytes }, 'a backup was stored in the bucket');
    return name;
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each night, with a bucket for backups. */
export const backupJobs = (context: AppContext): Job[] =>
  context.config.backup
    ? [{ name: 'backup.store', cron: '15 3 * * *', run: async () => void (await backUpToBucket(context)) }]
    : [];
