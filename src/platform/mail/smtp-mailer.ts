import type { Transporter } from 'nodemailer';
import type { Mailer } from './mailer.ts';
import { messageOf } from './message-of.ts';

/** Over a connection kept open (K3). */
export function smtpMailer(smtpUrl: string, from: string): Mailer & { close(): void } {
  let opened: Promise<Transporter> | undefined;
  return {
    async send(mail) {
      const message = messageOf(mail, from);
      opened ??= openTransport(smtpUrl);
      await (await opened).sendMail(message);
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}

// Loaded with the first mail: the serving process sends no mail.
async function openTransport(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
  } as Parameters<typeof createTransport>[0]);
}
