import { expect, test, type Page } from '@playwright/test';
import { pages, prerenderedPaths } from '#app/site-map.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

import { signInAsStaff } from '#tests/support/browser/back-office.ts';
import { expectFocusSeen } from '#tests/support/browser/focus.ts';
import {
  aFamilyInWizard,
  anotherChild,
  buyByApi,
  HM_TWO_PAYMENTS,
  openStep,
} from '#tests/support/browser/wizard/prepared-draft.ts';

// Under a zoom of 200 % a window of 1280 by 900 shows 640 by 450 pixels.
const WINDOWS = [
  { zoom: 100, width: 1280, height: 900 },
  { zoom: 200, width: 640, height: 450 },
];
const LOW = WINDOWS[1]!;

async function look(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expectFocusSeen(page, where);
  await expectAccessible(page, where);
}

/** @shows MB12.1 */
test(
  'at 200 % no field of the wizard lies behind a bar',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    await page.setViewportSize(LOW);
    await openStep(page, family, 3);
    await expect(page.getByLabel('Routing number')).toBeVisible();
    await expectFocusSeen(page, 'the route step');
  },
);

/** @shows MB12.1 */
test(
  'on a phone no field of the wizard lies behind a bar',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    await page.setViewportSize({ width: 390, height: 844 });
    await openStep(page, family, 1);
    await expect(page.getByRole('group', { name: 'Guardian 2' })).toBeVisible();
    await expectFocusSeen(page, 'the student step');
  },
);

const formPages = ['/login', '/forgot-password', '/verify-contract', '/hm', '/contract?school=hm'];

for (const { zoom, ...size } of WINDOWS) {
  /** @shows MB12.1 */
  test(
    `the focus is seen on every public page at ${zoom} %`,
    { tag: ['@once', '@long'] },
    async ({ page }) => {
      test.setTimeout(300_000);
      await page.setViewportSize(size);
      for (const path of [...prerenderedPaths, ...formPages]) {
        await page.goto(path);
        // The application form comes after its page, and moves what stands below it.
        await page.waitForLoadState('networkidle');
        await look(page, path);
      }
    },
  );

  /** @shows MB12.1 */
  test(
    `the focus is seen on every page of a family at ${zoom} %`,
    { tag: ['@once', '@long'] },
    async ({ page, request }) => {
      test.setTimeout(300_000);
      const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
      const order = await buyByApi(family, HM_TWO_PAYMENTS, undefined, await anotherChild(family));
      const [method] = await family.call('GET', '/accounting/payment-methods/read/all');
      const address = await family.call('POST', '/address', {
        address: '120 Waldo Avenue',
        city: 'Bronx',
        state: 'NY',
        zip: '10471',
      });
      await page.setViewportSize(size);
      const chosen = { payment_method: method.id, payment_type: 'paymentTypeCreditCard' };
      Object.assign(family.draft.program, chosen, { is_payment_type_chosen: true });
      for (const step of [1, 2, 3, 4]) {
        await openStep(page, family, step);
        const onward = page.getByRole('button', { name: /^(Next|Checkout)$/ }).filter({ visible: true });
        await expect(onward).toBeVisible();
        await look(page, `step ${step}`);
      }
      const ids = [
        `students/edit/${family.student_id}`,
        `addresses/edit/${address[0].id}`,
        `orders/${order.id}`,
        `orders/${order.id}/contract`,
        `orders/${order.id}/receipt`,
        `payment-methods/edit/${method.id}`,
      ];
      const plain = pages
        .map(({ path }) => path)
        .filter((path) => path.startsWith('/dashboard/') && !path.includes(':'));
      for (const path of [...plain, ...ids.map((id) => `/dashboard/${id}`)]) {
        await page.goto(path);
        await look(page, path);
      }
    },
  );

  /** @shows MB12.1 */
  test(
    `the focus is seen on every page of the back office at ${zoom} %`,
    { tag: ['@once', '@long'] },
    async ({ page, request }) => {
      test.setTimeout(300_000);
      await page.setViewportSize(size);
      await signInAsStaff(page, request, 'superAdmin');
      const plain = pages
        .map(({ path }) => path)
        .filter((path) => path.startsWith('/admin') && !path.includes(':'));
      for (const path of plain) {
        await page.goto(path);
        await look(page, path);
      }
    },
  );
}

/** @shows MD21.1 */
test('in forced colors the chosen tab alone has a line', { tag: ['@once', '@long'] }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/login');
  const lineOf = (name: string) =>
    page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).borderBottomColor);
  const canvas = await page.evaluate(() => {
    const probe = document.createElement('p');
    probe.style.color = 'Canvas';
    document.body.append(probe);
    return getComputedStyle(probe).color;
  });
  expect(await lineOf('Log in')).not.toBe(canvas);
  expect(await lineOf('Create an account')).toBe(canvas);
});
