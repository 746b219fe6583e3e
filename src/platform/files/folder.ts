import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of a folder that a person filled, by its path inside; undefined when there is none. */
export async function readFromFolder(folder: string, name: string): Promise<Uint8Array | undefined> {
  return readFile(join(folder, name)).catch(() => undefined);
}
