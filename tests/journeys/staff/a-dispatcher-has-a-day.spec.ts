import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { officeMenu, openListTools } from '#tests/support/browser/back-office.ts';
import { makeStaff } from '#tests/support/browser/second-factor.ts';
import { listenTo } from '#tests/support/browser/stored-secrets.ts';
import { aFamilyInWizard, buyByApi, HM_IN_FULL } from '#tests/support/browser/wizard/prepared-draft.ts';

const CARE = 'Carries an inhaler in the front pocket.';

/** @shows AC12 OF1.6 OF8.2 OF8.3 */
test('a dispatcher works through a day and meets no amount', { tag: '@long' }, async ({ page, request }) => {
  const child = { first_name: 'Imani', has_medical_concerns: true, medical_concerns: CARE };
  const family = await aFamilyInWizard(request, HM_IN_FULL, child);
  await buyByApi(family, HM_IN_FULL);
  const dispatcher = await newAccount(request, { first_name: 'Noor', last_name: 'Haddad' });
  await makeStaff(dispatcher.email, 'userRoleDispatcher');
  const heard = listenTo(page);
  await signIn(page, dispatcher.tokens);
  const goTo = async (name: string) => {
    const menu = await officeMenu(page);
    await menu.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByText('$')).toHaveCount(0);
  };

  await page.goto('/admin');
  await goTo('Worklist');
  await expectAccessible(page, 'the worklist of a dispatcher');
  await goTo('Students');
  await openListTools(page);
  await page.getByRole('searchbox').first().fill('imani');
  await expect(page.getByRole('link', { name: /Imani/ }).first()).toBeVisible();
  await expect(page.getByText('Round trip').filter({ visible: true }).first()).toBeVisible();
  const [{ id }] = await family.call('GET', '/user');
  await page.goto(`/admin/users/parents/${id}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Imani/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Imani');
  await expect(page.getByText(CARE)).toBeVisible();
  await expect(page.getByText('$')).toHaveCount(0);
  await goTo('Waiting list');
  await goTo('Orders');
  await expectAccessible(page, 'the orders of a dispatcher');
  // A link or a shared view of a colleague may have a filter that a dispatcher has no right to.
  await page.goto('/admin/users/parents?owes=yes');
  await expect(
    page.getByText(/^Your role doesn’t filter by .+\. This list shows the rows without that filter\.$/),
  ).toBeVisible();

  const answers = (await heard.texts()).filter((text) => /^\S+\/api\/admin\//.test(text));
  expect(answers.length).toBeGreaterThan(5);
  for (const text of answers) expect(text).not.toMatch(/_cents"|\$\s?\d/);
});
