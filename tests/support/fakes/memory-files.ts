import type { FileStore } from '#platform/files/file-store.ts';

/** Keeps files in memory, for tests that do not look at the disk. */
export function memoryFiles(): FileStore {
  const files = new Map<string, Uint8Array>();
  return {
    put: async (key, content) => void files.set(key, content),
    has: async (key) => files.has(key),
    find: async (key) => files.get(key),
    delete: async (key) => void files.delete(key),
  };
}
