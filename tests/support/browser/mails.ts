import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** A message as it lies in the data folder's mail/ (K3). */
export type ReadMail = { from: string; to: string; subject: string; text: string; html: string };

const fromQuoted = (text: string) =>
  Buffer.from(
    text.replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** A header with letters beyond ASCII is a row of encoded words (RFC 2047). */
const headerText = (raw: string): string =>
  raw
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      (encoding.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64')
        : fromQuoted(text.replaceAll('_', ' '))
      ).toString('utf8'),
    );

function decoded(part: string): string {
  const [head = '', ...body] = part.split('\n\n');
  const text = body.join('\n\n');
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(text, 'base64').toString('utf8');
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return text;
  return fromQuoted(text.replaceAll('=\n', '')).toString('utf8');
}

/** Reads the two texts of an `.eml` file; with a document attached, they are in a part of their own. */
export function readMail(eml: string): ReadMail {
  const head = eml.slice(0, eml.indexOf('\n\n')).replaceAll(/\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? '';
  const boundaries = [...eml.matchAll(/boundary="([^"]+)"/g)].map(([, boundary]) => `--${boundary}`);
  const parts = boundaries.reduce((split, boundary) => split.flatMap((part) => part.split(boundary)), [eml]);
  const part = (type: string) =>
    decoded(
      (
        parts.find((one) => new RegExp(`^content-type: ${type}`, 'i').test(one.trimStart())) ?? ''
      ).trimStart(),
    );
  const subject = headerText(header('Subject'));
  return {
    from: headerText(header('From')),
    to: header('To'),
    subject,
    text: part('text/plain'),
    html: part('text/html'),
  };
}

/** Everything that was mailed to someone, oldest first. */
export async function mailsTo(address: string, dataDir = process.env.PORTAL_DATA ?? ''): Promise<ReadMail[]> {
  const folder = join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map(async (name) => readMail(await readFile(join(folder, name), 'utf8'))),
  );
  return mails.filter((mail) => mail.to.split(', ').includes(address));
}

/** The newest mail with a subject, once there are `count` of them. */
export async function mailTo(address: string, subject: string, count = 1): Promise<ReadMail> {
  const those = async () => (await mailsTo(address)).filter((mail) => mail.subject === subject);
  await expect
    .poll(async () => (await those()).length, { timeout: 15_000, message: `${subject} to ${address}` })
    .toBeGreaterThanOrEqual(count);
  return (await those()).at(-1)!;
}

/** The link of a mail, as a path of the portal under test: PUBLIC_URL may name another port. */
export function linkOf(mail: ReadMail): string {
  const { pathname, search } = new URL(/https?:\/\/\S+\?\S+/.exec(mail.text)![0]);
  return pathname + search;
}
