import { expect, test, type Page } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { breakCall, holdCall } from '#tests/support/browser/changed-responses.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { anAddressForm } from '#tests/support/forms/student-form.ts';
import { fillAddress, guardianPart, studentPart } from '#tests/support/browser/student-page.ts';
import { describeStudent, newFamily, next, ROUND_TRIP } from '#tests/support/browser/wizard/steps.ts';
import { aFamilyOf, draftText, expectStep, toStudentStep } from '#tests/support/browser/wizard/family.ts';

const LINE = '12 Elm Street, 3B, Yonkers, NY 10701';
const street = (page: Page) => page.getByRole('textbox', { name: 'Address', exact: true });
const select = (page: Page) =>
  page.getByRole('button', { name: /^(Select from your addresses|Enter a new address)$/ });

async function fillChild(page: Page): Promise<void> {
  const child = studentPart(page);
  await child.getByLabel('First name').fill('Chidi');
  await child.getByLabel('Last name').fill('Okafor');
  await child.getByRole('radio', { name: 'Male', exact: true }).check();
  await child.getByLabel('Date of birth').fill('04/09/2018');
  await child.getByLabel('Home number').fill('7185550188');
  await guardianPart(page, 1).getByLabel('Work or cell number').fill('7185550199');
}

/** @shows A-328 B-058 B-059 */
test(
  'step 1 saves the address, and then the student who lives there, and says that it is at work',
  { tag: '@long' },
  async ({ page }) => {
    await aFamilyOf(page);
    await toStudentStep(page, ROUND_TRIP);
    const steps: string[] = [];
    const isSaving = (method: string, url: string) =>
      method === 'POST' && /\/api\/(address|student)$/.test(url);
    const nameOf = (url: string) => url.split('/').at(-1);
    page.on(
      'request',
      (sent) => isSaving(sent.method(), sent.url()) && steps.push(`${nameOf(sent.url())} asked`),
    );
    page.on(
      'response',
      (answer) =>
        isSaving(answer.request().method(), answer.url()) && steps.push(`${nameOf(answer.url())} saved`),
    );
    const saving = await holdCall(page, '**/api/student');
    await describeStudent(page, newFamily());
    const atWork = page
      .getByRole('button', { name: 'Submitting student information...', exact: true })
      .filter({ visible: true });
    await expect(atWork).toHaveAttribute('aria-disabled', 'true');
    await expectStep(page, 1);
    saving.release();
    await expectStep(page, 2);
    expect(steps).toEqual(['address asked', 'address saved', 'student asked', 'student saved']);
  },
);

test(
  'whoever goes back while the student is saved stays there',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    await aFamilyOf(page);
    await toStudentStep(page, ROUND_TRIP);
    const saving = await holdCall(page, '**/api/student');
    await describeStudent(page, newFamily());
    await expect(
      page.getByRole('button', { name: 'Submitting student information...' }).filter({ visible: true }),
    ).toBeVisible();
    await page.goBack();
    await expectStep(page, 0);
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/student'),
    );
    saving.release();
    await saved;
    await page.waitForLoadState('networkidle');
    await expect(
      page.getByRole('button', { name: 'Next', exact: true }).filter({ visible: true }),
    ).toBeVisible();
    await expectStep(page, 0);
  },
);

/** @shows B-060 */
test('a refused student keeps the family on the step with its text; the address is saved once', async ({
  page,
}) => {
  const family = await aFamilyOf(page);
  await toStudentStep(page, ROUND_TRIP);
  const call = await breakCall(page, '**/api/student', {
    status: 422,
    errors: ['The student could not be registered.'],
  });
  await fillChild(page);
  await fillAddress(page);
  await next(page);
  await expect(page.getByRole('alert')).toContainText('The student could not be registered.');
  await expectStep(page, 1);
  await expect(studentPart(page).getByLabel('First name')).toHaveValue('Chidi');
  await expect(page.getByText('120 Waldo Avenue, Bronx, NY 10471')).toBeVisible();
  await expectAccessible(page, 'a refused student');
  call.mend();
  await next(page);
  await expectStep(page, 2);
  expect(await family.call('GET', '/address')).toHaveLength(1);
  expect(await family.call('GET', '/student')).toHaveLength(1);
});

/** @shows B-055 B-056 B-238 */
test(
  'a saved address is chosen, an inactive one is not offered, and a new one can be typed',
  { tag: '@long' },
  async ({ page }) => {
    const family = await newAccount(page.request);
    const [saved] = await family.call('POST', '/address', anAddressForm());
    await family.call('POST', '/address', anAddressForm({ address: '19 Bleecker Street', apt: '' }));
    await signIn(page, family.tokens);
    await page.route('**/api/address', async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const answer = await route.fetch();
      const body = await answer.json();
      for (const address of body.items) address.is_active = address.id === saved.id;
      return route.fulfill({ response: answer, json: body });
    });
    await toStudentStep(page, ROUND_TRIP);
    await fillChild(page);
    await expect(street(page)).toBeVisible();
    await select(page).click();
    await expect(select(page)).toHaveAttribute('aria-expanded', 'true');
    const offered = page.getByRole('list', { name: 'Your addresses' }).getByRole('listitem');
    await expect(offered).toHaveCount(1);
    await expect(street(page)).toHaveCount(0);
    await expectAccessible(page, 'choosing an address in the wizard');
    // Nothing was chosen yet: the cursor goes to what can be chosen.
    await next(page);
    await expect(page.getByRole('button', { name: `Use ${LINE}` })).toBeFocused();
    await select(page).click();
    await expect(street(page)).toBeVisible();
    await expect(offered).toHaveCount(0);
    await select(page).click();
    await page.getByRole('button', { name: `Use ${LINE}` }).click();
    await expect(page.locator('input[name=address_id]')).toHaveValue(/^\d+$/);
    await expect.poll(() => draftText(page)).toContain(`"address_id":${saved.id}`);
    const posted = page.waitForRequest(
      (sent) => sent.method() === 'POST' && sent.url().endsWith('/api/student'),
    );
    await next(page);
    expect((await posted).postDataJSON()).toMatchObject({ address_id: saved.id, ...anAddressForm() });
    await expectStep(page, 2);
  },
);
