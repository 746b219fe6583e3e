import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import {
  fieldsOf,
  pressNext,
  scrollToFields,
  test,
  typeAccountAtProcessor,
  typeCardAtProcessor,
} from '#tests/support/browser/processor-fields.ts';
import { heldInMemory } from '#tests/support/portal/process-memory.ts';
import {
  keptByBrowser,
  keptByPortal,
  keptIn,
  listenTo,
  spellingsOf,
} from '#tests/support/browser/stored-secrets.ts';
import { aFamilyInWizard, HM_IN_FULL, openStep } from '#tests/support/browser/wizard/prepared-draft.ts';
import { clickCheckout, confirm, expectSigned } from '#tests/support/browser/wizard/steps.ts';
import { PAYMENT_SCRIPTS, type PaymentScript } from '../../../scripts/payment-scripts.ts';

// In no file of the portal, the sandbox’s list of numbers among them: all of it stands in its memory.
const SECRETS = { numbers: ['5200828282828210', '000314159265'], codes: ['0391'] };
const RAW = '4111111111111111';

/** All that a page sends to the portal. */
function sentToPortal(page: Page, address: string): string[] {
  const sent: string[] = [];
  page.context().on('request', (request) => {
    if (!request.url().startsWith(address)) return;
    sent.push(`${request.url()}\n${JSON.stringify(request.headers())}\n${request.postData() ?? ''}`);
  });
  return sent;
}

/** A number that the portal refuses, and has in its memory by then. */
async function sendRaw(request: APIRequestContext): Promise<void> {
  const data = { cc: { type: 'Visa', number: RAW, name: 'A', exp_month: 12, exp_year: 2035, ccid: '391' } };
  for (let times = 0; times < 20; times++) {
    const answer = await request.post('/api/accounting/payment-methods/add', { data });
    expect(answer.ok()).toBe(false);
  }
}

/** The memory of the portal has what it was sent just now and has refused, and nothing that was typed. */
async function expectNotInMemory(pid: number, request: APIRequestContext): Promise<void> {
  // Other systems show nobody the memory of a process.
  if (process.platform !== 'linux') return;
  await sendRaw(request);
  const looked = [...SECRETS.numbers, RAW].flatMap(spellingsOf);
  expect(await heldInMemory(pid, looked)).toEqual([RAW]);
}

/** @shows S20.12 S24.17 */
test(
  'a number that is typed into the fields is nowhere else: not sent to us, not kept, not logged (check 41)',
  { tag: ['@once', '@long'] },
  async ({ page, request, portal, serveFields }) => {
    test.setTimeout(180_000);
    await serveFields();
    const sent = sentToPortal(page, portal.address);
    const heard = listenTo(page);
    const family = await aFamilyInWizard(request, HM_IN_FULL);
    await openStep(page, family, 3);
    // An account that waits for its bank, then a card that pays.
    await typeAccountAtProcessor(page, 'Enter bank details manually', SECRETS.numbers[1]);
    await pressNext(page);
    await expect(page.getByText('Waiting for your bank')).toBeVisible();
    await page.getByRole('tab', { name: 'Card' }).click();
    await typeCardAtProcessor(page, SECRETS.numbers[0]!, SECRETS.codes[0]);
    const inPage = async () => keptIn([await page.content(), await keptByBrowser(page)], SECRETS);
    expect(await inPage(), 'while it stands in the fields').toEqual([]);
    await pressNext(page);
    await clickCheckout(page);
    await confirm(page);
    await expectSigned(page);
    expect(await inPage()).toEqual([]);
    expect(sent.length).toBeGreaterThan(10);
    expect(keptIn(sent, SECRETS)).toEqual([]);
    const answered = (await heard.texts()).filter((text) => text.startsWith(portal.address));
    expect(keptIn(answered, SECRETS)).toEqual([]);
    expect(await keptByPortal(portal, SECRETS)).toEqual([]);
    await expectNotInMemory(portal.pid, request);
    const { world } = portal.stripe.simulator;
    expect(
      world.store.list('payment_method').map(({ card }) => card?.last4),
      'and the processor has it',
    ).toContain('8210');
  },
);

