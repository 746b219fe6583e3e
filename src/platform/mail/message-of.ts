import type { SendMailOptions } from 'nodemailer';
import { invariant } from '#kit/invariant.ts';
import type { Mail } from './mailer.ts';

/**
 * Some servers end a line at a lone carriage return: a typed text could go on in commands (RFC 5321, 2.3.8).
 */
const inWholeLines = (text: string) => text.replaceAll(/\r(?!\n)/g, '\n');

export function messageOf({ ref, ...mail }: Mail, from: string): SendMailOptions {
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
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
