import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { guardianPart, studentPart } from '#tests/support/browser/student-page.ts';
import { chooseRoute, next, ROUND_TRIP } from '#tests/support/browser/wizard/steps.ts';
import {
  aFamilyOf,
  chooseOnlyChild,
  draftText,
  expectStep,
  toStudentStep,
} from '#tests/support/browser/wizard/family.ts';

declare global {
  interface Window {
    draftSaves: number[];
  }
}

/** Notes when the draft is written, by the page's own clock. */
async function watchSaves(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    window.draftSaves = [];
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key: string, value: string) {
      if (key === 'contract') window.draftSaves.push(Date.now());
      setItem.call(this, key, value);
    };
  });
  return () => page.evaluate(() => window.draftSaves);
}

/** @shows B-130 B-131 B-134 B-135 */
test('the draft is saved half a second after the last change, once', { tag: '@long' }, async ({ page }) => {
  await page.clock.install();
  const saves = await watchSaves(page);
  await page.goto('/contract?school=hm');
  const program = page.getByRole('radio', { name: ROUND_TRIP.program });
  await expect(program).toBeVisible();
  // The page is there before its application, which would not start on a clock that stands still.
  await page.waitForLoadState('networkidle');
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const before = (await saves()).length;
  await program.check();
  await page.clock.runFor(400);
  await page.getByRole('radio', { name: /Middle and Upper/ }).check();
  const changedAt = await page.evaluate(() => Date.now());
  await page.clock.runFor(499);
  expect(await saves()).toHaveLength(before);
  await page.clock.runFor(1);
  await page.clock.runFor(2000);
  expect((await saves()).slice(before)).toEqual([changedAt + 500]);
  const draft = JSON.parse(await draftText(page));
  expect(Object.keys(draft).toSorted()).toEqual(['isAccepted', 'program', 'student', 'student_seen']);
  expect(draft).toMatchObject({
    isAccepted: false,
    program: {
      id: Number(await page.getByRole('radio', { name: /Middle and Upper/ }).getAttribute('value')),
      payment_type: 'paymentTypeCreditCard',
      payment_method: null,
      payment_term: null,
      payment_term_type_id: null,
      route: null,
      addons: [],
      grade_id: null,
      pickup_north: '',
      pickup_cross: '',
      special_request: '',
      second_student_contract_number: '',
      has_valid_second_student_contract_number: false,
    },
  });
});

/** @shows B-132 B-133 */
test('a reload keeps program, student and route, and no card or account number is ever stored', async ({
  page,
}) => {
  await aFamilyOf(page, [{}]);
  await toStudentStep(page, ROUND_TRIP);
  await studentPart(page).getByLabel('First name').fill('Emeka');
  await guardianPart(page, 2).getByLabel('First name').fill('Obi');
  await expect.poll(() => draftText(page)).toContain('"Obi"');
  await page.reload();
  await expect(studentPart(page).getByLabel('First name')).toHaveValue('Emeka');
  await expect(guardianPart(page, 2).getByLabel('First name')).toHaveValue('Obi');
  await expect(page.getByText('Lower Division, Nursery to 5th')).toBeVisible();
  await chooseOnlyChild(page);
  await chooseRoute(page, ROUND_TRIP);
  await page.getByLabel('Routing number').fill('110000000');
  await page.getByLabel('Account number').fill('000123456789');
  await page.getByRole('tab', { name: 'Card' }).click();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Name on card').fill('Adaeze Okafor');
  await page.getByLabel('Security code').fill('987');
  await page.getByLabel('Month').selectOption('12');
  await page.getByLabel('Year', { exact: true }).selectOption({ index: 5 });
  await next(page);
  await expectStep(page, 4);
  await expect.poll(() => draftText(page)).toContain('"payment_type":"paymentTypeCreditCard"');
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  for (const secret of ['4242', '000123456789', '110000000', '987"', '"cc"', '"ach"', '"photo"'])
    expect(kept, secret).not.toContain(secret);
  await page.reload();
  await expectStep(page, 3);
  await expect(page.getByRole('radio', { name: 'Two payments' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Late bus' })).toBeChecked();
});

/** @shows B-136 */
test(
  'a damaged draft says so, and starting anew keeps what was filled in since',
  { tag: '@long' },
  async ({ page }) => {
    for (const damaged of ['{"program":7', 'null', '{"program":{"id":"seven"},"student":{}}']) {
      await page.goto('/contract?school=hm');
      await expect(page.getByRole('radio').first()).toBeVisible();
      await page.evaluate((text) => sessionStorage.setItem('contract', text), damaged);
      await page.reload();
      const alert = page.getByRole('alert');
      await expect(alert).toContainText('We couldn’t read your earlier entries');
      await expect(page.getByRole('radio', { name: ROUND_TRIP.program })).not.toBeChecked();
      await page.getByRole('radio', { name: ROUND_TRIP.program }).check();
      if (damaged === 'null') await expectAccessible(page, 'a damaged draft');
      await page.getByRole('button', { name: 'Start over' }).click();
      await expect(alert).toHaveCount(0);
      await expect(page.getByRole('radio', { name: ROUND_TRIP.program })).toBeChecked();
      await page.reload();
      await expect(page.getByRole('radio', { name: ROUND_TRIP.program })).toBeChecked();
      await expect(alert).toHaveCount(0);
    }
  },
);
