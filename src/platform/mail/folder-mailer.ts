import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mailer } from './mailer.ts';
import { messageOf } from './message-of.ts';

type Options = { folder: string; from: string; clock: Clock; log: Log };

/**
 * Writes each message as an `.eml` file and logs its path (K3). The name begins with the time and
 * ends with the message's key, so sending one twice leaves one file a time.
 */
export function folderMailer({ folder, from, clock, log }: Options): Mailer {
  return {
    async send(mail) {
      // Loaded with the first mail: the process that serves sends none.
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
      const message = { ...messageOf(mail, from), newline: 'linux' };
      const eml = await new MailComposer(message).compile().build();
      const time = clock.now().toISOString().replaceAll(/[:.]/g, '-');
      const path = join(folder, `${time}-${mail.ref.replaceAll(/[^\w-]+/g, '-')}.eml`);
      // Moved into place when whole, so that a reader never sees half a message.
      writeInto(folder, `${path}.part`, eml);
      renameSync(`${path}.part`, path);
      log.info({ path }, 'a mail was written');
    },
  };
}

/**
 * The folder is made with the first mail, and again where somebody has taken it away. Nobody but mails waits
 * for this thread, and handing three calls to others costs as much again.
 */
function writeInto(folder: string, path: string, eml: Buffer): void {
  const write = () => writeFileSync(path, eml, { mode: 0o600 });
  try {
    write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    write();
  }
}
