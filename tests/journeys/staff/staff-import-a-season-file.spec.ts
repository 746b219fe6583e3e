import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';

/** A season file with one new content block that no visitor sees. */
function aSeason(key: string, changes: object): { name: string; mimeType: string; buffer: Buffer } {
  const block = { key, category: 'notes', content: 'https://harborline.example/note', is_active: false };
  const season = { format: 'schoolrun-season', version: 1, content_blocks: [{ ...block, ...changes }] };
  return { name: 'season.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(season)) };
}

/** @shows SE10.1 SE10.2 SE10.3 */
test('staff upload a season file, correct the file, and import', async ({ page, request }) => {
  const key = `import-${randomUUID().slice(0, 8)}`;
  await openBackOffice(page, request, '/admin/seasons/import');
  await expect(page.getByRole('heading', { level: 1, name: 'Season file' })).toBeVisible();
  await expectAccessible(page, 'the import of a season');
  const file = page.getByLabel('Season file, .zip or .json');

  await file.setInputFiles(aSeason(key, { is_active: 'no' }));
  await expect(page.getByText('content_blocks[0].is_active')).toBeVisible();
  await expect(page.getByText('must be true or false')).toBeVisible();
  await expectAccessible(page, 'the problems of a season file');

  await file.setInputFiles(aSeason(key, {}));
  await expect(page.getByRole('row').filter({ hasText: 'content blocks' })).toContainText('1');
  await expect(page.getByRole('heading', { name: `Content block ${key}` })).toBeVisible();
  await expectAccessible(page, 'what an import would do');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import this season file?' });
  await expect(dialog).toContainText('Objects added: 1, changed: 0.');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.waitForURL('**/admin/changes/*');
  await expect(page.getByRole('heading', { level: 1, name: `Added content block ${key}` })).toBeVisible();

  await page.goto('/admin/seasons/import');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all school years' }).click();
  expect((await download).suggestedFilename()).toBe('season.zip');
});
