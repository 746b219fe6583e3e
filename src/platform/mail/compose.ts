import { invariant } from '#kit/invariant.ts';
import { base64InLines, type LineEnd } from './base64-in-lines.ts';
import type { Mail } from './mailer.ts';

/**
 * A carriage return alone ends a line for some mail servers and not for others, so a text that somebody typed
 * could end the message for one of them and go on in commands (RFC 5321, 2.3.8). nodemailer lets it pass.
 */
const inWholeLines = (text: string) => text.replaceAll(/\r(?!\n)/g, '\n');

/** Whom the mail server is told, and the whole message as it travels. */
type Composed = { envelope: { from: string | false; to: string[] }; message: Buffer };

/**
 * nodemailer makes the head of a message and of what is attached to it. It would make the texts' too and
 * write all of it by streams, which costs more than the rest.
 */
export async function composeMessage(mail: Mail, from: string): Promise<Composed> {
  const { root, write } = await composed(mail, from);
  return { envelope: root.getEnvelope(), message: write('\r\n') };
}

/** The content of an `.eml` file. */
export async function composeEml(mail: Mail, from: string): Promise<Buffer> {
  const { write } = await composed(mail, from);
  return write('\n');
}

// Loaded with the first mail: the process that serves sends none.
let loaded: ReturnType<typeof load> | undefined;
const load = () => Promise.all([import('nodemailer/lib/mime-node'), import('nodemailer/lib/qp')] as const);

type Parts = Awaited<ReturnType<typeof load>>;
type MimeNode = InstanceType<Parts[0]['default']>;
type Qp = Parts[1];

// A mail never reads a file or an address that its content names.
const CLOSED = { disableFileAccess: true, disableUrlAccess: true };
// One that has no parts would draw its boundary by lot all the same.
const WITHOUT_PARTS = { ...CLOSED, baseBoundary: 'none' };

async function composed(mail: Mail, from: string) {
  const [{ default: Node }, qp] = await (loaded ??= load());
  const { html, text, attachments = [] } = mail;
  const texts = [
    { type: 'text/plain', content: inWholeLines(text) },
    { type: 'text/html', content: inWholeLines(html) },
  ];
  const isMixed = attachments.length > 0;
  const root = new Node(isMixed ? 'multipart/mixed' : 'multipart/alternative', CLOSED);
  root.setHeader(headersOf(mail, from));
  const attached = attachments.map(({ filename, contentType, content }) => {
    const node = root.createChild(contentType, { filename, ...WITHOUT_PARTS });
    node.setHeader('Content-Transfer-Encoding', 'base64').setHeader('Content-Disposition', 'attachment');
    return { node, content };
  });
  const write = (end: LineEnd): Buffer => {
    const message = pieces();
    message.add(headOf(root, end));
    const whole = boundaryOf(root);
    const inner = isMixed ? `${whole.slice(0, -1)}2` : whole;
    if (isMixed)
      message.add(opened(whole, `Content-Type: multipart/alternative;\n boundary="${inner}"`, end));
    for (const { type, content } of texts) {
      const encoding = encodingOf(content);
      const head = `Content-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: ${encoding}`;
      message.add(opened(inner, head, end));
      message.add(encoded(qp, content, encoding, end));
      message.add(end);
    }
    message.add(`--${inner}--${end}`);
    if (isMixed) message.add(end);
    for (const { node, content } of attached) {
      message.add(`--${whole}${end}${headOf(node, end)}`);
      message.add(base64InLines(content, end));
      message.add(end);
    }
    if (isMixed) message.add(`--${whole}--${end}`);
    return message.joined();
  };
  return { root, write };
}

/** A line break in a header would smuggle in another (ASVS 1.3.11). */
function headersOf({ to, replyTo, subject, ref }: Mail, from: string) {
  invariant(
    ![subject, ref, replyTo ?? '', ...to].some((text) => /[\r\n]/.test(text)),
    'no line break in a mail header',
  );
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return [
    { key: 'From', value: from },
    { key: 'To', value: to },
    ...(replyTo ? [{ key: 'Reply-To', value: replyTo }] : []),
    { key: 'Subject', value: subject },
    { key: 'Message-ID', value: `<${encodeURIComponent(ref)}@${domain}>` },
  ];
}

const headOf = (node: MimeNode, end: LineEnd) => `${ended(node.buildHeaders(), end)}${end}${end}`;

/** What stands between the parts; nodemailer's ends with the number of the part that they are in. */
function boundaryOf(root: MimeNode): string {
  const { boundary } = root as unknown as { boundary: string };
  invariant(boundary.endsWith('Part_1'), 'the first part of a message is the whole');
  return boundary;
}

const opened = (boundary: string, head: string, end: LineEnd) =>
  `--${boundary}\n${head}\n\n`.replaceAll('\n', end);

type Encoding = '7bit' | 'quoted-printable' | 'base64';

/** How a text travels, as nodemailer decides it: one of which most is letters stays legible. */
function encodingOf(text: string): Encoding {
  if (!SPECIAL.test(text)) {
    if (!/^.{77}/m.test(text)) return '7bit';
    if (/[a-z]/i.test(text)) return 'quoted-printable';
  }
  let [letters, specials] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x80 || (code < 0x20 && !WHITE.has(code))) specials += 1;
    else if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)) letters += 1;
  }
  return specials < letters ? 'quoted-printable' : 'base64';
}

const WHITE = new Set([0x09, 0x0a, 0x0d]);

// Signs that a line of plain text does not have.
const SPECIAL = /[\0-\u0008\v\f\u000e-\u001f\u0080-\uffff]/;

function encoded(qp: Qp, text: string, encoding: Encoding, end: LineEnd): string | Buffer {
  if (encoding === 'base64') return base64InLines(Buffer.from(text), end);
  return ended(encoding === '7bit' ? text : qp.wrap(qp.encode(text)), end);
}

type Pieces = { add(piece: string | Buffer): void; joined(): Buffer };

/** A paper is most of a message: as a text it would be copied twice more. */
function pieces(): Pieces {
  const ready: Buffer[] = [];
  let text = '';
  const endText = () => {
    if (text !== '') ready.push(Buffer.from(text));
    text = '';
  };
  return {
    add(piece) {
      if (typeof piece === 'string') text += piece;
      else {
        endText();
        ready.push(piece);
      }
    },
    joined() {
      endText();
      return Buffer.concat(ready);
    },
  };
}

const ended = (text: string, end: LineEnd) => (end === '\n' ? text.replaceAll('\r', '') : text);
