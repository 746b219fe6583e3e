import { parentPort, workerData } from 'node:worker_threads';
import type { RenderedPage, PageToRender } from './page-renderer.ts';

/** The server side of the built application; the entry is src/app/entry.server.tsx. */
type Build = {
  entry: { module: { renderPage(build: Build, address: string, reads: unknown): Promise<string> } };
};

const build = (await import(String(workerData))) as Build;

// The application holds the reads of one page at a time.
let before = Promise.resolve();

parentPort?.on('message', (page: PageToRender) => {
  before = before.then(() => answer(page));
});

async function answer({ id, address, reads }: PageToRender): Promise<void> {
  // oxlint-disable-next-line require-post-message-target-origin -- a thread, no window
  const say = (rendered: RenderedPage) => parentPort?.postMessage(rendered);
  try {
    say({ id, html: await build.entry.module.renderPage(build, address, reads) });
  } catch (error) {
    say({ id, error: String(error) });
  }
}
