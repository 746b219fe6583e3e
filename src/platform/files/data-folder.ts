import { chmod, lstat, mkdir, readdir, statfs, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { describeError } from '#platform/log/describe-error.ts';
import type { Log } from '#platform/log/log.ts';

const FOLDER = 0o700;
const FILE = 0o600;
const OTHERS = 0o077;

/** The embedded database closes these files itself, and they may belong to another account. */
const OF_THE_SERVER = /^postgres(\.new-.*)?$/;

/**
 * Sets the umask for all later files, and closes files left open by an earlier version, the folder last:
 * after a kill, the next start repeats the work.
 */
export async function openDataFolder(dataDir: string, log: Log): Promise<void> {
  if (isMainThread) process.umask(OTHERS);
  await mkdir(dataDir, { recursive: true, mode: FOLDER });
  if (!isOpen((await lstat(dataDir)).mode)) return;
  try {
    await closeInside(dataDir, (name) => !OF_THE_SERVER.test(name));
    await chmod(dataDir, FOLDER);
  } catch (error) {
    // A volume may belong to another account; new files of the portal are closed in any case.
    log.warn({ error: describeError(error) }, 'DATA_DIR could not be closed to other accounts');
  }
}

const isOpen = (mode: number) => process.platform !== 'win32' && (mode & OTHERS) !== 0;

async function closeInside(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!isOurs(entry.name) || !(entry.isDirectory() || entry.isFile())) continue;
    if (entry.isDirectory()) await closeInside(path, () => true);
    if (isOpen((await lstat(path)).mode)) await chmod(path, entry.isDirectory() ? FOLDER : FILE);
  }
}

/** Below this, a busy day may fill the disk. */
const LOW_BYTES = 1_000_000_000;

export type FreeSpace = { free_mb: number; is_low: boolean };

/** With the free share of the disk, in percent. */
export async function readFreeSpace(dataDir: string): Promise<FreeSpace & { free_percent: number }> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  return { ...freeSpaceOf(bavail * bsize), free_percent: Math.floor((bavail / blocks) * 100) };
}

/** Counts the files of a folder with all folders below; a folder that is absent is empty. */
export async function sizeOfFolder(folder: string): Promise<{ files: number; bytes: number }> {
  const size = { files: 0, bytes: 0 };
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(nothingIfAbsent);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    // A file may be deleted meanwhile.
    const found = await lstat(join(entry.parentPath, entry.name)).catch(() => undefined);
    if (!found) continue;
    size.files += 1;
    size.bytes += found.size;
  }
  return size;
}

function nothingIfAbsent(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

export const freeSpaceOf = (bytes: number): FreeSpace => ({
  free_mb: Math.floor(bytes / 1_000_000),
  is_low: bytes < LOW_BYTES,
});

export async function readFromFolder(folder: string, name: string): Promise<Uint8Array | undefined> {
  return readFile(join(folder, name)).catch(() => undefined);
}
