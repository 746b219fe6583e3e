import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mailer } from './mailer.ts';
import { messageOf } from './message-of.ts';

type Options = { folder: string; from: string; clock: Clock; log: Log };

/** Named by time and key: a message sent twice at the same time leaves a single file (K3). */
export function folderMailer({ folder, from, clock, log }: Options): Mailer {
  return {
    async send(mail) {
      // Loaded with the first mail: the serving process sends no mail.
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
      const message = { ...messageOf(mail, from), newline: 'linux' };
      const eml = await new MailComposer(message).compile().build();
      const time = clock.now().toISOString().replaceAll(/[:.]/g, '-');
      const path = join(folder, `${time}-${mail.ref.replaceAll(/[^\w-]+/g, '-')}.eml`);
      // Renamed only when complete: a reader never sees half a message.
      writeInto(folder, `${path}.part`, eml);
      renameSync(`${path}.part`, path);
      log.info({ path }, 'a mail was written');
    },
  };
}

/** Somebody may remove the folder. Asynchronous calls would double the cost, and only mails wait here. */
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
