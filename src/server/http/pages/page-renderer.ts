import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { countFault } from '#platform/log/faults-so-far.ts';
import type { PageRead } from './page-reads.ts';

export type PageToRender = { id: number; address: string; reads: readonly PageRead[] };
export type RenderedPage = { id: number; html: string } | { id: number; error: string };

export type PageRenderer = {
  render(address: string, reads: readonly PageRead[]): Promise<string>;
  close(): Promise<void>;
};

/** The portal stops; a page that was being drawn is no fault. */
export class RendererClosed extends Error {}

type Waiting = { resolve: (html: string) => void; reject: (error: Error) => void };

// React and the application take some 40 MB, too much for an idle portal.
const IDLE_FOR_MS = 3_000;

/** Renders in a thread, so other requests do not wait; an idle thread ends. */
export function openPageRenderer(build: string): PageRenderer {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let ending: NodeJS.Timeout | undefined;
  let pages = 0;

  const giveUp = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  const stop = async (why = new Error('the page renderer has stopped')) => {
    const stopped = worker;
    worker = undefined;
    clearTimeout(ending);
    giveUp(why);
    await stopped?.terminate();
  };
  const take = (rendered: RenderedPage) => {
    try {
      const who = waiting.get(rendered.id);
      waiting.delete(rendered.id);
      if (waiting.size === 0) ending = setTimeout(() => void stop(), IDLE_FOR_MS).unref();
      if ('html' in rendered) who?.resolve(rendered.html);
      else who?.reject(new Error(rendered.error));
    } catch (error) {
      giveUp(error as Error);
      throw error;
    }
  };
  const start = () => {
    const started = new Worker(new URL('./page-renderer-worker.ts', import.meta.url), {
      workerData: pathToFileURL(build).href,
      // React is slower in development mode.
      env: { NODE_ENV: 'production' },
    });
    started.on('message', take);
    started.on('error', (error) => {
      countFault();
      if (worker === started) worker = undefined;
      giveUp(error);
    });
    started.on('exit', () => worker === started && void stop());
    started.unref();
    return started;
  };
  return {
    render: (address, reads) =>
      new Promise((resolve, reject) => {
        pages += 1;
        clearTimeout(ending);
        worker ??= start();
        waiting.set(pages, { resolve, reject });
        // oxlint-disable-next-line require-post-message-target-origin -- a thread, no window
        worker.postMessage({ id: pages, address, reads } satisfies PageToRender);
      }),
    close: () => stop(new RendererClosed('the portal stops')),
  };
}
