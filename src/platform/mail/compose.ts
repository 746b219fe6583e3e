import { invariant } from '#kit/invariant.ts';
import type { Mail } from './mailer.ts';

/** A message in nodemailer's words. A line break in a header would smuggle in another (ASVS 1.3.11). */
export function envelopeOf(mail: Mail, from: string) {
  invariant(
    ![mail.subject, mail.ref, mail.replyTo ?? '', ...mail.to].some((text) => /[\r\n]/.test(text)),
    'no line break in a mail header',
  );
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  const { to, replyTo, subject, html, text, attachments } = mail;
  return {
    from,
    to,
    replyTo,
    subject,
    html,
    text,
    attachments,
    messageId: `<${encodeURIComponent(mail.ref)}@${domain}>`,
  };
}

/** The whole message as it would travel, an `.eml` file's content. */
export async function composeEml(mail: Mail, from: string): Promise<Buffer> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const { message } = await transport.sendMail(envelopeOf(mail, from));
  return message as Buffer;
}
