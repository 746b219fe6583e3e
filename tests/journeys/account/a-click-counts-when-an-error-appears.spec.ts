import { expect, test, type Locator, type Page } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';

/** Presses with the pointer, slowly: what the lost focus brings has time to move the page under it. */
async function clickSlowly(page: Page, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error('the button is not to be seen');
  // At its upper edge, where a line that appears above would push it away.
  await page.mouse.move(box.x + box.width / 2, box.y + 6);
  await page.mouse.down();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const moved = await button.boundingBox();
  expect(moved?.y, 'the button stays under the pointer').toBe(box.y);
  await page.mouse.up();
}

const message = (page: Page, text: string) => page.getByText(text, { exact: true });

test('the press that leaves a wrong email logs in, or says what is missing', async ({ page }) => {
  await page.goto('/login');
  const form = page.getByRole('form', { name: 'Log in' });
  await form.getByLabel('Email').fill('nobody');
  await clickSlowly(page, form.getByRole('button', { name: 'Log in' }));
  await expect(message(page, 'The email field must be a valid email')).toBeVisible();
  await expect(message(page, 'The password field is required')).toBeVisible();
});

test(
  'the press that leaves a short password asks for the rest of the sign-up',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('tab', { name: 'Create an account' }).click();
    const form = page.getByRole('form', { name: 'Create an account' });
    await form.getByRole('textbox', { name: 'Password', exact: true }).fill('short');
    await clickSlowly(page, form.getByRole('button', { name: 'Create account' }));
    await expect(message(page, 'The password field must be at least 6 characters')).toBeVisible();
    await expect(message(page, 'The first name field is required')).toBeVisible();
    await expect(message(page, 'The acknowledgement field is required')).toBeVisible();
  },
);

test(
  'the press that leaves a wrong email sends the student form',
  { tag: '@long' },
  async ({ page, request }) => {
    await signIn(page, (await newAccount(request)).tokens);
    await page.goto('/dashboard/students/create');
    await page.getByLabel('Home number').fill('7185550188');
    await page.getByRole('group', { name: 'Guardian 2' }).getByLabel('Email').fill('nobody');
    await clickSlowly(page, page.getByRole('button', { name: 'Save' }));
    await expect(message(page, 'The guardian 2 email field must be a valid email')).toBeVisible();
    await expect(message(page, 'The city field is required')).toBeVisible();
    await expect(page.getByLabel('Home number')).toHaveValue('718-555-0188');
  },
);
