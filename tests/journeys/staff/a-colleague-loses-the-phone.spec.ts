import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { signIn } from '#tests/support/browser/account.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { makeStaff, setUpApp } from '#tests/support/browser/second-factor.ts';
import { newVerifiedAccount } from '#tests/support/browser/verified-account.ts';

/** @shows H2.19 */
test(
  'a super admin resets the second step of a colleague',
  { tag: '@phone' },
  async ({ browser, page, request }) => {
    const colleague = await newVerifiedAccount(request);
    const theirs = await (await browser.newContext()).newPage();
    await signIn(theirs, colleague.tokens);
    await theirs.goto('/dashboard/security');
    await setUpApp(theirs);
    await makeStaff(colleague.email);

    await openBackOffice(page, request, '/admin/staff', 'superAdmin');
    const line = page.getByRole('row').filter({ hasText: colleague.email });
    await expect(line).toContainText('Set up');
    await expectAccessible(page, 'the staff');
    await line.getByRole('button', { name: 'Reset two-step verification' }).click();
    const asked = page.getByRole('dialog', { name: /^Reset two-step verification for / });
    await expect(asked).toContainText('make sure that it’s really them asking');
    await expectAccessible(page, 'resetting a second step');
    await asked.getByRole('button', { name: 'Reset two-step verification' }).click();
    await expect(page.getByText('Two-step verification was reset.')).toBeVisible();
    await expect(line.getByRole('button', { name: 'Reset two-step verification' })).toHaveCount(0);
    const headers = { authorization: `Bearer ${colleague.tokens.access_token}` };
    expect((await request.get('/api/user', { headers })).status()).toBe(401);
  },
);
