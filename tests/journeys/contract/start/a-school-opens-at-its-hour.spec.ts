import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { changeItems, SCHOOL, SEASON } from '#tests/support/browser/changed-responses.ts';

const HOUR_MS = 3_600_000;

/** A school that opens some seconds from now by the clock of the server. @returns when, in milliseconds */
async function openIn(page: Page, seconds: number): Promise<number> {
  const opens = Date.now() + seconds * 1000;
  const isOpen = () => Date.now() >= opens;
  await changeItems(page, '**/api/server/info', (info) => ({ ...info, now: new Date().toISOString() }));
  await changeItems(page, SCHOOL, (group) => ({
    ...group,
    coming: isOpen() ? null : { period_id: group.current_period_id, opens_at: new Date(opens).toISOString() },
  }));
  await changeItems(page, SEASON, (season) => ({
    ...season,
    is_active: isOpen(),
    active_msg: '<p>Now open.</p>',
    inactive_msg: '<p>Opening soon.</p>',
  }));
  return opens;
}

/** @param aheadMs  how much the clock of the phone is fast */
async function seeItOpen(page: Page, aheadMs: number): Promise<void> {
  await page.addInitScript((ms) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + ms;
  }, aheadMs);
  const opens = await openIn(page, 15);
  await page.goto('/hm');
  await expect(page.getByText(/^Contracts open on \w+day, \d\d\/\d\d\/\d{4} at .+\.$/)).toBeVisible();
  await expect(page.getByText('Opening soon.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0);
  await expectAccessible(page, 'a school before its opening');
  const timeout = opens + 2_000 - Date.now();
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible({ timeout });
  await expect(page.getByText('Now open.')).toBeVisible();
  await expect(page.getByText(/^Contracts open on/)).toHaveCount(0);
}

/** @shows SE8.3 */
test('a school opens at its hour while a parent looks', { tag: '@long' }, ({ page }) => seeItOpen(page, 0));

/** @shows SE8.3 */
test('a school opens at its hour on a phone an hour fast', { tag: '@long' }, ({ page }) =>
  seeItOpen(page, HOUR_MS),
);

/** @shows SE8.3 */
test('a school opens at its hour on a phone an hour slow', { tag: '@long' }, ({ page }) =>
  seeItOpen(page, -HOUR_MS),
);
