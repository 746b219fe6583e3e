import { expect, test, type Page } from '@playwright/test';
import { newAccount, signIn, type Account } from '#tests/support/browser/account.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { METHODS, saveCard } from '#tests/support/browser/payment-methods.ts';
import { aFamilyInWizard, HM_TWO_PAYMENTS, openStep } from '#tests/support/browser/wizard/prepared-draft.ts';
import { checkoutByCard, findForSale, HM_LOWER_TWO_PAYMENTS } from '#tests/support/forms/checkout-body.ts';
import { aStudentForm, anAddressForm } from '#tests/support/forms/student-form.ts';

const WIDTHS = [320, 390, 1280];
const LONG = 'W'.repeat(255);
const longAddress = { address: LONG, apt: LONG, city: LONG };
const longStudent = {
  first_name: LONG,
  last_name: LONG,
  guardian_1_first_name: LONG,
  guardian_1_last_name: LONG,
  guardian_2_first_name: LONG,
  guardian_2_last_name: LONG,
  guardian_2_phone_mobile: '914-555-0103',
  guardian_2_email: 'obi@okafor.example',
  has_medical_concerns: true,
  medical_concerns: LONG,
  is_split_custody: true,
  second_address: LONG,
  custody_notes: LONG,
};

/** The widest element of a page that scrolls sideways; undefined when it fits. */
const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement!;
    if (scrollWidth <= clientWidth) return undefined;
    const wide = [...document.querySelectorAll('main *, header *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    const last = wide.findLast(
      (element) => !wide.some((other) => other !== element && element.contains(other)),
    );
    return `${scrollWidth}: ${last?.tagName} ${last?.className} ${last?.textContent?.slice(0, 20)}`;
  });

/** Opens each page and measures it at every width. */
async function expectToFit(page: Page, paths: readonly string[]): Promise<void> {
  const wide: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    // The success page opens with a dialog over its heading.
    await expect(page.locator('h1').first(), path).toBeVisible();
    await expect(page.getByText('Loading', { exact: false }).filter({ visible: true }), path).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const found = await overflowOf(page);
      if (found) wide.push(`${path} at ${width}: ${found}`);
    }
  }
  expect(wide).toEqual([]);
}

async function buyWithLongWords(family: Account, student_id: number): Promise<any> {
  const http = { call: async ({ path }: any) => ({ items: await family.call('GET', path) }) };
  const forSale = await findForSale(http as never, HM_LOWER_TWO_PAYMENTS);
  const body: any = checkoutByCard(forSale, student_id, '4242424242424242');
  Object.assign(body.contract, { pickup_north: LONG, pickup_cross: LONG, special_request: LONG });
  body.payment.cc.name = LONG;
  // Its row stands in the list of aid to confirm.
  body.financial_aid = { code: 'HM-AID-27', amount: 1000 };
  const [order] = await family.call('POST', '/order', body);
  return order;
}

/** @shows MA10.17 */
test.describe('names of 255 letters fit 320, 390 and 1280', { tag: ['@once', '@long'] }, () => {
  test('on every page of the family and of staff', async ({ page, request, browser }) => {
    test.slow();
    const family = await newAccount(request, { first_name: LONG, last_name: LONG });
    const [address] = await family.call('POST', '/address', anAddressForm(longAddress));
    const student = aStudentForm({ ...longStudent, ...longAddress, address_id: address.id });
    const [{ id }] = await family.call('POST', '/student', student);
    const order = await buyWithLongWords(family, id);
    const method = await saveCard(family, { name: LONG });
    await signIn(page, family.tokens);
    const orderPages = [`/dashboard/orders/${order.id}`, '/contract', '/receipt'];
    await expectToFit(page, [
      '/',
      '/dashboard/profile',
      '/dashboard/students',
      `/dashboard/students/edit/${id}`,
      '/dashboard/addresses',
      `/dashboard/addresses/edit/${address.id}`,
      '/dashboard/orders',
      ...orderPages.map((path, i) => (i === 0 ? path : `${orderPages[0]}${path}`)),
      METHODS,
      `${METHODS}/create`,
      `${METHODS}/edit/${method.id}`,
      `/order/success/${order.id}?school=hm`,
    ]);

    const [user] = await family.call('GET', '/user');
    const office = await (await browser.newContext()).newPage();
    await openBackOffice(office, request);
    await expectToFit(office, [
      `/admin/users/parents?search=${encodeURIComponent(family.email)}`,
      `/admin/users/parents/${user.id}`,
      `/dashboard/orders/${order.id}`,
      `/dashboard/orders/${order.id}/payments/${order.payments[1].id}/edit`,
      '/admin/aid',
      '/admin/owed',
      '/admin/money',
      '/admin/requests',
      '/admin/audit',
    ]);
  });

  test('at every step of the wizard', async ({ page, request }) => {
    const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS, { ...longStudent, ...longAddress });
    family.draft.program.pickup_north = LONG;
    family.draft.program.pickup_cross = LONG;
    await openStep(page, family, 1);
    await expectToFit(
      page,
      [0, 1, 2, 3].map((step) => `/contract?school=hm&step=${step}`),
    );
  });
});
