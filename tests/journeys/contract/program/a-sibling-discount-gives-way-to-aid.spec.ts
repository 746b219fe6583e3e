import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import {
  alter,
  anotherChild,
  aFamilyInWizard,
  buyByApi,
  HM_TWO_PAYMENTS,
  keptDraft,
  openStep,
  ROUTES,
} from '#tests/support/browser/wizard/prepared-draft.ts';

const CHECKED = { has_valid_second_student_contract_number: true };

/** A family at Checkout with a card, and the discount for its second child taken off. */
async function atCheckoutWithDiscount(request: APIRequestContext) {
  const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
  const order = await buyByApi(family, HM_TWO_PAYMENTS);
  const sister = await anotherChild(family);
  const [method] = await family.call('GET', '/accounting/payment-methods/read/all');
  family.draft.student = { ...family.draft.student, id: sister, first_name: 'Ngozi' };
  const { contract_number } = order.order_detail.contract;
  Object.assign(family.draft.program, {
    ...CHECKED,
    second_student_contract_number: contract_number,
    payment_method: method.id,
    payment_type: 'paymentTypeCreditCard',
    is_payment_type_chosen: true,
  });
  return { family, contract_number };
}

const feesOf = (page: Page) =>
  page.getByRole('table', { name: 'What’s due today and later, by bank account and by card' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function typeAid(page: Page, amount: string): Promise<void> {
  await press(page, 'Use financial aid');
  await page.getByLabel('Financial aid code').fill('HM-AID-27');
  await press(page, 'Verify code');
  await page.getByLabel('Amount to be paid').fill(amount);
}

/** @shows B-204 B-325 MB5.1 MB5.2 MB5.3 */
test(
  'a checked number keeps its discount until aid is applied, and has it back when aid is removed',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const { family, contract_number } = await atCheckoutWithDiscount(request);
    const fees = feesOf(page);
    await openStep(page, family, 4);
    await expect(fees).toContainText('$250.00');
    await typeAid(page, '2000');
    await expect(fees).toContainText('$250.00');
    await press(page, 'Apply');
    const question = page.getByRole('alert').filter({ hasText: 'sibling discount' });
    // By card: 2,550.00 and 2,150.00 with 3 %. With aid: 1,000.00 twice, the first fee on half of 2,800.00.
    await expect(question).toContainText('you lose the sibling discount of $250.00');
    await expect(question).toContainText('$1,042.00 today instead of $2,626.50');
    await expect(question).toContainText('$2,072.00 for the year instead of $4,841.00');
    await expect(fees).toContainText('$250.00');
    await press(page, 'Apply aid without the discount');
    await expect(fees).not.toContainText('$250.00');
    await press(page, 'Remove financial aid');
    await expect(page.getByText('Your sibling discount of $250.00 applies again.')).toBeVisible();
    await expect(fees).toContainText('$250.00');
    const { program } = await keptDraft(page);
    expect(program).toMatchObject({ ...CHECKED, second_student_contract_number: contract_number });
  },
);

/** @shows B-204 */
test('a number that is removed is worth nothing', { tag: ['@once', '@long'] }, async ({ page, request }) => {
  const { family } = await atCheckoutWithDiscount(request);
  await openStep(page, family, 2);
  await expect(page.getByText('The contract number is valid.')).toBeVisible();
  await press(page, 'Remove');
  await expect(page.getByText('The contract number is valid.')).toHaveCount(0);
  const number = async () => {
    const { program } = await keptDraft(page);
    return [program.second_student_contract_number, program.has_valid_second_student_contract_number];
  };
  await expect.poll(number).toEqual(['', false]);
});

/** @shows MB5.4 */
test(
  'where the discount left nothing due, asking for aid stays at Checkout and applying it asks how to pay',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const { family } = await atCheckoutWithDiscount(request);
    await alter(page, ROUTES, (routes) =>
      routes.forEach((route) => route.discounts.forEach((each: any) => (each.amount_flat = 9000))),
    );
    await openStep(page, family, 4);
    await typeAid(page, '1000');
    await expect(page).toHaveURL(/step=4/);
    await press(page, 'Apply');
    await expect(page.getByText(/With the discount, nothing is due today/)).toBeVisible();
    await press(page, 'Apply aid and choose how to pay');
    await expect(page).toHaveURL(/step=3/);
    await expect(page.getByText('Financial aid is applied. Choose how to pay')).toBeVisible();
  },
);
