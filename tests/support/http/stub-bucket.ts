import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type StubBucket = { settings: Record<string, string>; close(): void };

/** A bucket for backups in memory, with the settings of a portal that stores its backups there. */
export async function openStubBucket(): Promise<StubBucket> {
  const objects = new Map<string, Buffer>();
  const bucket = createServer(async (request, response) => {
    const key = request.url!.split('?')[0]!;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method === 'PUT') objects.set(key, Buffer.concat(chunks));
    const found = objects.get(key);
    const reads = request.method !== 'PUT';
    response.writeHead(reads && !found ? 404 : 200, { 'content-length': reads ? (found?.length ?? 0) : 0 });
    response.end(request.method === 'GET' ? found : undefined);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => bucket.once('listening', resolve));
  return {
    settings: {
      BACKUP_BUCKET: 'backups',
      BACKUP_ENDPOINT: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
      BACKUP_ACCESS_KEY_ID: 'key',
      BACKUP_SECRET_ACCESS_KEY: 'secret',
      BACKUP_KEYS: Buffer.alloc(32, 'backup').toString('base64'),
    },
    close: () => bucket.close(),
  };
}
