import { join } from 'node:path';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Log } from '#platform/log/log.ts';
import { folderMailer } from './folder-mailer.ts';
import type { Mailer } from './mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

type Options = { config: Config; from: string; clock: Clock; log: Log };

/** Source: K3 */
export function openMailer({ config, from, clock, log }: Options): Mailer & { close(): void } {
  if (config.smtpUrl) return smtpMailer(config.smtpUrl, from);
  const folder = join(config.dataDir, 'mail');
  return { ...folderMailer({ folder, from, clock, log }), close: () => undefined };
}
