import { parentPort } from 'node:worker_threads';
import type { Printed, PrintOrder } from './pdf-renderer.ts';
import { printSheet } from './render-document.ts';

/* The thread of press.ts. */

async function print({ id, sheet }: PrintOrder): Promise<Printed> {
  try {
    return { id, pdf: await printSheet(sheet) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

let last: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (order: PrintOrder) => {
  // oxlint-disable-next-line require-post-message-target-origin -- a thread, no window
  last = last.then(async () => parentPort?.postMessage(await print(order)));
});
