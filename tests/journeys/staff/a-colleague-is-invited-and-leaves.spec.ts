import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { newEmail, newAccount, signIn } from '#tests/support/browser/account.ts';
import { officeMenu, openBackOffice } from '#tests/support/browser/back-office.ts';
import { linkOf, mailTo } from '#tests/support/browser/mails.ts';
import { loginForm, passwordIn } from '#tests/support/browser/login-box.ts';
import { chooseNewPassword } from '#tests/support/browser/password-reset.ts';
import { makeStaff, setUpApp } from '#tests/support/browser/second-factor.ts';

const INVITED = 'Choose a password for your work account';
const STRONG = 'violet otter lamp forty';

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });

async function invite(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await expect(dialog.getByText(`${email} gets a link to choose a password.`)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Noor');
  await dialog.getByRole('textbox', { name: 'Last name' }).fill('Haddad');
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'School' });
  await expectAccessible(page, 'an invitation');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog.getByText('The schools field is required')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Dispatcher' });
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByText(`We emailed a link to ${email}.`)).toBeVisible();
}

/** As where staff need two-step verification: the portal of the journeys does not ask for it. */
async function demandSecondFactor(page: Page): Promise<() => void> {
  let isDemanded = true;
  await page.route('**/api/user', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    if (isDemanded && body.items?.[0]) body.items[0].needs_second_factor = true;
    await route.fulfill({ response: answer, json: body });
  });
  // An unroute while an answer is on the way would fulfill the answer twice.
  return () => (isDemanded = false);
}

/** @shows OF8.4 OF8.7 */
test('a colleague is invited, chooses a password, sets up the second step and begins', async ({
  browser,
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const email = newEmail();
  await openBackOffice(page, request, '/admin/staff', 'superAdmin');
  await invite(page, email);
  await expect(rowOf(page, email)).toContainText('Invited');
  await expectAccessible(page, 'staff with an invitation');

  const theirs = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await theirs.goto(linkOf(await mailTo(email, INVITED)));
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Choose a password');
  await expectAccessible(theirs, 'the first password');
  await chooseNewPassword(theirs, STRONG);
  await theirs.waitForURL('**/login?redirectPath=**');
  const stopDemanding = await demandSecondFactor(theirs);
  const form = loginForm(theirs);
  await form.getByLabel('Email').fill(email);
  await passwordIn(form).fill(STRONG);
  await form.getByRole('button', { name: 'Log in' }).click();
  await theirs.waitForURL('**/admin/security');
  await setUpApp(theirs);
  stopDemanding();
  await theirs.goto('/admin');
  await expect(theirs.getByText('Active contracts')).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Staff', exact: true })).toHaveCount(0);
  await page.reload();
  await expect(rowOf(page, email)).toContainText('Set up');
});

/** @shows OF8.4 */
test(
  'a colleague gets another role, leaves, and is invited again',
  { tag: '@long' },
  async ({ page, request }) => {
    const colleague = await newAccount(request, { first_name: 'Noor', last_name: `Haddad${Date.now()}` });
    await makeStaff(colleague.email);
    await openBackOffice(page, request, '/admin/staff', 'superAdmin');
    const row = rowOf(page, colleague.email);
    await row.getByRole('button', { name: 'Change role' }).click();
    const change = page.getByRole('dialog', { name: /^Change the role of / });
    await change.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'School' });
    await change.getByRole('checkbox').first().check();
    await expectAccessible(page, 'another role');
    await change.getByRole('button', { name: 'Make school contact' }).click();
    await expect(page.getByText(/ is school contact from now on\.$/).first()).toBeVisible();
    await expect(row).toContainText('School');
    await expect(colleague.call('GET', '/user')).rejects.toThrow('401');

    await row.getByRole('button', { name: 'End the account' }).click();
    const end = page.getByRole('dialog', { name: /^End the account of / });
    await expect(end).toContainText('is logged out everywhere and cannot log in.');
    await end.getByRole('textbox', { name: 'Reason' }).fill('Works elsewhere now.');
    await expectAccessible(page, 'the end of an account');
    await end.getByRole('button', { name: 'End the account' }).click();
    await expect(row).toContainText('Ended');
    await mailTo(colleague.email, 'Your staff account was ended');

    await row.getByRole('button', { name: 'Open again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Open again' }).click();
    await expect(row).toContainText('Invited');
    await mailTo(colleague.email, INVITED);
  },
);

/** @shows OF8.6 */
test(
  'a school’s person begins on Awards, and every other page of the office says that it is not theirs',
  { tag: '@long' },
  async ({ page, request }) => {
    const person = await newAccount(request);
    await makeStaff(person.email, 'userRoleSchool');
    await signIn(page, person.tokens);
    await page.goto('/admin');
    await page.waitForURL('**/admin/awards');
    const menu = await officeMenu(page);
    await expect(menu.getByRole('link')).toHaveText(['Awards', 'My security']);
    await page.goto('/admin/owed');
    await expect(page.getByRole('heading', { name: 'This page is not part of your role' })).toBeVisible();
    await expect(page.getByText('Your role does not open this. Please ask an administrator.')).toBeVisible();
    await expectAccessible(page, 'a page of another role');
    await page.getByRole('link', { name: 'Go to Awards' }).click();
    await page.waitForURL('**/admin/awards');
  },
);
