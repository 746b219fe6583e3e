import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** Where the pictures go; those that the documents show are copied to docs/screens. */
export const OUT = join(import.meta.dirname, '../../build/screens');
export const HEIGHT = 844;

/** Flat areas and text need few colors; without dithering they also compress well. */
export async function small(png: Buffer): Promise<Buffer> {
  return sharp(png)
    .png({ palette: true, colours: 32, dither: 0, effort: 10, compressionLevel: 9 })
    .toBuffer();
}

export type Shoot = (page: Page, name: string) => Promise<void>;

export function shooter(width: number): Shoot {
  return async (page, name) => {
    await page.waitForLoadState('networkidle');
    // What fades or slides in has arrived by then.
    await page.waitForTimeout(200);
    // The window grows to the page, so that what sticks to its edge stands at the end and not midway.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.max(height, HEIGHT) });
    await page.waitForTimeout(100);
    const picture = await page.screenshot();
    await page.setViewportSize({ width, height: HEIGHT });
    await writeFile(join(OUT, `${name}-${width}.png`), await small(picture));
  };
}
