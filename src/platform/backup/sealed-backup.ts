import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import type { FileStore } from '#platform/files/file-store.ts';
import { fieldOf, type Vault } from '#platform/vault/vault.ts';

/*
 * A backup in a bucket: the folder as a tar, cut into parts, each encrypted for its backup and place. The end
 * is stored last: a backup without an end is not complete (MO12).
 */

const PART_BYTES = 64_000_000;

const OF_PART = { table: 'backups', field: 'part' };
const OF_END = { table: 'backups', field: 'end' };

const endShape = z.object({ parts: z.number().int().positive(), bytes: z.number() });

const NAME = /^[\w-]+$/;

const keyOf = (name: string, part: number | 'end') => `backups/${name}/${part}.sealed`;
const partPlace = (name: string, part: number) => ({ ...OF_PART, row: `${name} ${part}` });
const endPlace = (name: string) => ({ ...OF_END, row: name });

const OF_SEALED = 'application/octet-stream';

/** @throws Error if the program failed */
async function endOf(child: ChildProcess): Promise<void> {
  const [code] =
    child.exitCode === null ? ((await once(child, 'close')) as [number | null]) : [child.exitCode];
  if (code !== 0) throw new Error(m.portal_backup_tar_failed({ code: String(code) }));
}

/** Cuts a stream into parts of one size; the last is shorter. */
async function* partsOf(stream: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < size) continue;
    yield Buffer.concat(chunks);
    [chunks, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}

type Bucket = { store: FileStore; vault: Vault };

/** @param folder  a complete backup (`makeBackup`) */
export async function storeBackup(
  { store, vault }: Bucket,
  { name, folder, partBytes = PART_BYTES }: { name: string; folder: string; partBytes?: number },
): Promise<{ parts: number; bytes: number }> {
  const tar = spawn('tar', ['-C', folder, '-cf', '-', '.'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = endOf(tar);
  ended.catch(() => undefined);
  const total = { parts: 0, bytes: 0 };
  for await (const part of partsOf(tar.stdout as AsyncIterable<Buffer>, partBytes)) {
    await store.put(keyOf(name, total.parts), vault.sealBytes(part, partPlace(name, total.parts)), OF_SEALED);
    total.parts += 1;
    total.bytes += part.length;
  }
  await ended;
  const end = Buffer.from(JSON.stringify(total));
  await store.put(keyOf(name, 'end'), vault.sealBytes(end, endPlace(name)), OF_SEALED);
  return total;
}

/**
 * Fetches a backup into a folder for `restore`.
 * @throws Error with a sentence for an unknown name, an incomplete or a changed backup, or an existing folder
 */
export async function fetchBackup({ store, vault }: Bucket, name: string, to: string): Promise<void> {
  if (existsSync(to)) throw new Error(m.portal_backup_is_there({ folder: to }));
  // A file without a seal would be taken as it is.
  vault.refuseUnbound([OF_PART, OF_END].map((place) => fieldOf(place)));
  const end = NAME.test(name) ? await store.find(keyOf(name, 'end')) : undefined;
  if (!end) throw new Error(m.portal_backup_not_in_bucket({ name }));
  const opened = Buffer.from(vault.openBytes(end, endPlace(name))).toString();
  const { parts } = endShape.parse(JSON.parse(opened));
  const draft = `${to}.new-${process.pid}`;
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const tar = spawn('tar', ['-C', draft, '-xf', '-'], { stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = endOf(tar);
  ended.catch(() => undefined);
  tar.stdin.on('error', () => undefined);
  try {
    for (let part = 0; part < parts; part += 1) {
      const stored = await store.find(keyOf(name, part));
      if (!stored) throw new Error(m.portal_backup_not_in_bucket({ name }));
      const content = vault.openBytes(stored, partPlace(name, part));
      if (!tar.stdin.write(content)) await Promise.race([once(tar.stdin, 'drain'), ended]);
    }
    tar.stdin.end();
    await ended;
    await rename(draft, to);
  } catch (error) {
    tar.kill();
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}
