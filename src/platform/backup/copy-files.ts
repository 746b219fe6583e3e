import { createHash } from 'node:crypto';
import { mkdir, open, readdir, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** The path is inside the backup, with slashes. */
export type CopiedFile = { path: string; bytes: number; sha256: string };

const CHUNK_BYTES = 1_048_576;

type LeftOut = (path: string) => boolean;

const GONE = new Set(['ENOENT', 'ENOTDIR']);

const isGone = (error: unknown) => GONE.has((error as NodeJS.ErrnoException).code ?? '');

/**
 * Closed to other accounts. Files deleted during the copy are left out; a growing file is copied to the end.
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

/** @returns undefined if the file is gone */
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

export async function writeText(to: string, text: string): Promise<{ bytes: number; sha256: string }> {
  await writeFile(to, text, { mode: 0o600, flush: true });
  return { bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
}
