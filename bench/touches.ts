/**
 * How long somebody waits on a phone who touches the home page so many seconds after asking for it: until the
 * menu is open, and until what a link leads to stands there. A touch takes 90 ms, which are not counted; slow
 * 4G and a processor four times slower, as in pages.ts.
 * Run: npm run bench:touches -- [--runs 5]
 */
import { parseArgs } from 'node:util';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { browserLaunch } from '#tests/support/browser/launch-browser.ts';
import { startDemoPortal } from '#tests/support/portal/demo-portal.ts';
import { openSlowPhone } from './pages/slow-phone.ts';
import { median } from './sizes/figures.ts';

const { values: flags } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const RUNS = Number(flags.runs);

const AFTER_S = [1, 3, 10];
const TOUCH_MS = 90;

type Touched = { name: string; steps: readonly { press: string; path: string; there: string }[] };

const MENU = { press: 'button[aria-controls="site-menu"]', path: '/', there: '#site-menu a' };
const TOUCHED: readonly Touched[] = [
  { name: 'the menu', steps: [MENU] },
  {
    name: 'then About us, a second later',
    steps: [MENU, { press: '#site-menu a[href="/about-us"]', path: '/about-us', there: 'article h1' }],
  },
  {
    name: 'Log in',
    steps: [{ press: 'header a[href^="/login"]', path: '/login', there: 'input[type=password]' }],
  },
  {
    name: 'a school',
    steps: [{ press: '#schools a[href="/hm"]', path: '/hm', there: 'main a[href^="/contract"]' }],
  },
];

type Point = { x: number; y: number };

/** Brings an element into view, as whoever wants to touch it has. */
async function bringIntoView(page: Page, selector: string): Promise<Point> {
  await page.evaluate(
    (wanted) => document.querySelector(wanted)?.scrollIntoView({ block: 'center' }),
    selector,
  );
  const box = await page.locator(selector).boundingBox();
  return { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 };
}

/** @returns when the finger was lifted */
async function touch(page: Page, cdp: CDPSession, point: Point): Promise<number> {
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await page.waitForTimeout(TOUCH_MS);
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  return performance.now();
}

const isThere = ({ path, there }: { path: string; there: string }) =>
  location.pathname === path && document.querySelector(there)?.checkVisibility() === true;

/** @returns how long the last step took */
async function measure(browser: Browser, home: string, afterS: number, { steps }: Touched): Promise<number> {
  const { page, cdp } = await openSlowPhone(browser, { hasTouch: true, isMobile: true });
  await page.goto(home, { waitUntil: 'commit' });
  const beganMs = performance.now();
  let tookMs = 0;
  for (const [at, { press, ...wanted }] of steps.entries()) {
    const point = await bringIntoView(page, press);
    await page.waitForTimeout(at > 0 ? 1_000 : beganMs + afterS * 1000 - performance.now());
    const from = await touch(page, cdp, point);
    await page.waitForFunction(isThere, wanted, { polling: 'raf' });
    tookMs = performance.now() - from;
  }
  await page.context().close();
  return tookMs;
}

const portal = await startDemoPortal();
const browser = await chromium.launch(await browserLaunch());
try {
  // What the server makes once, it has made before the first visit that counts.
  for (const path of ['/', '/hm', '/login', '/']) await (await fetch(portal.address + path)).text();
  console.log(`Median ms of ${RUNS}, by the seconds between the visit and the touch.\n`);
  console.log(
    `| touched | ${AFTER_S.map((s) => `${s} s`).join(' | ')} |\n|---|${'--:|'.repeat(AFTER_S.length)}`,
  );
  for (const touched of TOUCHED) {
    const cells: string[] = [];
    for (const afterS of AFTER_S) {
      const all: number[] = [];
      for (let run = 0; run < RUNS; run++) all.push(await measure(browser, portal.address, afterS, touched));
      cells.push(median(all).toFixed(0));
    }
    console.log(`| ${touched.name} | ${cells.join(' | ')} |`);
  }
} finally {
  await browser.close();
  await portal.stop();
}
