import type { Page } from '@playwright/test';
import { staffApi } from '#tests/support/browser/a-draft-season.ts';
import { officePages, visitOfficePages } from '#tests/support/browser/office-pages.ts';
import type { Shoot } from './screenshot.ts';

/** Every page of the office, as the portal has it and as its reads fail (AC32). */
export async function shootOfficePages(page: Page, shoot: Shoot): Promise<void> {
  const { found } = await officePages(await staffApi(page.request, 'screens'));
  await visitOfficePages(page, found, (shown, name) => shoot(shown, name.replaceAll('.', '-')));
}
