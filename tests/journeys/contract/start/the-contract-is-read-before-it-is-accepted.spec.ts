import { expect, test, type Page } from '@playwright/test';
import {
  letApplicationDraw,
  changeItems,
  PERIOD_PROGRAMS,
  PROGRAMS,
} from '#tests/support/browser/changed-responses.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { draftText } from '#tests/support/browser/wizard/family.ts';

const goOn = (page: Page) => page.getByRole('button', { name: 'Continue to View Contract Terms' });
const text = (page: Page) => page.getByRole('heading', { name: 'Transportation Contract' });
const accept = (page: Page) => page.getByRole('checkbox', { name: 'contract terms' });
const lower = (page: Page) => page.getByRole('radio', { name: /Lower Division/ });
const upper = (page: Page) => page.getByRole('radio', { name: /Middle and Upper/ });

/** @shows B-033 B-034 B-035 B-036 B-040 */
test('a program shows its intro, then its contract and checkbox; another program starts over', async ({
  page,
}) => {
  await letApplicationDraw(page);
  const listed = page.waitForResponse(PROGRAMS);
  await page.goto('/contract?school=hm');
  const [first] = (await (await listed).json()).items;
  await expect(lower(page)).toHaveValue(String(first.id));
  await expect(lower(page)).toHaveAccessibleName(first.text);
  await lower(page).check();
  await expect(page.getByText('This is the transportation contract for Hillmark School')).toBeVisible();
  await expect(text(page)).toHaveCount(0);
  await expect(accept(page)).toHaveCount(0);
  await expectAccessible(page, 'step 0 with a program');
  await goOn(page).click();
  await expect(text(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Contract text' })).toBeFocused();
  await expect(accept(page)).toHaveAttribute('name', 'contract terms');
  await accept(page).check();
  await expectAccessible(page, 'step 0 accepted');
  await upper(page).check();
  await expect(accept(page)).toHaveCount(0);
  await expect(text(page)).toHaveCount(0);
  await goOn(page).click();
  await expect(accept(page)).not.toBeChecked();
  await lower(page).check();
  await goOn(page).click();
  await expect(accept(page)).not.toBeChecked();
  await expect.poll(() => draftText(page)).toContain('"isAccepted":false');
});

/** @shows B-033 B-037 */
test(
  'closed programs are left out, and questions stand behind a toggle where there are any',
  { tag: '@long' },
  async ({ page }) => {
    let faq = '<p>One week before.</p>';
    await changeItems(page, PROGRAMS, (program) => ({
      ...program,
      is_active: program.name !== 'hm-middle-upper',
    }));
    await changeItems(page, PERIOD_PROGRAMS, (program) => ({ ...program, faq }));
    await page.goto('/contract?school=hm');
    await expect(page.getByRole('radio')).toHaveCount(1);
    await lower(page).check();
    const toggle = page.getByRole('button', { name: 'FAQ' });
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByText('One week before.')).toHaveCount(0);
    await toggle.click();
    await expect(page.getByText('One week before.')).toBeVisible();
    await expectAccessible(page, 'step 0 with its questions');
    await toggle.click();
    await expect(page.getByText('One week before.')).toHaveCount(0);
    faq = '';
    await page.reload();
    await lower(page).check();
    await expect(goOn(page)).toBeVisible();
    await expect(toggle).toHaveCount(0);
  },
);

/** @shows B-038 B-039 */
test('contracts to print and mail with a check are there to download', { tag: '@long' }, async ({ page }) => {
  await letApplicationDraw(page);
  const season = page.waitForResponse(/\/api\/period\/program_group\/read\/all\//);
  await page.goto('/contract?school=hm');
  const [{ id, printable_contracts: files }] = (await (await season).json()).items;
  const toggle = page.getByRole('button', {
    name: 'To pay by check via US mail instead of processing your contract online',
    exact: true,
  });
  await expect(page.getByRole('link', { name: files[0].name })).toHaveCount(0);
  await toggle.click();
  expect(files).toHaveLength(2);
  for (const { name, file_name } of files) {
    const link = page.getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('href', `/storage/period-program-groups/${id}/${file_name}`);
    const file = await page.request.get((await link.getAttribute('href'))!);
    expect([
      file.status(),
      file.headers()['content-type'],
      (await file.body()).subarray(0, 5).toString(),
    ]).toEqual([200, 'application/pdf', '%PDF-']);
  }
  await expectAccessible(page, 'contracts to print');
  await toggle.click();
  await expect(page.getByRole('link', { name: files[0].name })).toHaveCount(0);
  await page.goto('/contract?school=rcs');
  await expect(page.getByRole('radio').first()).toBeVisible();
  await expect(toggle).toHaveCount(0);
});
