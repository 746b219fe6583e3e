/**
 * What a page costs a phone at a school gate: requests, bytes of page (its style is inside), script and font
 * as they travel; the largest paint, the moment at which what the page is for stands there (`content`), and
 * how much it moved by itself, on simulated slow 4G with a slow processor. Each beside a bare page of one
 * sentence served by bare Fastify in the same run.
 * Run: npm run bench:pages -- [--runs 5] [--only /login,/hm] [--pictures DIR]
 * With --pictures it leaves what stands there after 200, 500 and 1,000 ms, and measures nothing.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import Fastify from 'fastify';
import { FAMILY_PASSWORD, families, staff, STAFF_PASSWORD } from '#db/demo/people.ts';
import { browserLaunch } from '#tests/support/browser/launch-browser.ts';
import { startDemoPortal } from '#tests/support/portal/demo-portal.ts';
import { openSlowPhone } from './pages/slow-phone.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const { values: flags } = parseOptions({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
    pictures: { type: 'string' },
  },
});
const RUNS = Number(flags.runs);

/** A page, whose login it needs, and an element that is there when its content is. */
type Visited = { path: string; as?: 'family' | 'staff'; content: string };

const ALL: readonly Visited[] = [
  { path: '/', content: 'h1' },
  { path: '/about-us', content: 'h1' },
  { path: '/login', content: 'input[type=password]' },
  { path: '/hm', content: 'main a[href^="/contract"]' },
  { path: '/contract?school=hm', content: 'main input[type=radio]' },
  { path: '/dashboard/orders', as: 'family', content: 'main article h2' },
  { path: '/admin', as: 'staff', content: 'main dd' },
  { path: '/admin/users/parents', as: 'staff', content: 'main a[data-row]' },
];
const PAGES = ALL.filter(({ path }) => !flags.only || flags.only.split(',').includes(path));

const SETTLED_MS = 1_500;
const PICTURES_AT_MS = [200, 500, 1_000];

const KINDS = ['Document', 'Script', 'Font'] as const;
type Visit = {
  requests: number;
  bytes: Record<(typeof KINDS)[number], number>;
  paintMs: number;
  contentMs: number;
  shift: number;
};
type Logins = Record<'family' | 'staff', string>;

async function logIn(address: string, email: string, password: string): Promise<string> {
  const answer = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    body: JSON.stringify({ email, password }),
  });
  const { items } = (await answer.json()) as { items: [{ access_token: string }] };
  return JSON.stringify(items[0]);
}

async function logInAll(address: string): Promise<Logins> {
  const [family, member] = [families[0]!, staff[0]!];
  return {
    family: await logIn(address, family.email, FAMILY_PASSWORD),
    staff: await logIn(address, member.email, STAFF_PASSWORD),
  };
}

/** A phone on a slow line, on which nobody or somebody is logged in. */
async function openPhone(
  browser: Browser,
  origin: string,
  token?: string,
): Promise<{ context: BrowserContext; page: Page; cdp: CDPSession }> {
  const localStorage = token ? [{ name: 'auth_token', value: token }] : [];
  return openSlowPhone(browser, { storageState: { cookies: [], origins: [{ origin, localStorage }] } });
}

/** Notes in the page when an element is drawn that `selector` finds, and what moves by itself. */
function watch(selector: string): void {
  const seen = { contentMs: 0, shift: 0 };
  Object.assign(globalThis, { seen });
  const look = () => {
    if (document.querySelector(selector)?.checkVisibility({ visibilityProperty: true }))
      seen.contentMs = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      hadRecentInput: boolean;
      value: number;
    })[])
      if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

const largestPaint = () =>
  new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  });

