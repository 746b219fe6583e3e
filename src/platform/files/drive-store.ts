import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { invariant } from '#kit/invariant.ts';
import type { Config } from '#platform/config/config.ts';
import type { FileStore } from './file-store.ts';

/** @param mayHoldUp  write synchronously if nobody waits: other threads double the cost (K4) */
export async function openFileStore(config: Config, { mayHoldUp = false } = {}): Promise<FileStore> {
  const location = join(config.dataDir, 'files');
  const disk = config.s3
    ? await bucket(config.s3)
    : new Disk(new FSDriver({ location, visibility: 'private' }));
  const put: FileStore['put'] = (key, content, contentType) => disk.put(key, content, { contentType });
  // flydrive would check the folder each time, but the folder is missing only for the first file.
  const write = mayHoldUp
    ? async (path: string, content: Uint8Array) => writeFileSync(path, content)
    : writeFile;
  const putInFolder: FileStore['put'] = (key, ...file) =>
    write(join(location, key), file[0]).catch(() => put(key, ...file));
  return {
    put: async (key, ...file) => (config.s3 ? put : putInFolder)(checked(key), ...file),
    find: async (key) => ((await disk.exists(checked(key))) ? disk.getBytes(key) : undefined),
    delete: (key) => disk.delete(checked(key)),
  };
}

// Loaded only when needed: the SDK is large, and most portals keep files on disk.
async function bucket(s3: NonNullable<Config['s3']>): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { accessKeyId, secretAccessKey } = s3;
  return new Disk(
    new S3Driver({
      bucket: s3.bucket,
      region: s3.region,
      visibility: 'private',
      supportsACL: false,
      ...(s3.endpoint && { endpoint: s3.endpoint, forcePathStyle: true }),
      ...(accessKeyId && { credentials: { accessKeyId, secretAccessKey } }),
    }),
  );
}

function checked(key: string): string {
  invariant(/^[\w-]+(?:[/.][\w-]+)*$/.test(key), 'a file key has plain parts only');
  return key;
}
