import { createTransport } from 'nodemailer';
import { envelopeOf } from './compose.ts';
import type { Mailer } from './mailer.ts';

/** Sends through an SMTP server, one connection kept open (K3). */
export function smtpMailer(smtpUrl: string, from: string): Mailer & { close(): void } {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
    // A mail never reads a file or an address that its content names.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
  return {
    send: async (mail) => void (await transport.sendMail(envelopeOf(mail, from))),
    close: () => transport.close(),
  };
}
