import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { DEMO, logInByApi, signIn } from './account.ts';

export type Role = 'admin' | 'superAdmin';

/** Signs a browser in as a staff member of the demo season. */
export async function signInAsStaff(
  page: Page,
  request: APIRequestContext,
  role: Role = 'admin',
): Promise<void> {
  await signIn(page, await logInByApi(request, DEMO[role]));
}

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Back office' });

const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });

/** The menu of the office; below 1024 pixels the menu is a dialog behind a button. */
export async function officeMenu(page: Page): Promise<Locator> {
  await expect(menuButton(page).or(menuOf(page)).first()).toBeVisible();
  if (await menuButton(page).isVisible()) await menuButton(page).click();
  await expect(menuOf(page)).toBeVisible();
  return menuOf(page);
}

/** Opens a page of the back office as a staff member. */
export async function openBackOffice(
  page: Page,
  request: APIRequestContext,
  path = '/admin',
  role: Role = 'admin',
): Promise<void> {
  await signInAsStaff(page, request, role);
  await page.goto(path);
  await expect(menuButton(page).or(menuOf(page))).toBeVisible();
}

/** Opens the dialog on a parent's page, writes the reason and goes to the parent's place. */
export async function startImpersonating(
  page: Page,
  reason = 'Asks on the phone for the pickup time.',
): Promise<void> {
  await page.getByRole('button', { name: 'Impersonate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: 'Impersonate' }).click();
  await page.waitForURL('**/dashboard/profile');
}

/** On a phone the tools of a list stand below a button. */
export async function openListTools(page: Page): Promise<void> {
  const fold = page.getByRole('button', { name: /^Filter and sort/ });
  await expect(page.getByRole('button', { name: /^Filter/ }).first()).toBeVisible();
  if (await fold.isVisible()) await fold.click();
}
