import type { SendMailOptions } from 'nodemailer';
import { invariant } from '#kit/invariant.ts';
import type { Mail } from './mailer.ts';

/**
 * A carriage return alone ends a line for some mail servers and not for others, so a text that somebody typed
 * could end the message for one of them and go on in commands (RFC 5321, 2.3.8). nodemailer lets it pass.
 */
const inWholeLines = (text: string) => text.replaceAll(/\r(?!\n)/g, '\n');

/** A mail as nodemailer takes it. */
export function messageOf({ ref, ...mail }: Mail, from: string): SendMailOptions {
  // A line break in a header would smuggle in another one (ASVS 1.3.11).
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
    // No mail reads a file or an address that its content names.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
