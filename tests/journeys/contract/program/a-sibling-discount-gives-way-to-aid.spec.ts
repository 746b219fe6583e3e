import { expect, test } from '@playwright/test';
import {
  anotherChild,
  aFamilyInWizard,
  buyByApi,
  HM_TWO_PAYMENTS,
  keptDraft,
  openStep,
} from '#tests/support/browser/wizard/prepared-draft.ts';

/** @shows B-204 B-325 */
test(
  'a valid number takes its discount off until it is removed, or financial aid is asked for',
  { tag: '@once' },
  async ({ page, request }) => {
    const family = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    const order = await buyByApi(family, HM_TWO_PAYMENTS);
    const sister = await anotherChild(family);
    const [method] = await family.call('GET', '/accounting/payment-methods/read/all');
    family.draft.student = { ...family.draft.student, id: sister, first_name: 'Ngozi' };
    Object.assign(family.draft.program, {
      second_student_contract_number: order.order_detail.contract.contract_number,
      has_valid_second_student_contract_number: true,
      payment_method: method.id,
      payment_type: 'paymentTypeCreditCard',
      is_payment_type_chosen: true,
    });
    const fees = page.getByRole('table', { name: 'What is due today and later, by bank and by card' });
    await openStep(page, family, 4);
    await expect(fees).toContainText('$250.00');
    await page.getByRole('button', { name: 'Use financial aid' }).click();
    await expect(fees).not.toContainText('$250.00');
    const number = async () => {
      const { program } = await keptDraft(page);
      return [program.second_student_contract_number, program.has_valid_second_student_contract_number];
    };
    await expect.poll(number).toEqual(['', false]);

    await page.goto('/contract?school=hm&step=2');
    await page.getByLabel('Sibling’s contract number').fill(order.order_detail.contract.contract_number);
    await page.getByRole('button', { name: 'Check contract number' }).click();
    await expect(page.getByText('The contract number is valid.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('The contract number is valid.')).toHaveCount(0);
    await expect.poll(number).toEqual(['', false]);
  },
);
