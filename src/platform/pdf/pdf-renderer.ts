import { Worker } from 'node:worker_threads';
import { countFault } from '#platform/log/faults-so-far.ts';
import type { PrintableDocument } from './printable-document.ts';

export type PdfRenderer = {
  /** @returns a tagged PDF with embedded fonts; the same bytes for the same document */
  print(pdfDocument: PrintableDocument): Promise<Uint8Array>;
  close(): Promise<void>;
};

export type RenderRequest = { id: number; pdfDocument: PrintableDocument };
export type RenderResult = { id: number; pdf: Uint8Array } | { id: number; error: string };

type Waiting = { resolve: (pdf: Uint8Array) => void; reject: (error: Error) => void };

/** Laying out a contract takes tenths of a second, and other requests must not wait. */
export function openPdfRenderer(): PdfRenderer {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let orders = 0;

  const giveUp = (error: Error) => {
    // Reject all waiting callers, even if the error is in the listener and the thread goes on.
    void worker?.terminate();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const take = (printed: RenderResult) => {
    try {
      const who = waiting.get(printed.id);
      waiting.delete(printed.id);
      if (waiting.size === 0) worker?.unref();
      if ('pdf' in printed) who?.resolve(printed.pdf);
      else who?.reject(new Error(printed.error));
    } catch (error) {
      giveUp(error as Error);
      throw error;
    }
  };
  const start = () => {
    const started = new Worker(new URL('./pdf-renderer-worker.ts', import.meta.url));
    started.on('message', take).on('error', (error) => {
      countFault();
      giveUp(error);
    });
    // After an exit by itself, the next document starts a new thread.
    started.on('exit', () => worker === started && giveUp(new Error('the press has stopped')));
    return started;
  };
  return {
    print: (pdfDocument) =>
      new Promise((resolve, reject) => {
        orders += 1;
        worker ??= start();
        worker.ref();
        waiting.set(orders, { resolve, reject });
        // oxlint-disable-next-line require-post-message-target-origin -- a thread, no window
        worker.postMessage({ id: orders, pdfDocument } satisfies RenderRequest);
      }),
    close: async () => void (await worker?.terminate()),
  };
}
