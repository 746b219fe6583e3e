import { expect, test, type Page } from '@playwright/test';
import { newAccount } from '#tests/support/browser/account.ts';
import { aName, applyByApi } from '#tests/support/browser/applicant.ts';
import { openBackOffice, signInAsStaff } from '#tests/support/browser/back-office.ts';
import { anOwingFamily, editPath } from '#tests/support/browser/owing-family.ts';
import { buyOnTwoPayments } from '#tests/support/browser/payment-methods.ts';
import { expectTranslated, translate } from '#tests/support/browser/translator.ts';

const AID = { code: 'HM-AID-27', amount: 2000 };

test.beforeEach(({ page }) => translate(page));

const REFUSED = { success: false, errors: ['Somebody else is at it.'] };

/** Refuses the first of the calls and takes the next, in the portal's place: the demo stays as it is. */
async function refuseOnce(page: Page, path: string): Promise<void> {
  let calls = 0;
  await page.route(path, (route) => {
    calls += 1;
    if (calls === 1) return route.fulfill({ status: 409, json: REFUSED });
    return route.fulfill({ json: { success: true, items: [route.request().postDataJSON() ?? {}] } });
  });
}

const refusal = (page: Page) => page.getByRole('alert').filter({ hasText: 'Somebody else is at it.' });

/** @shows MD2.2 */
test(
  'a check that has come, and aid that is declined',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await anOwingFamily(request);
    await signInAsStaff(page, request);
    await page.goto(editPath(family));
    await page.getByRole('radio', { name: 'Check received' }).check();
    const receive = page.getByRole('button', { name: 'Mark $2,150.00 as received' });
    await receive.click();
    await expect(page.getByText('Please enter the check number.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Check number' }).fill('1042');
    await receive.click();
    await expect(page.getByText('Payment 2 received')).toBeVisible();
    await expectTranslated(page);

    const aided = await newAccount(request);
    const { id } = await buyOnTwoPayments(aided, undefined, { financial_aid: AID });
    await page.goto('/admin/aid');
    await page.getByRole('button', { name: `Decline the aid of order #${id}` }).click();
    const dialog = page.getByRole('dialog');
    const reason = dialog.getByRole('textbox', { name: 'Reason' });
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await expect(reason).toHaveAttribute('aria-invalid', 'true');
    await reason.fill('The school has not awarded this.');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByRole('link', { name: `Order #${id}`, exact: true })).toHaveCount(0);
    await expectTranslated(page);
  },
);

/** @shows MD2.2 */
test(
  'texts of the schools, request windows, sessions and notes',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    test.setTimeout(120_000);
    await refuseOnce(page, '**/api/admin/landing-messages/*');
    await openBackOffice(page, request, '/admin/content', 'superAdmin');
    const text = page.getByRole('textbox', { name: 'While contracts are for sale' });
    await text.fill('<p>Contracts are sold.</p>');
    const saveText = page.getByRole('button', { name: 'Publish' });
    await saveText.click();
    await expect(refusal(page)).toBeVisible();
    await expect(text).toHaveValue('<p>Contracts are sold.</p>');
    await saveText.click();
    await expect(page.getByText('Published. Visitors see it from now on.')).toBeVisible();
    await expectTranslated(page);

    await refuseOnce(page, '**/api/admin/request-windows/*');
    await page.goto('/admin/requests');
    const windows = page.getByRole('region', { name: 'When families can send requests' });
    const lastDay = windows.getByRole('textbox', { name: 'Last day' }).first();
    await lastDay.fill('06/30/2031');
    const saveWindow = windows.getByRole('button', { name: 'Save' });
    await saveWindow.click();
    await expect(refusal(page)).toBeVisible();
    await expect(lastDay).toHaveValue('06/30/2031');
    await saveWindow.click();
    await expect(page.getByText(/^Saved for /)).toBeVisible();
    await expectTranslated(page);

    await refuseOnce(page, '**/api/admin/users/*/end-sessions');
    await page.goto('/admin/staff');
    await page.getByRole('button', { name: 'End all sessions' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'End all sessions' }).click();
    await expect(refusal(page)).toBeVisible();
    await dialog.getByRole('button', { name: 'End all sessions' }).click();
    await expect(page.getByText('All sessions ended.')).toBeVisible();
    await expectTranslated(page);

    const name = aName();
    await applyByApi(request, { name });
    await page.goto(`/admin/applications?search=${encodeURIComponent(name)}`);
    await page.getByRole('link', { name }).click();
    const note = page.getByRole('textbox', { name: 'New note' });
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(note).toHaveAttribute('aria-invalid', 'true');
    await note.fill('Comes on Monday.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Comes on Monday.' })).toBeVisible();
    await expectTranslated(page);
  },
);
