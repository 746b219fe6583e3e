import { expect, test } from '@playwright/test';
import { staffApi } from '#tests/support/browser/a-draft-season.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { signInAsStaff } from '#tests/support/browser/back-office.ts';
import { failReads, officePages } from '#tests/support/browser/office-pages.ts';

/** Pages about one thing that a new demo has none of; the journeys of these things look at them. */
const WITHOUT_A_SUBJECT = ['admin.offer', 'admin.payout', 'admin.request'];

const PARTS = 4;

for (let part = 0; part < PARTS; part += 1)
  /** @shows AC30 */
  test(
    `every page of the office is without a finding, also where its reads fail, part ${part + 1} of ${PARTS}`,
    { tag: '@long' },
    async ({ page, request }) => {
      test.setTimeout(300_000);
      const { found, missing } = await officePages(await staffApi(request, `pages ${part}`));
      for (const name of missing) expect(WITHOUT_A_SUBJECT).toContain(name);
      await signInAsStaff(page, request, 'superAdmin');
      for (const { name, path } of found.filter((_, at) => at % PARTS === part)) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 }).first(), name).toBeVisible();
        await expectAccessible(page, name);
        const end = await failReads(page);
        await page.reload();
        await expect(page.getByRole('heading', { level: 1 }).first(), `${name}, failed`).toBeVisible();
        await expectAccessible(page, `${name}, failed`);
        await end();
      }
    },
  );
