import { expect, test } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { linkOf, mailTo } from '#tests/support/browser/mails.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

const VERIFY = 'Please verify your email address';

/** @shows MA2.1 A-009 A-086 A-122 A-311 A-312 A-313 */
test('the banner sends the mail again, its link verifies, and the banner goes', async ({ page, request }) => {
  const account = await newAccount(request);
  await signIn(page, account.tokens);
  await page.goto('/dashboard/students');
  const banner = page.getByRole('region', { name: 'Email not verified' });
  await expect(banner).toContainText(account.email);
  await mailTo(account.email, VERIFY);
  const [resent] = await Promise.all([
    page.waitForRequest('**/api/resend-verification-email'),
    banner.getByRole('button', { name: 'Resend verification email' }).click(),
  ]);
  expect(resent.postData()).toBeNull();
  await expect(banner).toContainText(`We sent a new link to ${account.email}.`);
  await expectAccessible(page, 'dashboard, unverified');
  const link = linkOf(await mailTo(account.email, VERIFY, 2));
  const endpoint = new URLSearchParams(link.split('?')[1]).get('endpoint')!;
  const [asked] = await Promise.all([
    page.waitForRequest((one) => one.url().includes('/api/verify-email/')),
    page.goto(link),
  ]);
  expect([asked.method(), new URL(asked.url()).pathname]).toEqual(['GET', endpoint]);
  await expect(page.getByText('Email verified!')).toBeVisible();
  await expect(page).toHaveURL(/\/verify-email$/);
  await expectAccessible(page, 'email verified');
  await page.reload();
  await expect(page.getByText('Email verified!')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await expect(banner).toBeHidden();
});

/** @shows A-123 A-312 A-339 H17.2 */
test(
  'a tampered link fails, and one that leads elsewhere is never followed',
  { tag: '@long' },
  async ({ page, request }) => {
    const account = await newAccount(request);
    const link = linkOf(await mailTo(account.email, VERIFY));
    await page.goto(`${link}x`);
    await expect(page.getByRole('alert')).toContainText('Email verification failed!');
    await expectAccessible(page, 'email verification failed');
    const strangers: string[] = [];
    page.on(
      'request',
      (one) => void (new URL(one.url()).hostname === 'evil.example' && strangers.push(one.url())),
    );
    const asked: string[] = [];
    page.on(
      'request',
      (one) => void (new URL(one.url()).pathname === '/api/students' && asked.push(one.url())),
    );
    for (const endpoint of [
      'https://evil.example/api/verify-email/x',
      '//evil.example/api/x',
      '/api/students',
      '',
    ]) {
      await page.goto(`/verify-email?endpoint=${encodeURIComponent(endpoint)}`);
      await expect(page.getByRole('alert')).toContainText('Email verification failed!');
    }
    await page.goto('/verify-email');
    await expect(page.getByRole('alert')).toContainText('Email verification failed!');
    expect([strangers, asked]).toEqual([[], []]);
    await signIn(page, account.tokens);
    await page.goto('/verify-email?endpoint=/api/verify-email/nonsense');
    await page.getByRole('button', { name: 'Resend verification email' }).click();
    await mailTo(account.email, VERIFY, 2);
  },
);

/** @shows A-121 A-196 A-311 */
test(
  'the link is followed as given, without a press, behind a spinner',
  { tag: ['@once', '@long'] },
  async ({ page, baseURL }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    const asked: string[] = [];
    await page.route('**/api/verify-email/**', async (route) => {
      asked.push(route.request().url());
      await held;
      await route.fulfill({ status: 200, json: { success: true } });
    });
    const endpoint = `${baseURL}/api/verify-email/a-token?expires=12&signature=a%2Fb`;
    await page.goto(`/verify-email?endpoint=${encodeURIComponent(endpoint)}`);
    await expect(page.getByRole('status').filter({ hasText: 'Verifying your email address…' })).toBeVisible();
    await expect.poll(() => asked).toEqual([endpoint]);
    answer();
    await expect(page.getByText('Email verified!')).toBeVisible();
    expect(asked).toHaveLength(1);
  },
);

/** @shows MA2.2 MD4.1 */
test(
  'a link that got no answer of ours can be tried again',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    const guestWifi = { status: 200, contentType: 'text/html', body: '<h1>Accept the terms</h1>' };
    const answers = [
      'abort',
      { status: 503, body: '' },
      guestWifi,
      { status: 200, json: { success: true } },
    ] as const;
    let asked = 0;
    await page.route('**/api/verify-email/**', (route) => {
      const answer = answers[asked++]!;
      return answer === 'abort' ? route.abort() : route.fulfill(answer);
    });
    await page.goto('/verify-email?endpoint=%2Fapi%2Fverify-email%2Fa-token');
    for (const _ of [1, 2, 3]) {
      await expect(page.getByRole('alert')).toContainText('Your link is still good');
      await expect(page.getByText('older than 7 days')).toHaveCount(0);
      await page.getByRole('button', { name: 'Try again' }).click();
    }
    await expect(page.getByText('Email verified!')).toBeVisible();
  },
);
