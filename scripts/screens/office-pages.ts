import type { Page } from '@playwright/test';
import { staffApi } from '#tests/support/browser/a-draft-season.ts';
import { failReads, officePages } from '#tests/support/browser/office-pages.ts';
import type { Shoot } from './screenshot.ts';

/** Every page of the office, as the portal has it and as its reads fail. */
export async function shootOfficePages(page: Page, shoot: Shoot): Promise<void> {
  const { found } = await officePages(await staffApi(page.request, 'screens'));
  for (const { name, path } of found) {
    const picture = name.replaceAll('.', '-');
    await page.goto(path);
    await shoot(page, picture);
    const end = await failReads(page);
    await page.reload();
    await shoot(page, `${picture}-failed`);
    await end();
  }
}
