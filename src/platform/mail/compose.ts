import { invariant } from '#kit/invariant.ts';
import type { Mail } from './mailer.ts';

/**
 * A carriage return alone ends a line for some mail servers and not for others, so a text that somebody typed
 * could end the message for one of them and go on in commands (RFC 5321, 2.3.8). nodemailer lets it pass.
 */
const inWholeLines = (text: string) => text.replaceAll(/\r(?!\n)/g, '\n');

/** A message in nodemailer's words. A line break in a header would smuggle in another (ASVS 1.3.11). */
function wordsOf(mail: Mail, from: string) {
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
    html: inWholeLines(html),
    text: inWholeLines(text),
    attachments,
    messageId: `<${encodeURIComponent(mail.ref)}@${domain}>`,
    // A mail never reads a file or an address that its content names.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Whom the mail server is told, and the whole message as it travels. */
type Composed = { envelope: { from: string | false; to: string[] }; message: Buffer };

/**
 * nodemailer composes the parts of a message. It would write them by streams, which costs more than the rest.
 */
export async function composeMessage(mail: Mail, from: string): Promise<Composed> {
  const { tree, write } = await composed(mail, from);
  return { envelope: tree.getEnvelope(), message: Buffer.from(write()) };
}

/** The content of an `.eml` file. */
export async function composeEml(mail: Mail, from: string): Promise<Buffer> {
  const { write } = await composed(mail, from);
  return Buffer.from(write().replaceAll('\r', ''));
}

// Loaded with the first mail: the process that serves sends none.
async function composed(mail: Mail, from: string) {
  const [{ default: MailComposer }, base64, qp] = await Promise.all([
    import('nodemailer/lib/mail-composer'),
    import('nodemailer/lib/base64'),
    import('nodemailer/lib/qp'),
  ]);
  const tree = new MailComposer(wordsOf(mail, from)).compile();
  type Part = typeof tree;
  const contentOf = (part: Part): string => {
    const content = part.content as string | Buffer;
    const encoding = part.getTransferEncoding();
    if (encoding === 'base64') return base64.wrap(base64.encode(content));
    if (encoding === 'quoted-printable') return qp.wrap(qp.encode(content));
    return content.toString();
  };
  const writePart = (part: Part): string => {
    const headers = `${part.buildHeaders()}\r\n\r\n`;
    if (part.childNodes.length === 0) return headers + (part.content ? contentOf(part) : '');
    const inside = part.childNodes.map((child) => `--${part.boundary}\r\n${writePart(child)}\r\n`);
    return `${headers}${inside.join('')}--${part.boundary}--\r\n`;
  };
  return { tree, write: () => writePart(tree) };
}
