import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import type { Log } from '#platform/log/log.ts';
import { startMailServer, type MailServer } from '#tests/support/http/mail-server.ts';
import { findFilesTrouble, findMailTrouble, warnOfOutsideServices } from './outside-services.ts';

/** A bucket in memory; answers 403 to writes under the key `reader`. */
const objects = new Map<string, Buffer>();
let bucket: Server;
let mail: MailServer;

beforeAll(async () => {
  mail = await startMailServer();
  bucket = createServer(async (request, response) => {
    const key = request.url!.split('?')[0]!;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const isReader = String(request.headers.authorization).includes('Credential=reader/');
    if (request.method === 'PUT' && isReader) {
      response.writeHead(403, { 'content-type': 'application/xml' });
      return response.end('<Error><Code>AccessDenied</Code><Message>no</Message></Error>');
    }
    if (request.method === 'PUT') objects.set(key, Buffer.concat(chunks));
    if (request.method === 'DELETE') objects.delete(key);
    const found = objects.get(key);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    response.writeHead(reads && !found ? 404 : 200, { 'content-length': reads ? (found?.length ?? 0) : 0 });
    return response.end(request.method === 'GET' ? found : undefined);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => bucket.once('listening', resolve));
});
afterAll(async () => {
  bucket.close();
  await mail.close();
});

const withBucket = (S3_ACCESS_KEY_ID: string) =>
  readConfig({
    S3_BUCKET: 'files',
    S3_ENDPOINT: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: 'hunter2',
  });

/** @shows MO9.2 */
describe('the outside services at the start', () => {
  it('are not asked where none is set up', async () => {
    expect([await findMailTrouble(readConfig({})), await findFilesTrouble(readConfig({}))]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('are fine where the mail server takes the login and the bucket takes a file', async () => {
    expect(await findMailTrouble(readConfig({ SMTP_URL: mail.url }))).toBeUndefined();
    expect(await findFilesTrouble(withBucket('writer'))).toBeUndefined();
    expect([...objects.keys()]).toEqual([]);
  });

  it('name a certificate that is not trusted, and not only a failed socket', async () => {
    const encrypted = await startMailServer({ isEncrypted: true });
    const config = readConfig({ SMTP_URL: encrypted.url.replace('//', '//portal:hunter2@') });
    const sentence = await findMailTrouble(config);
    encrypted.close();
    expect(sentence).toMatch(
      /^The mail server in SMTP_URL doesn’t accept the portal \(self-signed certificate\)/,
    );
    expect(sentence).toContain('NODE_EXTRA_CA_CERTS');
    expect(sentence).not.toContain('hunter2');
  });

  it('are named with what to do where they refuse, and never with a password', async () => {
    const warn = vi.fn();
    const config = { ...withBucket('reader'), smtpUrl: 'smtp://portal:hunter2@127.0.0.1:1' };
    await warnOfOutsideServices(config, { warn } as unknown as Log);
    const sentences = warn.mock.calls.map(([sentence]) => String(sentence));
    expect(sentences).toEqual([
      expect.stringMatching(
        /^The mail server in SMTP_URL doesn’t accept the portal \(connect ECONNREFUSED 127\.0\.0\.1:1\)/,
      ),
      expect.stringMatching(
        /^The portal can’t write, read and delete a file in the bucket S3_BUCKET \(\w+\)/,
      ),
    ]);
    expect(sentences.join()).not.toContain('hunter2');
  });
});
