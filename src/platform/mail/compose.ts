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
  return { envelope: tree.getEnvelope(), message: Buffer.from(write('\r\n')) };
}

/** The content of an `.eml` file. */
export async function composeEml(mail: Mail, from: string): Promise<Buffer> {
  const { write } = await composed(mail, from);
  return Buffer.from(write('\n'));
}

type LineEnd = '\r\n' | '\n';

const LINE = 76;

/** As nodemailer's `wrap` does it, which takes three times as long for a paper. */
function inLines(base64: string, end: LineEnd): string {
  const lines = Array.from({ length: Math.ceil(base64.length / LINE) }, (_, at) =>
    base64.slice(at * LINE, (at + 1) * LINE),
  );
  return lines.join(end);
}

// Loaded with the first mail: the process that serves sends none.
let loaded: ReturnType<typeof load> | undefined;
const load = () =>
  Promise.all([import('nodemailer/lib/mail-composer'), import('nodemailer/lib/qp')] as const);

async function composed(mail: Mail, from: string) {
  const [{ default: MailComposer }, qp] = await (loaded ??= load());
  const tree = new MailComposer(wordsOf(mail, from)).compile();
  type Part = typeof tree;
  const contentOf = (part: Part, end: LineEnd): string => {
    const content = part.content as string | Buffer;
    const encoding = part.getTransferEncoding();
    if (encoding === 'base64') return inLines(Buffer.from(content as string).toString('base64'), end);
    const text = encoding === 'quoted-printable' ? qp.wrap(qp.encode(content)) : content.toString();
    return ended(text, end);
  };
  const writePart = (part: Part, end: LineEnd): string => {
    const headers = `${ended(part.buildHeaders(), end)}${end}${end}`;
    if (part.childNodes.length === 0) return headers + (part.content ? contentOf(part, end) : '');
    const inside = part.childNodes.map((child) => `--${part.boundary}${end}${writePart(child, end)}${end}`);
    return `${headers}${inside.join('')}--${part.boundary}--${end}`;
  };
  return { tree, write: (end: LineEnd) => writePart(tree, end) };
}

const ended = (text: string, end: LineEnd) => (end === '\n' ? text.replaceAll('\r', '') : text);
