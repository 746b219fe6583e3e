import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SendMailOptions, Transporter } from 'nodemailer';
import { invariant } from '#kit/invariant.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mail, Mailer } from './mailer.ts';

/** `from`: the present sender, as the company may be renamed. */
type Options = { config: Config; from: () => string; clock: Clock; log: Log };

/** Source: K3 */
export function openMailer({ config, from, clock, log }: Options): Mailer & { close(): void } {
  if (config.smtpUrl) return smtpMailer(config.smtpUrl, from);
  const folder = join(config.dataDir, 'mail');
  return { ...folderMailer({ folder, from, clock, log }), close: () => undefined };
}

/** Over a connection kept open (K3). */
export function smtpMailer(smtpUrl: string, from: () => string): Mailer & { close(): void } {
  let opened: Promise<Transporter> | undefined;
  return {
    async send(mail) {
      const message = messageOf(mail, from());
      opened ??= openTransport(smtpUrl);
      await (await opened).sendMail(message);
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}

// Loaded with the first mail: the serving process sends no mail.
async function openTransport(smtpUrl: string, { pool = true } = {}): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    pool,
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
  } as Parameters<typeof createTransport>[0]);
}

/** Connects and logs in, without a mail. @throws Error with a code of nodemailer */
export async function tryMailServer(smtpUrl: string): Promise<void> {
  const transport = await openTransport(smtpUrl, { pool: false });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

type FolderOptions = { folder: string; from: () => string; clock: Clock; log: Log };

/** Named by time and key: a message sent twice at the same time leaves a single file (K3). */
export function folderMailer({ folder, from, clock, log }: FolderOptions): Mailer {
  return {
    async send(mail) {
      // Loaded with the first mail: the serving process sends no mail.
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
      const message = { ...messageOf(mail, from()), newline: 'linux' };
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

/**
 * Some servers end a line at a lone carriage return: a typed text could go on in commands (RFC 5321, 2.3.8).
 */
const inWholeLines = (text: string) => text.replaceAll(/\r(?!\n)/g, '\n');

/**
 * No person sends these mails, so no program answers them (RFC 3834). Exchange reads a header of its own:
 * absences, receipts and automatic answers are suppressed, reports about undeliverable mails are not.
 */
const NO_AUTOMATIC_ANSWER = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply',
};

function messageOf({ ref, ...mail }: Mail, from: string): SendMailOptions {
  // A line break in a header would smuggle in another header (ASVS 1.3.11).
  invariant(
    ![mail.subject, ref, mail.replyTo ?? '', ...mail.to].some((text) => /[\r\n]/.test(text)),
    'no line break in a mail header',
  );
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    ...mail,
    from,
    html: inWholeLines(mail.html),
    text: inWholeLines(mail.text),
    messageId: `<${encodeURIComponent(ref)}@${domain}>`,
    headers: NO_AUTOMATIC_ANSWER,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
