import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { OUT, small } from './screenshot.ts';
import { picturePdf } from './picture-pdf.ts';

const DOCUMENT_WIDTH = 850;

/** Each page of a PDF that the screen offers to download; it looks the same at every width. */
export async function shootDocument(page: Page, link: string, name: string): Promise<void> {
  const path = await page.getByRole('link', { name: link }).getAttribute('href');
  const document = await (await page.request.get(path!)).body();
  const pages = await picturePdf(page.context().browser()!, document, DOCUMENT_WIDTH);
  for (const [at, page] of pages.entries())
    await writeFile(join(OUT, `${name}-page-${at + 1}.png`), await small(page));
}
