import type { Browser } from '@playwright/test';
import { startSecondCompany } from '#tests/support/portal/second-company.ts';
import { HEIGHT, shooter } from './screenshot.ts';

const PAGES = { 'second-company': '/', 'second-company-contact': '/contact-us' };

/** The home and contact page of a company with two schools and colors of its own. */
export async function shootSecondCompany(browser: Browser, widths: readonly number[]): Promise<void> {
  const portal = await startSecondCompany();
  try {
    for (const width of widths) {
      const viewport = { width, height: HEIGHT };
      const page = await browser.newPage({ baseURL: portal.url, viewport, reducedMotion: 'reduce' });
      for (const [name, path] of Object.entries(PAGES)) {
        await page.goto(path);
        await shooter(width)(page, name);
      }
      await page.close();
    }
  } finally {
    await portal.stop();
  }
}
