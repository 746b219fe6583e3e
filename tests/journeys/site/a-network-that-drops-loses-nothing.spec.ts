import { expect, test, type Locator, type Page } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { itemsFor } from '#tests/support/browser/ended-session.ts';
import { aFamilyOf, nextButton } from '#tests/support/browser/wizard/family.ts';
import { fillAddress, fillStudent } from '#tests/support/browser/student-page.ts';

const OUTAGE_MS = 2000;

/**
 * From now on the network is gone for two seconds at each request that the page makes for the first time.
 * What fails for good offers to try again, which is pressed.
 */
async function cutEachRequest(page: Page): Promise<{ cut: string[]; stop: () => void }> {
  const cut: string[] = [];
  let goneUntil = 0;
  let isOver = false;
  await page.route('**/*', (route) => {
    const request = route.request();
    const name = `${request.method()} ${new URL(request.url()).pathname.replaceAll(/\/\d+/g, '/N')}`;
    if (isOver || request.isNavigationRequest()) return route.fallback();
    if (!cut.includes(name)) {
      cut.push(name);
      if (Date.now() >= goneUntil) goneUntil = Date.now() + OUTAGE_MS;
    }
    return Date.now() < goneUntil ? route.abort('internetdisconnected') : route.fallback();
  });
  const tryAgain = page.getByRole('button', { name: 'Try again' }).first();
  await page.addLocatorHandler(tryAgain, () => tryAgain.click({ timeout: 1000 }).catch(() => {}), {
    noWaitAfter: true,
  });
  return { cut, stop: () => void (isOver = true) };
}

/** Presses as often as a person would until something has come of it. */
async function pressUntil(button: Locator, there: Locator): Promise<void> {
  await expect(async () => {
    if (!(await there.isVisible())) await button.click({ timeout: 2000 });
    await expect(there).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 60_000 });
}

/** No page of the browser itself, and no page loaded anew, in between. */
function countDocuments(page: Page): { count: () => number } {
  let documents = 0;
  page.on('request', (request) => request.isNavigationRequest() && (documents += 1));
  return { count: () => documents };
}

/** @shows MA3.4 MA7.3 */
test(
  'the profile is changed once while the network drops at every request in turn',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    test.setTimeout(180_000);
    const { tokens } = await newAccount(request);
    await signIn(page, tokens);
    await page.goto('/dashboard/help');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const documents = countDocuments(page);
    const { cut, stop } = await cutEachRequest(page);
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'First name' }).fill('Ngozi');
    await page.getByRole('textbox', { name: 'Home number' }).fill('718-555-0131');
    await pressUntil(
      page.getByRole('button', { name: 'Save' }),
      page.getByText('Profile update successful!'),
    );
    await page.getByRole('link', { name: 'Your addresses' }).click();
    await expect(page.getByText("You don't have addresses yet.")).toBeVisible({ timeout: 60_000 });
    stop();
    expect((await itemsFor(page, '/user'))[0]).toMatchObject({
      first_name: 'Ngozi',
      phone_home: '718-555-0131',
    });
    expect(cut.filter((name) => name === 'PUT /api/user/N')).toHaveLength(1);
    expect([documents.count(), cut.length > 3]).toEqual([0, true]);
  },
);

/** @shows MA3.4 MA7.3 */
test(
  'a first contract is bought once while the network drops at every request in turn',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    test.setTimeout(420_000);
    await aFamilyOf(page);
    await page.goto('/hm');
    const begin = page.getByRole('main').locator('a[href^="/contract"]').first();
    await expect(begin).toBeVisible();
    // The page is there before its application, which must have started for the network to be cut under it.
    await page.waitForLoadState('networkidle');
    const documents = countDocuments(page);
    const { cut, stop } = await cutEachRequest(page);
    await begin.click();
    const lower = page.getByRole('radio', { name: /Lower Division/ });
    await expect(lower).toBeVisible({ timeout: 60_000 });
    await lower.check();
    const terms = page.getByRole('checkbox', { name: 'contract terms' });
    await pressUntil(page.getByRole('button', { name: 'Continue to View Contract Terms' }), terms);
    await terms.check();
    await pressUntil(nextButton(page), page.getByRole('group', { name: 'Student', exact: true }));
    await fillStudent(page, 'Chidi');
    await fillAddress(page);
    await pressUntil(nextButton(page), page.getByLabel('Year entering'));
    await page.getByLabel('Year entering').selectOption({ label: '3rd' });
    await pressUntil(nextButton(page), page.getByRole('radio', { name: 'Round trip' }));
    await page.getByRole('radio', { name: 'Round trip' }).check();
    await page.getByRole('radio', { name: 'Two payments' }).check();
    await page.getByRole('tab', { name: 'Card' }).click();
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await page.getByLabel('Name on card').fill('Adaeze Okafor');
    await page.getByLabel('Month').selectOption('12');
    await page.getByLabel('Year', { exact: true }).selectOption({ index: 5 });
    await page.getByLabel('Security code').fill('123');
    await pressUntil(nextButton(page), page.getByRole('heading', { level: 1, name: /Review and sign/ }));
    const checkout = page.getByRole('button', { name: 'Checkout', exact: true }).filter({ visible: true });
    await expect(checkout).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 });
    const confirm = page.getByRole('button', { name: 'Confirm and Checkout' });
    await pressUntil(checkout, confirm);
    await expect(confirm).not.toHaveAttribute('aria-disabled', 'true');
    await confirm.click();
    await expect(page.getByRole('button', { name: 'Got it' })).toBeVisible({ timeout: 60_000 });
    stop();
    const [orders, students] = [await itemsFor(page, '/order'), await itemsFor(page, '/student')];
    expect([orders.length, students.length]).toEqual([1, 1]);
    for (const name of ['POST /api/address', 'POST /api/student', 'POST /api/order/quote', 'POST /api/order'])
      expect(cut).toContain(name);
    expect(documents.count()).toBe(0);
  },
);
