import { randomUUID } from 'node:crypto';
import { m } from '#i18n/messages.js';
import type { Config } from '#platform/config/config.ts';
import { openFileStore } from '#platform/files/drive-store.ts';
import { whyOf, type FileStore } from '#platform/files/file-store.ts';
import type { Log } from '#platform/log/log.ts';
import { tryMailServer } from '#platform/mail/open-mailer.ts';
import { openBackupBucket } from './scheduled-backup.ts';

/** Nodemailer replaces the code of a failed connection. The message has host and certificate alone. */
function whyOfMail(error: unknown): string {
  const { command, reason, message } = error as Error & { command?: string; reason?: string };
  return command === 'CONN' ? (reason ?? message).split(/[;\n]/)[0]! : whyOf(error);
}

/** Logs in to the mail server, without a mail. @returns what to do; undefined if all is well */
export async function findMailTrouble({ smtpUrl }: Config): Promise<string | undefined> {
  if (!smtpUrl) return undefined;
  try {
    await tryMailServer(smtpUrl);
    return undefined;
  } catch (error) {
    return m.portal_smtp_fails({ why: whyOfMail(error) });
  }
}

/** Writes, reads and deletes a file in the bucket. @returns what to do; undefined if all is well */
export async function findFilesTrouble(config: Config): Promise<string | undefined> {
  if (!config.s3) return undefined;
  const key = `start-checks/${randomUUID()}.txt`;
  try {
    const store = await openFileStore(config);
    await writeAndRead(store, key, key);
    await store.delete(key);
    return undefined;
  } catch (error) {
    return m.portal_s3_fails({ why: whyOf(error) });
  }
}

/** @throws Error if the store answers with another content */
async function writeAndRead(store: Pick<FileStore, 'put' | 'find'>, key: string, content: string) {
  await store.put(key, Buffer.from(content), 'text/plain');
  const found = await store.find(key);
  if (!found || Buffer.from(found).toString() !== content) throw new Error('another content');
}

/** The key of the bucket for backups need not delete, so each check writes the same file. */
const CHECK_OF_BACKUPS = 'checks/last-check.txt';

const CHECKED_WITHIN_MS = 10_000;

/** Writes and reads a file in the bucket for backups. @returns what to do; undefined if all is well */
export async function findBackupTrouble(config: Config): Promise<string | undefined> {
  if (!config.backup) return undefined;
  try {
    const { store } = await openBackupBucket(config, CHECKED_WITHIN_MS);
    await writeAndRead(store, CHECK_OF_BACKUPS, randomUUID());
    return undefined;
  } catch (error) {
    return m.portal_backup_bucket_fails({ why: whyOf(error) });
  }
}

/** The portal starts all the same: emails and backups wait, and most pages need no file (MO9). */
export async function warnOfOutsideServices(config: Config, log: Log): Promise<void> {
  const found = await Promise.all(
    [findMailTrouble, findFilesTrouble, findBackupTrouble].map((find) => find(config)),
  );
  for (const sentence of found) if (sentence) log.warn(sentence);
}
