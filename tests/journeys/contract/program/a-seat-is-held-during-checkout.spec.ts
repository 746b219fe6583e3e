import { expect, test, type Browser, type Page } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { linkOf, mailTo } from '#tests/support/browser/mails.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';
import { acceptContract, next, type Choice } from '#tests/support/browser/wizard/steps.ts';

// The demo's only counted route has three seats; the stories share it, so they are told one after the other.
test.describe.configure({ mode: 'serial' });

const LATE_BUS: Choice = { school: 'ecfs', program: /Middle and Upper/, route: 'Late bus only', term: '' };

/** A family with a child, standing at the routes of step 3. */
async function toRoutes(page: Page, { isVerified = false } = {}): Promise<void> {
  const family = await newAccount(page.request);
  if (isVerified) {
    const link = linkOf(await mailTo(family.email, 'Please verify your email address'));
    await page.request.get(new URLSearchParams(link.split('?')[1]).get('endpoint')!);
  }
  await family.call(
    'POST',
    '/student',
    aStudentForm({ first_name: 'Ngozi', guardian_1_email: family.email }),
  );
  await signIn(page, family.tokens);
  await acceptContract(page, LATE_BUS);
  await page.getByRole('button', { name: 'Choose an existing student' }).click();
  await page.getByRole('button', { name: /^Select\b/ }).click();
  await next(page);
  await expect(page.getByRole('heading', { level: 1, name: /school year/ })).toBeVisible();
  const grade = page.getByLabel('Year entering');
  if (await grade.isVisible()) await grade.selectOption({ index: 1 });
  await next(page);
}

const lateBus = (page: Page) => page.getByRole('radio', { name: LATE_BUS.route });

/** Walks out of the wizard, which gives the seat back. */
async function leave(page: Page): Promise<void> {
  const released = page.waitForResponse(
    (answer) => answer.request().method() === 'DELETE' && answer.url().includes('/hold/'),
  );
  await page.getByRole('link', { name: 'About us' }).click();
  await released;
}

async function anotherFamily(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

test(
  'the seat counts down in front of the family, survives a reload and can be kept again after its time',
  { tag: '@once' },
  async ({ page }) => {
    await page.clock.install();
    await toRoutes(page);
    await lateBus(page).check();
    const timer = page.getByRole('timer', { name: 'Time left to sign' });
    await expect(timer).toHaveText(/^1[45]:\d\d$/);
    await expectAccessible(page, 'a seat on hold');
    await page.clock.fastForward('15:00');
    await expect(page.getByRole('alert')).toContainText('Your 15 minutes are up');
    await expect(page.getByRole('alert')).toContainText('We can hold it for you again from');
    await expect(page.getByRole('button', { name: 'Hold the seat again' })).toHaveCount(0);
    await page.clock.fastForward('15:00');
    await page.getByRole('button', { name: 'Hold the seat again' }).click();
    await expect(timer).toBeVisible();
    await page.reload();
    await expect(timer).toHaveText(/^1[45]:\d\d$/);
    await leave(page);
  },
);

test(
  'a full route says so, cannot be chosen, and offers the waiting list, which offers the seat',
  { tag: ['@once', '@long'] },
  async ({ page, browser }) => {
    test.setTimeout(90_000);
    const holders: Page[] = [];
    for (let n = 0; n < 3; n += 1) {
      const holder = await anotherFamily(browser);
      await toRoutes(holder, { isVerified: true });
      await lateBus(holder).check();
      await expect(holder.getByRole('timer')).toBeVisible();
      holders.push(holder);
    }
    await toRoutes(page, { isVerified: true });
    await expect(lateBus(page)).toBeDisabled();
    await expect(page.getByText('Every seat on this route is taken.')).toBeVisible();
    await page.getByRole('button', { name: 'Join the waiting list for Late bus only' }).click();
    await expect(
      page.getByText('Ngozi Okafor is number 1 on the waiting list for Late bus only.'),
    ).toBeVisible();
    await expectAccessible(page, 'a full route');
    await leave(holders[0]!);
    await page.goto('/dashboard/orders');
    await expect(
      page.getByText(/We’re holding a seat on Late bus only for Ngozi Okafor until/),
    ).toBeVisible();
    await expectAccessible(page, 'a seat on offer');
    await page.getByRole('button', { name: 'Leave the waiting list' }).click();
    await expect(page.getByRole('region', { name: 'Waiting lists' })).toHaveCount(0);
    for (const holder of holders.slice(1)) await leave(holder);
    for (const holder of holders) await holder.context().close();
  },
);
