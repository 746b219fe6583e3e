import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { buildApp } from '#server/build-app.ts';
import { handle } from './handle.ts';
import { readUpload, UPLOAD_LIMIT_BYTES } from './upload.ts';

const send = endpoint({
  name: 'send',
  summary: 'takes a file',
  method: 'POST',
  path: '/photo',
  guard: 'anyone',
  body: 'multipart',
  item: z.object({ got: z.string() }),
  refusals: [],
});

let context: TestContext;
let app: FastifyInstance;
const logged: string[] = [];
const answered: number[] = [];

beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  context = await createTestContext({ log });
  app = await buildApp(context);
  app.addHook('onSend', async (_request, reply) => void answered.push(reply.statusCode));
  await app.register(
    async (api) =>
      handle(api, send, async ({ request }) => {
        const upload = await readUpload(request);
        return [{ got: upload.k === 'file' ? `${upload.bytes.length} bytes` : upload.k }];
      }),
    { prefix: '/api' },
  );
});
afterAll(async () => {
  await app.close();
  await context.close();
});

async function upload(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const form = new FormData();
  form.append('note', 'first');
  form.append(name, new Blob([bytes]), '../../evil.php');
  const body = new Response(form);
  const payload = Buffer.from(await body.arrayBuffer());
  const answer = await app.inject({
    method: 'POST',
    url: '/api/photo',
    payload,
    headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': body.headers.get('content-type') ?? '' },
  });
  return answer.json().items[0].got;
}

it('takes the file of an upload, and nothing that its sender says of it', async () => {
  expect(await upload('file', new Uint8Array(1200))).toBe('1200 bytes');
});

it('sees that there is none', async () => {
  expect(await upload('picture', new Uint8Array(10))).toBe('none');
  const answer = await app.inject({ method: 'POST', url: '/api/photo', payload: {} });
  expect(answer.json().items).toEqual([{ got: 'none' }]);
});

it('stops reading at five megabytes', async () => {
  expect(await upload('file', new Uint8Array(UPLOAD_LIMIT_BYTES))).toBe(`${UPLOAD_LIMIT_BYTES} bytes`);
  expect(await upload('file', new Uint8Array(UPLOAD_LIMIT_BYTES + 1))).toBe('too_large');
});

it.each(['multipart/form-data', 'multipart/form-data; boundary=x', 'multipart/form-data; boundary='])(
  'refuses what is no upload in spite of its name: %s',
  async (type) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/photo',
      payload: '[]',
      headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': type },
    });
    expect([answer.statusCode, answer.json().errors]).toEqual([400, ['We couldn’t understand the request.']]);
  },
);

/** @shows MH14.1 */
describe('a body that is broken off', () => {
  const BEGUN: Record<string, string> = {
    'of a file': [
      'POST /api/photo HTTP/1.1',
      'content-type: multipart/form-data; boundary=x',
      'content-length: 100000',
      'x-requested-with: XMLHttpRequest',
      '',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf of it',
    ].join('\r\n'),
    'of a file before its first part': [
      'POST /api/photo HTTP/1.1',
      'content-type: multipart/form-data; boundary=x',
      'content-length: 100000',
      'x-requested-with: XMLHttpRequest',
      '',
      '--x\r\ncontent-disp',
    ].join('\r\n'),
    'of a call': [
      'POST /api/login HTTP/1.1',
      'content-type: application/json',
      'content-length: 1000',
      '',
      '{"email":',
    ].join('\r\n'),
  };

  beforeAll(async () => void (await app.listen({ port: 0, host: '127.0.0.1' })));

  it.each(Object.keys(BEGUN))('%s is the fault of the request, not of the database', async (what) => {
    answered.length = 0;
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(BEGUN[what]!.replace('\r\n', '\r\nhost: localhost\r\n'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.destroy();
    await expect.poll(() => answered, { timeout: 10_000 }).toEqual([400]);
    expect(logged).toEqual([]);
  });
});
