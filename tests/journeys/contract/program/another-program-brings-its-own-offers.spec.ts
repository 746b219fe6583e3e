import { expect, test } from '@playwright/test';
import {
  aFamilyInWizard,
  HM_TWO_PAYMENTS,
  keptDraft,
  openStep,
} from '#tests/support/browser/wizard/prepared-draft.ts';

/** @shows B-184 B-187 */
test(
  'another program forgets the year that was chosen, and reads its own grades and routes',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const reads = { grades: new Set<string>(), routes: new Set<string>() };
    page.on('request', (sent) => {
      const { pathname } = new URL(sent.url());
      if (/^\/api\/program\/grade\/read\/all\/\d+$/.test(pathname)) reads.grades.add(pathname);
      if (/^\/api\/route\/read\/all\/\d+\/1$/.test(pathname)) reads.routes.add(pathname);
    });
    const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    expect(family.draft.program.grade_id).toEqual(expect.any(Number));
    await openStep(page, family, 0);
    await expect(page.getByRole('radio', { name: /Lower Division/ })).toBeChecked();
    await expect.poll(() => [reads.grades.size, reads.routes.size]).toEqual([1, 1]);

    await page.getByRole('radio', { name: /Middle and Upper/ }).check();
    await expect.poll(() => [reads.grades.size, reads.routes.size]).toEqual([2, 2]);
    await expect.poll(async () => (await keptDraft(page)).program.id).not.toBe(family.draft.program.id);
    expect((await keptDraft(page)).program).toMatchObject({
      grade_id: null,
      route: null,
      payment_term: null,
      addons: [],
    });
  },
);
