import { createHash } from 'node:crypto';
import { mkdir, open, readdir, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** One file of a backup: its path inside, with slashes, and what was written. */
export type CopiedFile = { path: string; bytes: number; sha256: string };

const CHUNK_BYTES = 1_048_576;

/** Whether a file or folder is left out, by its path below the folder that is copied. */
type LeftOut = (path: string) => boolean;

const GONE = new Set(['ENOENT', 'ENOTDIR']);

const isGone = (error: unknown) => GONE.has((error as NodeJS.ErrnoException).code ?? '');

/**
 * Copies a folder with all that is in it, closed to other accounts and written through to the disk. What is
 * deleted meanwhile is left out, and what grows is copied as far as it goes.
 */
export async function copyFolder(
  from: string,
  to: string,
  isLeftOut: LeftOut = () => false,
  below = '',
): Promise<CopiedFile[]> {
  await mkdir(join(to, below), { recursive: true, mode: 0o700 });
  const entries = await readdir(join(from, below), { withFileTypes: true }).catch((error: unknown) => {
    if (isGone(error)) return [];
    throw error;
  });
  const copied: CopiedFile[] = [];
  for (const entry of entries) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (isLeftOut(path)) continue;
    if (entry.isDirectory()) copied.push(...(await copyFolder(from, to, isLeftOut, path)));
    else if (entry.isFile()) {
      const file = await copyFile(join(from, path), join(to, path));
      if (file) copied.push({ path, ...file });
    }
  }
  return copied;
}

/** Copies one file; undefined when it is not there any more. */
export async function copyFile(
  from: string,
  to: string,
): Promise<{ bytes: number; sha256: string } | undefined> {
  const source = await open(from, 'r').catch((error: unknown) => {
    if (isGone(error)) return undefined;
    throw error;
  });
  if (!source) return undefined;
  try {
    const target = await open(to, 'wx', 0o600);
    try {
      return await pour(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function pour(source: FileHandle, target: FileHandle): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, CHUNK_BYTES, null);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    await target.writeFile(chunk);
    bytes += bytesRead;
  }
  await target.sync();
  return { bytes, sha256: hash.digest('hex') };
}

/** Writes a text through to the disk, as a file that was copied. */
export async function writeText(to: string, text: string): Promise<{ bytes: number; sha256: string }> {
  await writeFile(to, text, { mode: 0o600, flush: true });
  return { bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
}
