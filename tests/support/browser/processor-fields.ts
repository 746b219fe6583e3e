import { test as base, type FrameLocator, type Locator, type Page, type Route } from '@playwright/test';
import { serveStripeFields } from '#tests/simulators/stripe/fields/serve-fields.ts';
import type { StripeSimulator } from '#tests/simulators/stripe/simulator.ts';
import { startPortalOnStripe, type PortalOnStripe } from '#tests/support/portal/portal-on-stripe.ts';

type Served = Parameters<typeof serveStripeFields>[2];

type OfTest = {
  /** gives a page the processor's fields; without it nothing of the processor's reaches a browser */
  serveFields: (options?: Served) => Promise<void>;
  /** what the pages of a test have refused for the sake of their policies */
  refusedByPolicy: string[];
};

/** Journeys of a portal whose money a simulated Stripe moves; each worker has one. */
export const test = base.extend<OfTest, { portal: PortalOnStripe }>({
  portal: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const portal = await startPortalOnStripe({ FRAME_ANCESTORS: process.env.SCHOOL_SITE_URL ?? '' });
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.address),
  serveFields: async ({ page, portal }, use) =>
    use(async (options) => {
      await serveStripeFields(page, portal.stripe.simulator, options);
      // A browser lets no page of the internet read from this machine, where the portal of a test is.
      await page.route('**/assets/*.woff2', lendTypeface);
    }),
  refusedByPolicy: [
    async ({ page }, use) => {
      const refused: string[] = [];
      page.on('console', (said) => {
        if (/Content Security Policy|TrustedScript|Trusted Type/.test(said.text())) refused.push(said.text());
      });
      await use(refused);
    },
    { auto: true },
  ],
});

async function lendTypeface(route: Route): Promise<void> {
  try {
    await route.fulfill({ response: await route.fetch() });
  } catch (error) {
    // The page was left meanwhile.
    if (!/disposed|closed/.test(String(error))) throw error;
  }
}

/** What the processor holds for a family: its entries and its payments. */
export function heldFor({ email }: { email: string }, { world }: StripeSimulator) {
  const customers = world.store.list('customer').filter((one) => one.email === email);
  const isTheirs = ({ customer }: { customer?: unknown }) => customers.some(({ id }) => id === customer);
  return {
    entries: world.store.list('setup_intent').filter(isTheirs),
    payments: world.store.list('payment_intent').filter(isTheirs),
  };
}

const GROUPS = { card: 'Card details', bank: 'Bank account details' };

/** The frame of the processor's fields, which is of another origin than the page. */
export const fieldsOf = (page: Page | FrameLocator, kind: keyof typeof GROUPS): FrameLocator =>
  page.getByRole('group', { name: GROUPS[kind] }).frameLocator('iframe');

/** They are loaded when their place comes near. */
export const scrollToFields = (page: Page | FrameLocator, kind: keyof typeof GROUPS): Promise<void> =>
  page.getByRole('group', { name: GROUPS[kind] }).scrollIntoViewIfNeeded();

/** Types a card into the processor's fields, and leaves the page as it is. */
export async function typeCardAtProcessor(
  page: Page | FrameLocator,
  number: string,
  code = '123',
): Promise<void> {
  await scrollToFields(page, 'card');
  const fields = fieldsOf(page, 'card');
  await fields.getByLabel('Card number').fill(number);
  await fields.getByLabel('Expiration date').fill('12/35');
  await fields.getByLabel('Security code').fill(code);
  await fields.getByLabel('ZIP code').fill('10471');
}

/** Logs in at the bank, or types the numbers of an account, which then waits for a deposit. */
export async function typeAccountAtProcessor(
  page: Page,
  way: 'Log in at your bank' | 'Enter bank details manually',
  account = '000123456789',
): Promise<void> {
  await scrollToFields(page, 'bank');
  const fields = fieldsOf(page, 'bank');
  await fields.getByLabel(way).check();
  await fields.getByLabel('Account number').fill(account);
}

type Wallet = 'Apple Pay' | 'Google Pay';
type CardInWallet = 'Credit card 4242' | 'Debit card 5556' | 'Declined card 0002';

/** Presses the button of a wallet, and releases a card in its sheet. */
export async function releaseInWallet(page: Page, wallet: Wallet, card: CardInWallet): Promise<void> {
  await scrollToFields(page, 'card');
  const buttons = page.getByRole('group', { name: 'Apple Pay and Google Pay' }).frameLocator('iframe');
  await press(buttons.getByRole('button', { name: wallet }));
  await press(page.frameLocator('iframe[title="Wallet"]').getByRole('button', { name: card }));
}

/** What a bank asks of whoever enters some cards. */
export const bankDialog = (page: Page | FrameLocator): FrameLocator =>
  page.frameLocator('iframe[title="Secure confirmation frame"]');

type BankAnswer = 'Complete authentication' | 'Fail authentication' | 'Close';

export const bankButton = (page: Page | FrameLocator, answer: BankAnswer): Locator =>
  bankDialog(page).getByRole('button', { name: answer });

/**
 * Presses a button by its key. Where a frame of another site has just moved, a click may still be given to
 * that frame: the browser learns of its new place with the next picture.
 */
export const press = (button: Locator): Promise<void> => button.filter({ visible: true }).press('Enter');

export const pressNext = (page: Page | FrameLocator): Promise<void> =>
  press(page.getByRole('button', { name: 'Next', exact: true }));

/** The bank's window has only just come when it is answered, so it is answered by key too. */
export const answerBank = (page: Page | FrameLocator, answer: BankAnswer): Promise<void> =>
  press(bankButton(page, answer));
