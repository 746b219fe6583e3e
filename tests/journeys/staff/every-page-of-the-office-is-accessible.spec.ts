import { expect, test } from '@playwright/test';
import { staffApi } from '#tests/support/browser/a-draft-season.ts';
import { expectAccessible, expectTables } from '#tests/support/browser/accessibility.ts';
import { signInAsStaff } from '#tests/support/browser/back-office.ts';
import { officePages, visitOfficePages } from '#tests/support/browser/office-pages.ts';

/** Pages about one thing that a new demo has none of; the journeys of these things look at them. */
const WITHOUT_A_SUBJECT = ['admin.offer', 'admin.payout', 'admin.rehearsal', 'admin.request'];

const PARTS = 4;

for (let part = 0; part < PARTS; part += 1)
  /** @shows AC30 AC31 AC32 */
  test(
    `every page of the office is without a finding, also where its reads fail, part ${part + 1} of ${PARTS}`,
    { tag: '@long' },
    async ({ page, request }) => {
      test.setTimeout(300_000);
      const { found, missing } = await officePages(await staffApi(request, `pages ${part}`));
      for (const name of missing) expect(WITHOUT_A_SUBJECT).toContain(name);
      await signInAsStaff(page, request, 'superAdmin');
      const seen: string[] = [];
      const mine = found.filter((_, at) => at % PARTS === part);
      await visitOfficePages(page, mine, async (_, name) => {
        await expectAccessible(page, name);
        await expectTables(page, name);
        seen.push(name);
      });
      expect(seen).toEqual(mine.flatMap(({ name }) => [name, `${name}-failed`]));
    },
  );
