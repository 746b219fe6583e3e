import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';

/** A picture of one color, as a browser sends a chosen file. */
export async function picture(name: string, background: string) {
  return {
    name,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 90, height: 60, channels: 3, background } })
      .png()
      .toBuffer(),
  };
}

export const isDrawn = (page: Page, name: string) =>
  expect
    .poll(() =>
      page
        .getByRole('img', { name })
        .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0),
    )
    .toBe(true);
