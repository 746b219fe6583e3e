import { FilesAway, whyOf, type FileStore } from './file-store.ts';

/* Whether photos and documents of this process can be reached, for the health page (HE1). */

let trouble: string | null = null;

/** The reason why the last file was not written or read; null after a file that was. */
export const filesTrouble = (): string | null => trouble;

async function noted<T>(work: Promise<T>): Promise<T> {
  try {
    const done = await work;
    trouble = null;
    return done;
  } catch (error) {
    if (error instanceof FilesAway) trouble = whyOf(error);
    throw error;
  }
}

export const watchedFiles = (store: FileStore): FileStore => ({
  put: (...file) => noted(store.put(...file)),
  has: (key) => noted(store.has(key)),
  find: (key) => noted(store.find(key)),
  delete: (key) => noted(store.delete(key)),
});
