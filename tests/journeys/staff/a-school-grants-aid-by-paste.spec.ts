import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { officeMenu } from '#tests/support/browser/back-office.ts';
import { aFamilyInWizard, HM_IN_FULL, openStep } from '#tests/support/browser/wizard/prepared-draft.ts';
import { clickCheckout, confirm, expectSigned, typeCard } from '#tests/support/browser/wizard/steps.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { startPortalWithClock, type PortalWithClock } from '#tests/support/portal/portal-with-clock.ts';

let own: PortalWithClock;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  own = await startPortalWithClock();
});
test.afterAll(() => own.stop());

/** A person of Hillmark's finance office. */
async function aSchoolsPerson() {
  const account = await newAccount(own.api, { first_name: 'Hal', last_name: 'Mark' });
  const [{ user_id }] = await own.query(
    `insert into user_roles (user_id, role_type_id) select u.id, o.id from users u, options o
      where u.email = $1 and o.key = 'userRoleSchool' returning user_id`,
    [account.email],
  );
  await own.query(
    `insert into user_role_schools (user_id, program_group_id)
      select $1, id from program_groups where path = 'hm'`,
    [user_id],
  );
  return account;
}

/** @shows AC7 OF7.1 OF7.4 OF7.7 OF7.9 OF8.6 */
test('a school’s office grants twelve children aid by paste, and one signs with nothing typed', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const on = test.info().project.name === 'phone' ? 'phone' : 'desktop';
  const page = await own.open(browser, on);
  const person = await aSchoolsPerson();
  await signIn(page, person.tokens);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Awards');
  const entries = (await officeMenu(page)).getByRole('link');
  await expect(entries).toHaveText([/^Awards/, /^My security|^Security/]);
  if (on === 'phone') await page.keyboard.press('Escape');
  await expectAccessible(page, 'awards without an award');

  const child = { first_name: 'Ottilie', last_name: 'Brandt' };
  const family = await aFamilyInWizard(own.api, HM_IN_FULL, child);
  const lines = Array.from({ length: 11 }, (_, n) => `Child${n},Granted,3rd,share,50%,`);
  let clicks = 0;
  const click = async (name: string | RegExp) => {
    clicks += 1;
    await page.getByRole('button', { name }).click();
  };
  await click('Many at once');
  const dialog = page.getByRole('dialog');
  const paste = dialog.getByRole('textbox', { name: 'Lines' });
  await paste.fill(
    ['Ottilie,Brandt,3rd,pays,"$1,000.00",As agreed', ...lines, 'Ada,,3rd,gives,1'].join('\n'),
  );
  await expect(dialog).toContainText('1 line has a problem.');
  await expectAccessible(page, 'pasted awards with a problem');
  await picture(page, 'awards-paste');
  await paste.fill(['Ottilie,Brandt,3rd,pays,"$1,000.00",As agreed', ...lines].join('\n'));
  await click('Grant 12 awards');
  await expect(page.getByText('12 awards were granted.')).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(4);
  const row = page.getByRole('row').filter({ hasText: 'Ottilie Brandt' });
  await expect(row).toContainText('Child found');
  await expect(page.getByRole('row').filter({ hasText: 'Child0 Granted' })).toContainText(
    'Child not found yet',
  );
  await expectAccessible(page, 'twelve awards');
  await picture(page, 'awards-list');
  await page.goto('/admin/users/parents');
  await expect(page.getByText('Your role does not open this.')).toBeVisible();

  const parent = await own.open(browser, on);
  await openStep(parent, family, 3);
  await typeCard(parent, '4242 4242 4242 4242');
  const aid = parent.getByRole('region', { name: 'Financial aid' });
  await expect(aid).toContainText('Hillmark School (HM) has granted aid: you pay $1,000.00 for the year.');
  await expectAccessible(parent, 'an award that stands ready');
  await picture(parent, 'awards-checkout');
  await clickCheckout(parent);
  await confirm(parent);
  await expectSigned(parent);
  await page.goto('/admin/awards');
  await expect(row).toContainText('Used by a contract');
});
