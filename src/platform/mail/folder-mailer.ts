import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { composeEml } from './compose.ts';
import type { Mailer } from './mailer.ts';

type Options = { folder: string; from: string; clock: Clock; log: Log };

/**
 * Writes each message as an `.eml` file and logs its path (K3). The name begins with the time and
 * ends with the message's key, so sending one twice leaves one file a time.
 */
export function folderMailer({ folder, from, clock, log }: Options): Mailer {
  return {
    async send(mail) {
      const eml = await composeEml(mail, from);
      const time = clock.now().toISOString().replaceAll(/[:.]/g, '-');
      const path = join(folder, `${time}-${mail.ref.replaceAll(/[^\w-]+/g, '-')}.eml`);
      // Moved into place when whole, so that a reader never sees half a message.
      await writeInto(folder, `${path}.part`, eml);
      await rename(`${path}.part`, path);
      log.info({ path }, 'a mail was written');
    },
  };
}

/** The folder is made with the first mail, and again where somebody has taken it away. */
async function writeInto(folder: string, path: string, eml: Buffer): Promise<void> {
  const write = () => writeFile(path, eml, { mode: 0o600 });
  try {
    await write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await write();
  }
}
