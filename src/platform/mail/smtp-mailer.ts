import type { Transporter } from 'nodemailer';
import { composeMessage } from './compose.ts';
import type { Mailer } from './mailer.ts';

/** Sends through an SMTP server, one connection kept open (K3). */
export function smtpMailer(smtpUrl: string, from: string): Mailer & { close(): void } {
  let opened: Promise<Transporter> | undefined;
  return {
    async send(mail) {
      opened ??= openTransport(smtpUrl);
      const { envelope, message } = await composeMessage(mail, from);
      await (await opened).sendMail({ envelope, raw: message });
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}

// Loaded with the first mail: the process that serves sends none.
async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
  } as Parameters<typeof createTransport>[0]);
}
