import { createHash } from 'node:crypto';
import { invariant } from '#kit/invariant.ts';
import type { FileStore } from './file-store.ts';

/** A file that never changes once it is written; the row has the hash. */
type KeptFile = { file_key: string; sha256: Buffer };

export const sha256Of = (content: string | Uint8Array): Buffer =>
  createHash('sha256').update(content).digest();

/** @returns undefined if the file is lost */
export async function findKept(
  files: FileStore,
  { file_key, sha256 }: KeptFile,
): Promise<Uint8Array | undefined> {
  const content = await files.find(file_key);
  invariant(!content || sha256Of(content).equals(sha256), `file ${file_key} is as it was written`);
  return content;
}

export async function getKept(files: FileStore, kept: KeptFile): Promise<Uint8Array> {
  const content = await findKept(files, kept);
  invariant(content, `file ${kept.file_key} is kept`);
  return content;
}
