import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Page } from '@playwright/test';

/** What the school's page heard from the frame. */
export type Heard = { origin: string; data: { type: string; height: number } };

export type SchoolPage = {
  portal: FrameLocator;
  /** every message so far, in its order */
  heard(): Promise<Heard[]>;
};

const pageAround = (
  src: string,
) => `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>School</title>
<iframe title="Portal" src="${src}" style="border:0;width:100%;height:500px"></iframe>
<script>
  window.heard = [];
  addEventListener('message', (event) => window.heard.push({ origin: event.origin, data: event.data }));
</script>`;

/**
 * A school's website: `/?src=ADDRESS` shows the address in a frame. It is reached as 127.0.0.1, which is
 * another site than the portal's localhost, so that the browser treats them as strangers.
 */
export async function startSchoolSite(port = 0): Promise<{ address: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const src = new URL(request.url ?? '/', 'http://school').searchParams.get('src') ?? 'about:blank';
    response.setHeader('content-type', 'text/html; charset=utf-8').end(pageAround(encodeURI(src)));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

type Shown = {
  portal: string;
  path?: string;
  /** the school's site under a name that the portal does not know */ isForeign?: boolean;
};

/** Opens the school's page around a page of the portal. */
export async function openSchoolPage(
  page: Page,
  { portal, path = '/', isForeign = false }: Shown,
): Promise<SchoolPage> {
  const site = process.env.SCHOOL_SITE_URL ?? '';
  const host = isForeign ? site.replace('127.0.0.1', 'localhost') : site;
  await page.goto(`${host}/?src=${encodeURIComponent(new URL(path, portal).href)}`);
  return {
    portal: page.getByTitle('Portal').contentFrame(),
    heard: () => page.evaluate(() => (window as unknown as { heard: Heard[] }).heard),
  };
}
