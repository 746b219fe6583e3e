import type { Browser, BrowserContextOptions, BrowserContext, CDPSession, Page } from '@playwright/test';

// Slow 4G as Lighthouse simulates it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back, a processor four
// times slower.
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;

/** A phone at a school gate, with an empty cache: 390 pixels, a slow line and a slow processor. */
export async function openSlowPhone(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<{ context: BrowserContext; page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return { context, page, cdp };
}
