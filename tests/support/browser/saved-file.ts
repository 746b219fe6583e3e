import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** Presses a button that saves a file. @returns the text of the file */
export async function savedFile(page: Page, name: string): Promise<string> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).first().click();
  return readFile((await (await saving).path())!, 'utf8');
}
