import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { openFileStore } from './drive-store.ts';
import { FilesAway, type FileStore } from './file-store.ts';

/** The parts of S3 used by the store: PUT, HEAD, GET and DELETE of an object. */
const objects = new Map<string, Buffer>();
const signatures: string[] = [];
let server: Server;
let store: FileStore;

const settings = (port: number) =>
  readConfig({
    S3_BUCKET: 'photos',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const key = new URL(request.url ?? '', 'http://s3').pathname;
  signatures.push(String(request.headers.authorization));
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const found = objects.get(key);
  if (request.method === 'PUT') objects.set(key, Buffer.concat(chunks));
  if (request.method === 'DELETE') objects.delete(key);
  const isMissing = (request.method === 'GET' || request.method === 'HEAD') && !found;
  response.writeHead(isMissing ? 404 : 200, {
    'content-length': request.method === 'GET' || request.method === 'HEAD' ? (found?.length ?? 0) : 0,
  });
  response.end(request.method === 'GET' ? found : undefined);
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  store = await openFileStore(settings(port));
});
afterAll(() => server.close());

describe('a file kept in a bucket', () => {
  it('is put, found and deleted there', async () => {
    await store.put('students/3f9a.jpg', Buffer.from('jpeg'), 'image/jpeg');
    expect([...objects.keys()]).toEqual(['/photos/students/3f9a.jpg']);
    expect(Buffer.from((await store.find('students/3f9a.jpg')) ?? []).toString()).toContain('jpeg');
    await store.delete('students/3f9a.jpg');
    expect(await store.find('students/3f9a.jpg')).toBeUndefined();
  });

  it('is asked for with our key and never with the secret', () => {
    expect(
      signatures.every((signature) => signature.includes('Credential=key/') && !signature.includes('secret')),
    ).toBe(true);
  });

  /** @shows MO9.8 */
  it('is given up where the service keeps the connection without an answer', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const held = await openFileStore(settings(port), { answerWithinMs: 100 });
    await expect(held.put('students/1.jpg', Buffer.from('jpeg'), 'image/jpeg')).rejects.toThrow(FilesAway);
    await expect(held.find('students/1.jpg')).rejects.toThrow(FilesAway);
    silent.closeAllConnections();
    silent.close();
  });
});