async function visit(browser: Browser, url: string, content: string, token?: string): Promise<Visit> {
  const { context, page, cdp } = await openPhone(browser, new URL(url).origin, token);
  const kindOf = new Map<string, string>();
  const bytes = { Document: 0, Script: 0, Font: 0 };
  let requests = 0;
  cdp.on('Network.requestWillBeSent', ({ request }) => void (request.url.startsWith('http') && requests++));
  cdp.on('Network.responseReceived', ({ requestId, type }) => kindOf.set(requestId, type));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = KINDS.find((name) => name === kindOf.get(requestId));
    if (kind) bytes[kind] += encodedDataLength;
  });
  await page.addInitScript(watch, content);
  await page.goto(url, { waitUntil: 'load' });
  // The wizard asks for the day again and again, so a page may never be idle.
  await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => undefined);
  await page.waitForTimeout(SETTLED_MS);
  const paintMs = await page.evaluate(largestPaint);
  const seen = await page.evaluate(
    () => Reflect.get(globalThis, 'seen') as { contentMs: number; shift: number },
  );
  await context.close();
  return { requests, bytes, paintMs, ...seen };
}

async function measure(browser: Browser, url: string, content: string, token?: string): Promise<Visit> {
  const visits: Visit[] = [];
  for (let run = 0; run < RUNS; run++) visits.push(await visit(browser, url, content, token));
  const medianOf = (pick: (one: Visit) => number) =>
    visits.map(pick).toSorted((a, b) => a - b)[Math.floor(visits.length / 2)] ?? 0;
  return {
    requests: medianOf((one) => one.requests),
    bytes: {
      Document: medianOf((one) => one.bytes.Document),
      Script: medianOf((one) => one.bytes.Script),
      Font: medianOf((one) => one.bytes.Font),
    },
    paintMs: medianOf((one) => one.paintMs),
    contentMs: medianOf((one) => one.contentMs),
    shift: Math.max(...visits.map((one) => one.shift)),
  };
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

function print(name: string, one: Visit, bareMs: number): void {
  const { requests, bytes, paintMs, contentMs, shift } = one;
  const cells = [name, requests, ...KINDS.map((kind) => kb(bytes[kind])), paintMs.toFixed(0)];
  console.log(
    `| ${[...cells, contentMs.toFixed(0), (paintMs / bareMs).toFixed(2), shift.toFixed(3)].join(' | ')} |`,
  );
}

/** What stood on the screen at each of the moments, as the frames of a recording show it. */
async function takePictures(browser: Browser, address: string, one: Visited, token?: string): Promise<void> {
  const { context, page, cdp } = await openPhone(browser, address, token);
  const frames: { atMs: number; data: string }[] = [];
  cdp.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ atMs: (metadata.timestamp ?? 0) * 1000, data });
    void cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await cdp.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await page.goto(address + one.path, { waitUntil: 'load' });
  await page.waitForTimeout(2 * SETTLED_MS);
  const beganMs = await page.evaluate(() => performance.timeOrigin);
  const name = one.path.replace(/\?.*/, '').replaceAll('/', '-').replace(/^-/, '') || 'home';
  for (const at of PICTURES_AT_MS) {
    const frame = frames.findLast(({ atMs }) => atMs <= beganMs + at);
    if (frame) writeFileSync(join(flags.pictures!, `${name}-${at}.png`), Buffer.from(frame.data, 'base64'));
    else console.log(`${one.path} after ${at} ms: nothing was drawn yet`);
  }
  await context.close();
}

const [portal, bare] = await Promise.all([startDemoPortal(), serveBarePage()]);
const browser = await chromium.launch(await browserLaunch());
try {
  const logins = await logInAll(portal.address);
  const tokenOf = ({ as }: Visited) => as && logins[as];
  // What the server makes once, it has made before the first visit that counts.
  for (const { path } of PAGES) await (await fetch(portal.address + path)).text();
  if (flags.pictures) {
    mkdirSync(flags.pictures, { recursive: true });
    for (const one of PAGES) await takePictures(browser, portal.address, one, tokenOf(one));
  } else {
    console.log(`Median of ${RUNS} first visits at 390 pixels, slow 4G; kB as they travel.\n`);
    console.log(
      '| page | requests | page kB | script kB | font kB | paint ms | content ms | of bare | moved |\n' +
        '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
    );
    const bareVisit = await measure(browser, bare.address, 'h1');
    print('bare Fastify', bareVisit, bareVisit.paintMs);
    for (const one of PAGES) {
      const visited = await measure(browser, portal.address + one.path, one.content, tokenOf(one));
      print(one.path, visited, bareVisit.paintMs);
    }
  }
} finally {
  await browser.close();
  await Promise.all([portal.stop(), bare.stop()]);
}
