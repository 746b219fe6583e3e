import { expect, type Locator, type Page } from '@playwright/test';
import { signIn } from '#tests/support/browser/account.ts';
import {
  answerBank,
  bankButton,
  bankDialog,
  fieldsOf,
  heldFor,
  pressNext,
  scrollToFields,
  test,
  typeCardAtProcessor,
} from '#tests/support/browser/processor-fields.ts';
import { tabTo } from '#tests/support/browser/student-page.ts';
import { nextButton } from '#tests/support/browser/wizard/family.ts';
import {
  aFamilyInWizard,
  HM_IN_FULL,
  openStep,
  type FamilyInWizard,
} from '#tests/support/browser/wizard/prepared-draft.ts';
import { clickCheckout, confirm, expectThanks } from '#tests/support/browser/wizard/steps.ts';
import { openSchoolPage, type SchoolPage } from '#tests/support/http/school-site.ts';

const GOOD = '4242424242424242';
/** Its bank asks when it is entered, and when it is charged. */
const ASKS_TWICE = '4000002760003184';

/** Goes there by the Tab key and presses it. */
async function pressByKey(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  // The last question waits a moment, so that a second press of Checkout does not answer it.
  await expect(target).toBeEnabled();
  await page.keyboard.press('Enter');
}

/** The bank's window takes the focus when it opens. */
async function confirmByKey(page: Page): Promise<void> {
  await tabTo(page, bankButton(page, 'Complete authentication'));
  await page.keyboard.press('Enter');
  await expect(bankDialog(page).getByRole('dialog')).toHaveCount(0);
}

/** @shows S20.9 */
test(
  'a family pays without a mouse (check 38)',
  { tag: '@long' },
  async ({ page, request, portal, serveFields }) => {
    await serveFields();
    await page.addInitScript(() => {
      addEventListener('pointerdown', () => document.documentElement.setAttribute('data-pointed', ''), true);
    });
    const family = await aFamilyInWizard(request, HM_IN_FULL);
    await openStep(page, family, 3);
    await tabTo(page, page.getByRole('tab', { name: 'ACH' }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('textbox', { name: 'Name on card' }));
    await expect(fieldsOf(page, 'card').getByLabel('Card number')).toBeVisible();
    for (const typed of [ASKS_TWICE, '12/35', '123', '10471']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(typed);
    }
    await pressByKey(page, nextButton(page));
    await confirmByKey(page);
    await expect(page.getByRole('heading', { level: 1, name: /Review and sign/ })).toBeFocused();
    const checkout = page.getByRole('button', { name: 'Checkout', exact: true }).filter({ visible: true });
    await pressByKey(page, checkout);
    await expect(page.getByRole('dialog')).toContainText('$4,944.00');
    await pressByKey(page, page.getByRole('button', { name: 'Confirm and Checkout' }));
    await confirmByKey(page);
    await page.waitForURL(/\/order\/success\/\d+/);
    await expectThanks(page);
    await pressByKey(page, page.getByRole('dialog').getByRole('button', { name: 'Got it' }));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const { payments } = heldFor(family, portal.stripe.simulator);
    expect(payments.map(({ status, amount }) => [status, amount])).toEqual([['succeeded', 494_400]]);
    await expect(page.locator('html'), 'nobody has pointed').not.toHaveAttribute('data-pointed');
  },
);

/** A family at the payment of step 3, in a frame of its school's page. */
async function atPaymentInFrame(page: Page, family: FamilyInWizard, portal: string): Promise<SchoolPage> {
  await signIn(page, family.tokens);
  await page.addInitScript((kept) => {
    if (location.pathname === '/contract' && !sessionStorage.getItem('draft-was-put')) {
      sessionStorage.setItem('draft-was-put', 'yes');
      sessionStorage.setItem('contract', kept);
    }
  }, JSON.stringify(family.draft));
  const school = await openSchoolPage(page, { portal, path: '/contract?school=hm&step=3' });
  await school.portal.getByRole('tab', { name: 'Card' }).click();
  await scrollToFields(school.portal, 'card');
  await expect(fieldsOf(school.portal, 'card').getByLabel('Card number')).toBeVisible();
  return school;
}

/** The height that the school's page was told last is that of the whole page in its frame. */
async function heightTold({ portal, heard }: SchoolPage): Promise<number> {
  const heightOf = () => portal.locator('html').evaluate((root: HTMLElement) => root.offsetHeight);
  const difference = async () => ((await heard()).at(-1)?.data.height ?? 0) - (await heightOf());
  await expect.poll(difference, 'what the school’s page was told is the height').toBe(0);
  return heightOf();
}

/** @shows S20.9 */
test(
  'a family pays on its school’s website, in a frame that grows with the fields (check 38)',
  { tag: ['@once', '@long'] },
  async ({ page, request, portal, baseURL, serveFields, refusedByPolicy }) => {
    await serveFields();
    const family = await aFamilyInWizard(request, HM_IN_FULL);
    const school = await atPaymentInFrame(page, family, baseURL ?? '');
    const before = await heightTold(school);
    await pressNext(school.portal);
    const mistake = fieldsOf(school.portal, 'card').getByText('Your card number is incomplete.');
    await expect(mistake).toBeVisible();
    expect(await heightTold(school), 'the fields have become taller').toBeGreaterThan(before);
    await typeCardAtProcessor(school.portal, GOOD);
    await pressNext(school.portal);
    await clickCheckout(school.portal);
    await expect(school.portal.getByRole('dialog')).toContainText('$4,944.00');
    await confirm(school.portal);
    await expectThanks(school.portal);
    await heightTold(school);
    const { payments } = heldFor(family, portal.stripe.simulator);
    expect(payments.map(({ status, amount }) => [status, amount])).toEqual([['succeeded', 494_400]]);
    expect(refusedByPolicy).toEqual([]);
  },
);

/** @shows S20.9 S16.10 */
test(
  'a family whose bank asks answers it in the frame on its school’s website (check 38)',
  { tag: ['@once', '@long'] },
  async ({ page, request, portal, baseURL, serveFields, refusedByPolicy }) => {
    await serveFields();
    const family = await aFamilyInWizard(request, HM_IN_FULL);
    const { portal: framed } = await atPaymentInFrame(page, family, baseURL ?? '');
    await typeCardAtProcessor(framed, ASKS_TWICE);
    await pressNext(framed);
    await answerBank(framed, 'Complete authentication');
    await clickCheckout(framed);
    await confirm(framed);
    await answerBank(framed, 'Complete authentication');
    await expectThanks(framed);
    expect(new URL(page.url()).origin, 'the school’s page is still there').toBe(process.env.SCHOOL_SITE_URL);
    const { entries, payments } = heldFor(family, portal.stripe.simulator);
    expect(entries.map(({ status }) => status)).toEqual(['succeeded']);
    expect(payments.map(({ status, amount }) => [status, amount])).toEqual([['succeeded', 494_400]]);
    expect(refusedByPolicy).toEqual([]);
  },
);
