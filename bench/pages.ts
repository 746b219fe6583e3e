/**
 * What a page costs a phone at a school gate: bytes of page (its style is inside), script, style and font as
 * they travel, and the largest paint on simulated slow 4G with a slow processor; each beside a bare page of
 * one sentence served by bare Fastify in the same run.
 * Run: npm run bench:pages -- [--runs 5]
 */
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import Fastify from 'fastify';
import { browserLaunch } from '#tests/support/browser/launch-browser.ts';
import { startDemoPortal } from '#tests/support/portal/demo-portal.ts';

const { values: flags } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const RUNS = Number(flags.runs);

const PATHS = ['/', '/about-us', '/login', '/hm', '/contract?school=hm'];

// Slow 4G as Lighthouse simulates it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back, a processor four
// times slower.
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

const CPU_SLOWDOWN = 4;
const SETTLED_MS = 1_500;

const KINDS = ['Document', 'Script', 'Stylesheet', 'Font'] as const;
type Visit = { paintMs: number; bytes: Record<(typeof KINDS)[number], number> };

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const kindOf = new Map<string, string>();
  const bytes = { Document: 0, Script: 0, Stylesheet: 0, Font: 0 };
  cdp.on('Network.responseReceived', ({ requestId, type }) => kindOf.set(requestId, type));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = KINDS.find((name) => name === kindOf.get(requestId));
    if (kind) bytes[kind] += encodedDataLength;
  });
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(SETTLED_MS);
  const paintMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  await context.close();
  return { paintMs, bytes };
}

async function measure(browser: Browser, url: string): Promise<Visit> {
  const visits: Visit[] = [];
  for (let run = 0; run < RUNS; run++) visits.push(await visit(browser, url));
  visits.sort((a, b) => a.paintMs - b.paintMs);
  return visits[Math.floor(visits.length / 2)] as Visit;
}

async function serveBarePage(): Promise<{ address: string; stop: () => Promise<unknown> }> {
  const app = Fastify();
  const html =
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">' +
    '<title>Bare</title><h1>One sentence, served bare.</h1>';
  app.get('/', (_request, reply) => reply.type('text/html').send(html));
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return { address, stop: () => app.close() };
}

const kb = (bytes: number) => (bytes / 1000).toFixed(1);

function print(name: string, { paintMs, bytes }: Visit, bareMs: number): void {
  const sizes = KINDS.map((kind) => kb(bytes[kind]));
  console.log(`| ${[name, ...sizes, paintMs.toFixed(0), (paintMs / bareMs).toFixed(2)].join(' | ')} |`);
}

const [portal, bare] = await Promise.all([startDemoPortal(), serveBarePage()]);
const browser = await chromium.launch(await browserLaunch());
try {
  console.log(`Median of ${RUNS} first visits at 390 pixels, slow 4G; kB as they travel.\n`);
  console.log(
    '| page | page kB | script kB | style kB | font kB | largest paint ms | of bare |\n' +
      '|---|--:|--:|--:|--:|--:|--:|',
  );
  const bareVisit = await measure(browser, bare.address);
  print('bare Fastify', bareVisit, bareVisit.paintMs);
  for (const path of PATHS) print(path, await measure(browser, portal.address + path), bareVisit.paintMs);
} finally {
  await browser.close();
  await Promise.all([portal.stop(), bare.stop()]);
}
