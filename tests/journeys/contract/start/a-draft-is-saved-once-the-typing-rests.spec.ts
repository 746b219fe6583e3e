import { expect, test } from '@playwright/test';
import { aFamilyInWizard, HM_LOWER, openStep } from '#tests/support/browser/wizard/prepared-draft.ts';

/** @shows B-131 B-346 */
test(
  'two changes within half a second are saved once, and the notice of a copy stays three seconds',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await aFamilyInWizard(request, HM_LOWER);
    const { id: _, ...typed } = family.draft.student;
    family.draft.student = { ...typed, first_name: '', last_name: '' };
    await page.addInitScript(() => {
      const save = Storage.prototype.setItem;
      Object.assign(window, { saves: [] });
      Storage.prototype.setItem = function keep(key: string, value: string) {
        if (key === 'contract') (window as unknown as { saves: string[] }).saves.push(value);
        save.call(this, key, value);
      };
    });
    await page.clock.install();
    await openStep(page, family, 1);
    await page.getByRole('button', { name: 'Copy from another student' }).click();
    await page.clock.pauseAt(Date.now() + 60_000);
    const saves = () => page.evaluate(() => (window as unknown as { saves: string[] }).saves.length);
    const before = await saves();

    const child = page.getByRole('group', { name: 'Student', exact: true });
    await child.getByLabel('First name').fill('Ngozi');
    await page.clock.runFor(300);
    await child.getByLabel('Last name').fill('Nwosu');
    await page.clock.runFor(499);
    expect(await saves()).toBe(before);
    await page.clock.runFor(2);
    expect(await saves()).toBe(before + 1);
    await page.clock.runFor(5000);
    expect(await saves()).toBe(before + 1);

    await page.getByRole('button', { name: 'Copy Chidi Okafor' }).click();
    const copied = page.getByText('Student information copied');
    await expect(copied).toBeVisible();
    await page.clock.runFor(2990);
    await expect(copied).toBeVisible();
    await page.clock.runFor(20);
    await expect(copied).toHaveCount(0);
  },
);
