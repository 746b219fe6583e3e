import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '#kit/durations.ts';
import { findLastAudit, writeAudit } from '#platform/audit/audit.ts';
import { makeBackup } from '#platform/backup/backup.ts';
import { storeBackup } from '#platform/backup/sealed-backup.ts';
import type { Config } from '#platform/config/config.ts';
import { openEmbedded } from '#platform/db/embedded/embedded.ts';
import { openFileStore } from '#platform/files/drive-store.ts';
import { silentLog } from '#platform/log/log.ts';
import type { Job } from '#platform/queue/job.ts';
import { createVault } from '#platform/vault/vault.ts';
import type { AppContext } from './app-context.ts';

type Deps = Pick<AppContext, 'config' | 'clock' | 'db' | 'log' | 'vault'>;

/** The audit log is the record of stored backups. */
const STORED = { action: 'backup.store', subject: 'backup' } as const;

/** @throws Error if no bucket is set */
export async function openBackupBucket(config: Config) {
  const { backup } = config;
  if (!backup) throw new Error('no BACKUP_BUCKET is set');
  const store = await openFileStore({ ...config, s3: backup.s3 });
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
    await writeAudit(db, clock.now(), undefined, { ...STORED, detail: { name, parts, bytes } });
    log.info({ name, parts, bytes }, 'a backup was stored in the bucket');
    return name;
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

export type BackupAge = { is_on: boolean; age_h: number | null };

/** @returns the age of the last stored backup in hours; null for none */
export async function readBackupAge({ config, clock, db }: Omit<Deps, 'log' | 'vault'>): Promise<BackupAge> {
  const at = await findLastAudit(db, STORED);
  const age_h = at && Math.floor((clock.now().getTime() - at.getTime()) / HOUR_MS);
  return { is_on: config.backup !== undefined, age_h };
}

/** Each night, with a bucket for backups. */
export const backupJobs = (context: AppContext): Job[] =>
  context.config.backup
    ? [{ name: 'backup.store', cron: '15 3 * * *', run: async () => void (await backUpToBucket(context)) }]
    : [];
