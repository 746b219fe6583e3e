import type { Page } from '@playwright/test';

/** A picture of the whole page in the folder PICTURES, to be looked at; without PICTURES, none. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  const path = `${process.env.PICTURES}/${name}-${String(page.viewportSize()?.width)}.png`;
  await page.screenshot({ path, fullPage: true });
}
