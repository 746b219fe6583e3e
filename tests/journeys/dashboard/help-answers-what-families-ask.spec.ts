import { expect, test } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

/** @shows A-064 A-143 */
test(
  'help names who answers and answers what is often asked, without a call of its own',
  { tag: '@long' },
  async ({ page, request }) => {
    await signIn(page, (await newAccount(request)).tokens);
    const calls = new Set<string>();
    page.on('request', (sent) => {
      const { pathname } = new URL(sent.url());
      if (pathname.startsWith('/api/')) calls.add(pathname);
    });
    await page.goto('/dashboard/help');
    await expect(page.getByRole('heading', { level: 1, name: 'Help & Support' })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: '718-555-0100' })).toHaveAttribute(
      'href',
      'tel:+1-718-555-0100',
    );
    for (const box of ['dispatch', 'service', 'ecfs-routes', 'hm-routes', 'rcs-routes', 'nga-routes']) {
      await expect(main.getByRole('link', { name: `${box}@harborline.example` })).toHaveAttribute(
        'href',
        `mailto:${box}@harborline.example`,
      );
    }
    for (const topic of ['Rides', 'Contracts and payments', 'Your account'])
      await expect(main.getByRole('heading', { level: 3, name: topic })).toBeVisible();
    await expect(main.getByRole('term').filter({ hasText: 'Can I pay by check?' })).toBeVisible();
    await expect(
      main
        .getByRole('definition')
        .filter({ hasText: 'Open Payment methods, add the new card or account and make it the default' }),
    ).toBeVisible();
    await expectAccessible(page, 'help');
    // What every page asks: the options, who is here, and whether this is a sandbox.
    expect([...calls].toSorted()).toEqual(['/api/option', '/api/server/info', '/api/user']);
  },
);
