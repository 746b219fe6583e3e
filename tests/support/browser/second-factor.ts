import type { StaffRole } from '#modules/accounts/rights.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { codeOf } from '#tests/support/app/second-factor.ts';
import { queryPortal } from '#tests/support/portal/query-portal.ts';

/** A phone with an authenticator app: a code that is good now, and never the same twice. */
export type Phone = { nextCode(): Promise<string> };

const STEP_MS = 30_000;
const TYPED_WITHIN_MS = 5_000;

/**
 * A code counts once, and is good for its half minute and the one after. So the first one is of the half
 * minute before, where there is time to type it, and the second follows at once.
 */
function phoneWith(secret: string): Phone {
  let lastStep = 0;
  return {
    async nextCode() {
      const now = Date.now();
      const oldest = Math.floor((now + TYPED_WITHIN_MS) / STEP_MS) - 1;
      lastStep = Math.max(oldest, lastStep + 1);
      await sleep(Math.max(0, lastStep * STEP_MS - now));
      return codeOf(secret, new Date(lastStep * STEP_MS));
    },
  };
}

/** On Security: begins, and types the key that is shown into a phone. */
export async function beginSetUp(page: Page): Promise<Phone> {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  const key = await page.getByRole('group', { name: 'Can’t scan it?' }).innerText();
  return phoneWith(key.replaceAll(/\s/g, ''));
}

/** Goes through to the recovery codes and leaves them. */
export async function setUpApp(page: Page): Promise<{ phone: Phone; codes: string[] }> {
  const phone = await beginSetUp(page);
  await page.getByLabel('Code', { exact: true }).fill(await phone.nextCode());
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^[\w-]{14}$/ })
    .allInnerTexts();
  await keepCodes(page);
  return { phone, codes };
}

/** Downloads the recovery codes that are shown, and leaves them. */
export async function keepCodes(page: Page): Promise<void> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  await downloading;
  await page.getByRole('button', { name: 'I’ve saved my codes' }).click();
}

/** The second step of a login, in the form that is given. */
export async function typeCode(form: Locator, code: string, label = 'Code'): Promise<void> {
  await form.getByLabel(label, { exact: true }).fill(code);
  await form.getByRole('button', { name: /^Log in/ }).click();
}

/** Makes an account one of staff, as the season's people are. */
export async function makeStaff(email: string, role: StaffRole = 'userRoleAdmin'): Promise<void> {
  await queryPortal(
    `insert into user_roles (user_id, role_type_id) select u.id, o.id from users u, options o
      where u.email = $1 and o.key = $2`,
    [email, role],
  );
}
