import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { invariant } from '#kit/invariant.ts';
import type { Config } from '#platform/config/config.ts';
import { FilesAway, type FileStore } from './file-store.ts';

/** A service that keeps a connection without an answer would hold families up for ever. */
const ANSWER_WITHIN_MS = 10_000;
const CONNECT_WITHIN_MS = 5_000;
/** Both together take less than a proxy waits for an answer. */
const TRIES = 2;

type Options = { mayHoldUp?: boolean; answerWithinMs?: number };

/**
 * Each operation throws FilesAway if the folder or the bucket fails.
 * @param answerWithinMs  of each of two tries, with the sending of the file
 * @param mayHoldUp  write synchronously if nobody waits: other threads double the cost (K4)
 */
export async function openFileStore(
  config: Config,
  { mayHoldUp = false, answerWithinMs = ANSWER_WITHIN_MS }: Options = {},
): Promise<FileStore> {
  const location = join(config.dataDir, 'files');
  const disk = config.s3
    ? await bucket(config.s3, answerWithinMs)
    : new Disk(new FSDriver({ location, visibility: 'private' }));
  const calls = mayHoldUp ? heldUp : free;
  const put: FileStore['put'] = config.s3
    ? (key, content, contentType) => disk.put(key, content, { contentType })
    : (key, content) => replaceFile(calls, join(location, key), content);
  const find: FileStore['find'] = async (key) => ((await disk.exists(key)) ? disk.getBytes(key) : undefined);
  return {
    put: async (key, ...file) => reached(put(checked(key), ...file)),
    has: async (key) => reached(disk.exists(checked(key))),
    find: async (key) => reached(find(checked(key))),
    delete: async (key) => reached(disk.delete(checked(key))),
  };
}

async function reached<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new FilesAway(error);
  }
}

const free = { mkdir, writeFile, rename, rm };
const heldUp = { mkdir: mkdirSync, writeFile: writeFileSync, rename: renameSync, rm: rmSync };
type Calls = typeof free | typeof heldUp;

/** On a full disk the earlier content stays, and no part of the new content. */
async function replaceFile({ mkdir, writeFile, rename, rm }: Calls, path: string, content: Uint8Array) {
  const draft = `${path}.new-${randomUUID()}`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(draft, content);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

// Loaded only when needed: the SDK is large, and most portals keep files on disk.
async function bucket(s3: NonNullable<Config['s3']>, answerWithinMs: number): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { accessKeyId, secretAccessKey } = s3;
  return new Disk(
    new S3Driver({
      bucket: s3.bucket,
      region: s3.region,
      visibility: 'private',
      supportsACL: false,
      maxAttempts: TRIES,
      requestHandler: {
        connectionTimeout: CONNECT_WITHIN_MS,
        requestTimeout: answerWithinMs,
        throwOnRequestTimeout: true,
        // The limit of the request ends with the first byte of the answer.
        socketTimeout: answerWithinMs,
      },
      ...(s3.endpoint && { endpoint: s3.endpoint, forcePathStyle: true }),
      ...(accessKeyId && { credentials: { accessKeyId, secretAccessKey } }),
    }),
  );
}

function checked(key: string): string {
  invariant(/^[\w-]+(?:[/.][\w-]+)*$/.test(key), 'a file key has plain parts only');
  return key;
}