/** @shows S20.12 */
test(
  'a raw number is refused by every call that could take one, and is in no log (check 41)',
  { tag: '@once' },
  async ({ request, portal }) => {
    const { tokens } = await newAccount(request);
    const headers = { authorization: `Bearer ${tokens.access_token}`, 'X-Requested-With': 'XMLHttpRequest' };
    const card = {
      type: 'Visa',
      number: '4111111111111111',
      name: 'A',
      exp_month: 12,
      exp_year: 2035,
      ccid: '0391',
    };
    const bank = { routing_number: '110000000', account_number: '000771234567', account_type: 'Checking' };
    const bodies: [string, object][] = [
      ['/api/order', { payment: { payment_type: 'paymentTypeCreditCard', cc: card } }],
      ['/api/order', { payment: { payment_type: 'paymentTypeAch', ach: bank } }],
      ['/api/order', { contract: { special_request: 'my card is 4111 1111 1111 1111' } }],
      ['/api/accounting/payment-methods/add', { cc: { ...card, program_group_id: 'general' } }],
      ['/api/accounting/payment-methods/add', { ach: { ...bank, program_group_id: 'general' } }],
      ['/api/student', { first_name: 'Chidi', special_needs: '4111-1111-1111-1111' }],
    ];
    for (const [path, data] of bodies) {
      const answer = await request.post(path, { headers, data });
      expect([path, answer.status()]).toEqual([path, 422]);
      expect(
        keptIn([await answer.text()], { numbers: ['4111111111111111', '000771234567'], codes: [] }),
      ).toEqual([]);
    }
    const secrets = { numbers: ['4111111111111111', '000771234567'], codes: [] };
    expect(keptIn([portal.output()], secrets)).toEqual([]);
  },
);

/** Whether an address is what a source names; what follows its star may be anything. */
function matches(source: string, url: string): boolean {
  const [before = '', ...after] = source.split('*');
  return after.length === 0
    ? url === source
    : url.startsWith(before) && after.every((part) => url.includes(part));
}

/** @shows S20.13 */
test(
  'the pages with fields run the scripts that are listed, each as it is listed',
  { tag: ['@once', '@long'] },
  async ({ page, request, portal, serveFields }) => {
    await serveFields();
    const listed = JSON.parse(readFileSync(PAYMENT_SCRIPTS, 'utf8')) as PaymentScript[];
    const ran: { url: string; integrity: string }[] = [];
    page.on('response', async (response) => {
      if (response.request().resourceType() !== 'script' || response.frame() !== page.mainFrame()) return;
      const body = await response.body().catch(() => Buffer.alloc(0));
      const digest = createHash('sha384').update(body).digest('base64');
      ran.push({ url: response.url().replace(portal.address, ''), integrity: `sha384-${digest}` });
    });
    const family = await aFamilyInWizard(request, HM_IN_FULL);
    await openStep(page, family, 3);
    await page.getByRole('tab', { name: 'Card' }).click();
    await scrollToFields(page, 'card');
    await expect(fieldsOf(page, 'card').getByLabel('Card number')).toBeVisible();
    await page.goto('/dashboard/payment-methods/create');
    await scrollToFields(page, 'card');
    await expect(fieldsOf(page, 'card').getByLabel('Card number')).toBeVisible();
    await page.waitForLoadState('networkidle');
    const reasonOf = ({ url, integrity }: (typeof ran)[number]) =>
      listed.find((one) => matches(one.source, url) && (!one.integrity || one.integrity === integrity))
        ?.reason;
    expect(ran.filter((script) => !reasonOf(script))).toEqual([]);
    expect(ran.filter(({ url }) => url.startsWith('/assets/')).length).toBeGreaterThan(5);
    expect(ran.map(({ url }) => url)).toContain('https://js.stripe.com/endive/stripe.js');
  },
);

/** @shows S20.13 */
test(
  'no other page runs a foreign script (check 40)',
  { tag: ['@once', '@long'] },
  async ({ page, request, portal, serveFields }) => {
    await serveFields();
    const foreign: string[] = [];
    page.on('request', (asked) => {
      if (!asked.url().startsWith(portal.address) && asked.url().startsWith('http'))
        foreign.push(asked.url());
    });
    await signIn(page, (await newAccount(request)).tokens);
    for (const path of [
      '/',
      '/hm',
      '/login',
      '/dashboard',
      '/dashboard/payment-methods',
      '/dashboard/orders',
    ]) {
      await page.goto(path, { waitUntil: 'networkidle' });
      expect([path, foreign]).toEqual([path, []]);
    }
  },
);

/** @shows S23.7 */
test(
  'the privacy policy says what Stripe gets, where Stripe is',
  { tag: ['@once', '@long'] },
  async ({ page, serveFields }) => {
    await serveFields();
    await page.goto('/privacy-policy');
    const heading = page.getByRole('heading', { name: 'Stripe, our payment processor' });
    const stripe = page.locator('section').filter({ has: heading });
    for (const what of [
      'Your name and email',
      'ZIP code',
      'Signals from your device',
      'Logging in to your bank',
    ])
      await expect(stripe).toContainText(what);
    await expect(page.getByText('let any other company track you')).toHaveCount(0);
  },
);

/** @shows S23.8 */
test(
  'the watch finds the payment pages of a portal as its build has listed them',
  { tag: ['@once', '@long'] },
  async ({ portal }) => {
    const command = fileURLToPath(new URL('../../../schoolrun.js', import.meta.url));
    const words = [command, 'pci', 'watch', portal.address];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, words);
    expect(stderr).toBe('');
    expect(stdout).toContain('The payment pages and their');
  },
);
