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

export async function readFreeSpace(dataDir: string): Promise<FreeSpace> {
  const { bavail, bsize } = await statfs(dataDir);
  return freeSpaceOf(bavail * bsize);
}

export const freeSpaceOf = (bytes: number): FreeSpace => ({
  free_mb: Math.floor(bytes / 1_000_000),
  is_low: bytes < LOW_BYTES,
});

export async function readFromFolder(folder: string, name: string): Promise<Uint8Array | undefined> {
  return readFile(join(folder, name)).catch(() => undefined);
}
