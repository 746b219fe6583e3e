import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CellKind, CellValue } from '#kit/list/list-file.ts';
import { invariant } from '#kit/invariant.ts';

/** Yes and no, and instants, are texts. */
export type WrittenKind = Exclude<CellKind, 'yes_no' | 'instant'>;

export type BookColumn = { header: string; kind: WrittenKind };

/** `name`: of the page, at most 31 characters, none of `* ? : / \ [ ]` */
export type BookPage = { name: string; columns: readonly BookColumn[] };

/** What the thread is started with. */
export type BookSetting = { pages: readonly BookPage[] };

/** What each message brings: rows of a page, or null after the last one. */
export type BookRows = { page: number; rows: Batch } | null;

/** The bytes that are ready; `error` of the last message of a failed thread. */
export type BookPart = { chunks: Uint8Array[]; error?: string };

// A streaming writer keeps one batch of rows; with more, the file would be built in memory.
const HEAP = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 4 };

type Batch = readonly (readonly CellValue[])[];
type Batches = AsyncIterable<Batch> | Iterable<Batch>;

/**
 * Writes rows as a workbook, page after page, in a thread of its own at low priority: no other call waits.
 * The next rows are read once the reader of the bytes has taken those of the rows before.
 * @throws Error if the thread fails; a file that is not whole ends without its end
 */
export async function* workbookOf(
  pages: readonly (BookPage & { batches: Batches })[],
): AsyncGenerator<Uint8Array> {
  const workerData: BookSetting = { pages: pages.map(({ name, columns }) => ({ name, columns })) };
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: HEAP,
  });
  const write = async (rows: BookRows): Promise<Uint8Array[]> => {
    const answered = once(worker, 'message') as Promise<[BookPart]>;
    // oxlint-disable-next-line require-post-message-target-origin -- a thread, no window
    worker.postMessage(rows);
    const [{ chunks, error }] = await answered;
    invariant(error === undefined, `the workbook was not written: ${error}`);
    return chunks;
  };
  try {
    for (const [page, { batches }] of pages.entries())
      for await (const rows of batches) yield* await write({ page, rows });
    yield* await write(null);
  } finally {
    await worker.terminate();
  }
}
