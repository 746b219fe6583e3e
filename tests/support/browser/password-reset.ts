import { expect, type Page } from '@playwright/test';
import type { Account } from './account.ts';
import { linkOf, mailTo } from './mails.ts';

/** A password good enough for the portal, and not the one that a new account has. */
export const NEW_PASSWORD = 'A-newer-one-2028';

export const emailField = (page: Page) => page.getByRole('textbox', { name: 'Email' });
export const passwordField = (page: Page) => page.getByRole('textbox', { name: 'Password', exact: true });
export const confirmField = (page: Page) => page.getByRole('textbox', { name: 'Confirm password' });

/** Asks for a link at the screen, and says where the mail leads. */
export async function askForLink(
  page: Page,
  { email }: Pick<Account, 'email'>,
  path = '/forgot-password',
): Promise<string> {
  await page.goto(path);
  await emailField(page).fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('The link was sent.')).toBeVisible();
  return linkOf(await mailTo(email, 'Reset your password'));
}

/** Types the same new password twice and saves it. */
export async function chooseNewPassword(page: Page, password = NEW_PASSWORD): Promise<void> {
  await passwordField(page).fill(password);
  await confirmField(page).fill(password);
  await page.getByRole('button', { name: 'Save new password' }).click();
}
