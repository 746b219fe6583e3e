import { parentPort } from 'node:worker_threads';
import type { RenderResult, RenderRequest } from './pdf-renderer.ts';
import { renderDocument } from './render-document.ts';

async function print({ id, pdfDocument }: RenderRequest): Promise<RenderResult> {
  try {
    return { id, pdf: await renderDocument(pdfDocument) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

let last: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (order: RenderRequest) => {
  // oxlint-disable-next-line require-post-message-target-origin -- a thread, no window
  last = last.then(async () => parentPort?.postMessage(await print(order)));
});
