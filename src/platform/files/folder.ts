import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export async function readFromFolder(folder: string, name: string): Promise<Uint8Array | undefined> {
  return readFile(join(folder, name)).catch(() => undefined);
}
