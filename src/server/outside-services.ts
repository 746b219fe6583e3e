import { randomUUID } from 'node:crypto';
import { m } from '#i18n/messages.js';
import type { Config } from '#platform/config/config.ts';
import { openFileStore } from '#platform/files/drive-store.ts';
import { describeError } from '#platform/log/describe-error.ts';
import type { Log } from '#platform/log/log.ts';
import { tryMailServer } from '#platform/mail/open-mailer.ts';

/** The code of an error, never the message: the message may repeat an address with a password. */
function whyOf(error: unknown): string {
  const { code, name } = describeError(error);
  return code ?? name;
}

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
    await store.put(key, Buffer.from(key), 'text/plain');
    const found = await store.find(key);
    if (!found || Buffer.from(found).toString() !== key) throw new Error('another content');
    await store.delete(key);
    return undefined;
  } catch (error) {
    return m.portal_s3_fails({ why: whyOf(error) });
  }
}

/** The portal starts all the same: emails wait, and most pages need no file (MO9). */
export async function warnOfOutsideServices(config: Config, log: Log): Promise<void> {
  const found = await Promise.all([findMailTrouble(config), findFilesTrouble(config)]);
  for (const sentence of found) if (sentence) log.warn(sentence);
}
