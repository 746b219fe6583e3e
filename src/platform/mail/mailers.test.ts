import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#platform/log/log.ts';
import { startMailServer, type MailServer } from '#tests/support/http/mail-server.ts';
import { testClock } from '#tests/support/fakes/test-clock.ts';
import { folderMailer, smtpMailer } from './open-mailer.ts';
import type { Mail } from './mailer.ts';

const FROM = 'Harborline <portal@harborline.example>';
const receipt: Mail = {
  to: ['min-jun@park.example'],
  subject: 'Receipt — 26-HM-004217-K',
  html: '<p>2,884.00</p>',
  text: '2,884.00',
  ref: 'receipt:17',
};

describe('a mail without a mail server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'schoolrun-mail-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const mailer = folderMailer({
    folder,
    from: () => FROM,
    clock: testClock('2027-03-20T14:05:00Z'),
    log: silentLog(),
  });

  it('is a file that any mail program opens', async () => {
    await mailer.send(receipt);
    expect(readdirSync(folder)).toEqual(['2027-03-20T14-05-00-000Z-receipt-17.eml']);
    const eml = readFileSync(join(folder, readdirSync(folder)[0] as string), 'utf8');
    expect(eml).toMatch(/^From: Harborline <portal@harborline\.example>$/m);
    expect(eml).toMatch(/^To: min-jun@park\.example$/m);
    expect(eml).toMatch(/^Message-ID: <receipt%3A17@harborline\.example>$/m);
    expect(eml).toContain('2,884.00');
  });

  /** @shows MD18.1 */
  it('says that a program has sent it, and asks for no automatic answer', async () => {
    await mailer.send({ ...receipt, ref: 'automatic', replyTo: 'marisol@vega.example' });
    const file = readdirSync(folder).find((name) => name.includes('automatic'))!;
    const eml = readFileSync(join(folder, file), 'utf8');
    expect(eml).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(eml).toMatch(/^X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply$/m);
  });

  it('is answered to whom it names', async () => {
    await mailer.send({ ...receipt, ref: 'application', replyTo: 'marisol@vega.example' });
    const file = readdirSync(folder).find((name) => name.includes('application'))!;
    expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^Reply-To: marisol@vega\.example$/m);
  });

  it('has each line in at most 76 signs, and its paper whole', async () => {
    const content = Buffer.alloc(5_000, 'a paper');
    await mailer.send({
      ...receipt,
      ref: 'long',
      text: 'lo ng '.repeat(300),
      html: `<p>${'é – 日本'.repeat(300)}</p>`,
      attachments: [{ filename: 'Vertrag é.pdf', contentType: 'application/pdf', content }],
    });
    const eml = readFileSync(
      join(
        folder,
        readdirSync(folder).find((name) => name.includes('long'))!,
      ),
      'utf8',
    );
    expect(eml.split('\n').filter((line) => line.length > 76)).toEqual([]);
    expect(eml).not.toContain('\r');
    const [, encoded] = /application\/pdf[^]*?\n\n([\w+/=\n]+)\n--/.exec(eml)!;
    expect(Buffer.from(encoded!, 'base64').equals(content)).toBe(true);
    expect(eml).toMatch(/^Content-Disposition: attachment/m);
  });

  it('takes no line break in a header', async () => {
    for (const change of [
      { subject: 'Hi\r\nBcc: all@school.example' },
      { replyTo: 'a@park.example\nBcc: all@school.example' },
    ]) {
      await expect(mailer.send({ ...receipt, ...change })).rejects.toThrow('no line break');
    }
  });
});

describe('a mail with a mail server', () => {
  let server: MailServer;
  beforeAll(async () => void (server = await startMailServer()));
  afterAll(() => server.close());

  it('goes to each receiver', async () => {
    const mailer = smtpMailer(server.url, () => FROM);
    await mailer.send({ ...receipt, to: ['a@park.example', 'b@park.example'] });
    mailer.close();
    expect(server.commands).toContain('RCPT TO:<a@park.example>');
    expect(server.commands).toContain('RCPT TO:<b@park.example>');
    expect(
      server.commands.some((command) => command.startsWith('MAIL FROM:<portal@harborline.example>')),
    ).toBe(true);
    expect(server.messages).toEqual([expect.stringContaining('2,884.00')]);
    expect(server.messages[0]).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(server.messages[0]).toMatch(/^Message-ID: <receipt%3A17@harborline\.example>\r$/m);
  });

  /** @shows S26.1 */
  it('has no line break that only some mail servers take for one', async () => {
    const typed = 'Chidi\r.\rRCPT TO:<all@school.example>';
    const mailer = smtpMailer(server.url, () => FROM);
    await mailer.send({ ...receipt, text: typed, html: `<p>${typed}</p>`.padEnd(100) });
    mailer.close();
    const message = server.messages.at(-1)!;
    expect(message).not.toMatch(/\r(?!\n)/);
    // A dot alone would end the message; SMTP doubles the first dot of a line (RFC 5321, 4.5.2).
    expect(message).toMatch(/Chidi\r\n\.\.\r\nRCPT/);
    expect(server.commands).not.toContain('RCPT TO:<all@school.example>');
  });

  /** @shows H18.1 */
  it('never leaves in the open where the address demands TLS', async () => {
    const before = server.messages.length;
    const mailer = smtpMailer(`${server.url}?requireTLS=true`, () => FROM);
    await expect(mailer.send(receipt)).rejects.toThrow();
    mailer.close();
    expect(server.messages).toHaveLength(before);
  });

  it('is not taken for sent while the server is down', async () => {
    const mailer = smtpMailer('smtp://127.0.0.1:1', () => FROM);
    await expect(mailer.send(receipt)).rejects.toThrow('ECONNREFUSED');
    mailer.close();
  });
});
