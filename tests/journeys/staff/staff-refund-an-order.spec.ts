import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { signIn } from '#tests/support/browser/account.ts';
import { signInAsStaff } from '#tests/support/browser/back-office.ts';
import { mailTo } from '#tests/support/browser/mails.ts';
import { queryPortal } from '#tests/support/portal/query-portal.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import {
  aFamilyInWizard,
  alter,
  buyByApi,
  HM_TWO_PAYMENTS,
  type FamilyInWizard,
} from '#tests/support/browser/wizard/prepared-draft.ts';

type Bought = { family: FamilyInWizard; order: any };

/** An order with 2,200.00 paid at checkout, by card with a fee of 66.00. */
async function aBoughtOrder(page: Page, number?: string): Promise<Bought> {
  const family = await aFamilyInWizard(page.request, HM_TWO_PAYMENTS);
  return { family, order: await buyByApi(family, HM_TWO_PAYMENTS, number) };
}

/** Staff at an order's page; the panel that families do not have. */
async function openRefunds(page: Page, order: { id: number }): Promise<Locator> {
  await signInAsStaff(page, page.request);
  await page.goto(`/dashboard/orders/${order.id}`);
  const panel = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Refunds', exact: true }) });
  await expect(panel).toBeVisible();
  return panel;
}

async function openDialog(page: Page, panel: Locator): Promise<Locator> {
  await panel.getByRole('button', { name: 'Refund order', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Refund order #/ });
  await expect(dialog).toBeVisible();
  return dialog;
}

const rowOf = (inside: Locator, text: string) => inside.getByRole('row').filter({ hasText: text });

/** What the sandbox has of an order's charges after all that came and went, in cents. */
async function moneyAtProcessor(order_id: number): Promise<number> {
  const rows = await queryPortal(
    `select coalesce(sum(v.amount_cents), 0)::int as cents from sandbox.movements v
    join charge_attempts a on a.gateway_ref = v.charge_ref join payments p on p.id = a.payment_id
    where p.order_id = $1`,
    [order_id],
  );
  return rows[0]!.cents;
}

async function asFamily(browser: Browser, page: Page, { family, order }: Bought): Promise<Page> {
  const theirs = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await signIn(theirs, family.tokens);
  await theirs.goto(`/dashboard/orders/${order.id}`);
  await expect(theirs.getByRole('heading', { name: `Order #${order.id}` })).toBeVisible();
  return theirs;
}

const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

test('a part is refunded, then the rest with the card fee; the family sees both on a paid order', async ({
  page,
  browser,
}) => {
  const bought = await aBoughtOrder(page);
  const panel = await openRefunds(page, bought.order);
  await expect(panel).toContainText(
    '$2,266.00 of this order can be refunded, including $66.00 in card fees.',
  );

  const dialog = await openDialog(page, panel);
  await expect(dialog.getByRole('radio', { name: 'Everything that’s left' })).toBeChecked();
  await expect(rowOf(dialog, 'Payment 1')).toContainText(/\*\*\*\*4242.*\$2,200\.00.*\$66\.00/s);
  await dialog.getByRole('radio', { name: 'Part of it' }).check();
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('2,200.01');
  await expect(dialog.getByText('That’s more than you can refund.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('500');
  await expect(rowOf(dialog, 'Payment 1')).toContainText(/\$500\.00.*\$0\.00/s);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Moved away in March');
  await expectAccessible(page, 'a refund before it is confirmed');
  await dialog.getByRole('button', { name: 'Refund $500.00' }).click();
  await expect(page.getByText('Refunded $500.00.').first()).toBeVisible();
  await expect(rowOf(panel, 'Moved away in March')).toContainText('Payment 1: Refunded');
  await expect(panel).toContainText('$1,766.00 of this order can be refunded');
  expect(await moneyAtProcessor(bought.order.id)).toBe(176600);

  const again = await openDialog(page, panel);
  await again.getByRole('textbox', { name: 'Reason' }).fill('The rest');
  await again.getByRole('checkbox', { name: 'Also make the order inactive' }).check();
  await again.getByRole('button', { name: 'Refund $1,766.00' }).click();
  await expect(page.getByText('INACTIVE', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Refund order', exact: true })).toHaveAccessibleDescription(
    'There’s nothing left to refund on this order.',
  );
  await expectAccessible(page, 'an order that was refunded');
  expect(await moneyAtProcessor(bought.order.id)).toBe(0);

  const theirs = await asFamily(browser, page, bought);
  await expect(section(theirs, 'Refunds')).toHaveCount(0);
  const credits = rowOf(section(theirs, 'Adjustments'), 'Refund of payment 1');
  await expect(credits.nth(0)).toContainText('−$500.00');
  await expect(credits.nth(1)).toContainText('−$1,700.00');
  await expect(rowOf(section(theirs, 'Surcharges'), 'Card fee refund, payment 1')).toContainText('−$66.00');
  await expect(section(theirs, 'Payments')).toContainText('Paid');
  await theirs.context().close();
  const mail = await mailTo(bought.family.email, 'Your refund of $1,766.00');
  expect(mail.text).toContain('Card fees: $66.00');
});

/** @shows MC9.5 */
test(
  'a refund by check is asked for without a mouse, wants its number, and is taken back when nobody cashed it',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    const { order } = await aBoughtOrder(page);
    const panel = await openRefunds(page, order);
    await panel.getByRole('button', { name: 'Refund order', exact: true }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Refund order #/ });
    const everything = dialog.getByRole('radio', { name: 'Everything that’s left' });
    await expect(dialog).toBeVisible();
    await everything.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: 'By check' })).toBeChecked();
    await page.keyboard.press('Tab');
    const number = dialog.getByRole('textbox', { name: 'Check number' });
    await expect(number).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Overpaid');
    await dialog.getByRole('button', { name: 'Refund $2,266.00' }).focus();
    await page.keyboard.press('Enter');
    await expect(number).toBeFocused();
    await expect(dialog.getByText('The check number field is required')).toBeVisible();
    await page.keyboard.type('1042');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(rowOf(panel, 'Overpaid')).toContainText(/Check 1042.*Payment 1: Refunded/s);
    expect(await moneyAtProcessor(order.id)).toBe(226600);

    await rowOf(panel, 'Overpaid').getByRole('button', { name: 'Never cashed' }).click();
    const question = page.getByRole('dialog', { name: 'Never cashed' });
    await expect(question).toContainText('The check for $2,266.00 was mailed');
    await question.getByRole('textbox', { name: 'Reason' }).fill('It came back by mail');
    await expectAccessible(page, 'a refund that is taken back');
    await question.getByRole('button', { name: 'Take back' }).click();
    await expect(page.getByText('The refund was taken back')).toBeVisible();
    await expect(panel).toContainText('$2,266.00 of this order can be refunded');
    await expect(panel.getByRole('button', { name: 'Never cashed' })).toHaveCount(0);
  },
);

test(
  'a card that takes no refund and a debit that has not settled are said to staff in words',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    const { order } = await aBoughtOrder(page, '4000000000007726');
    const panel = await openRefunds(page, order);
    const dialog = await openDialog(page, panel);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Overpaid');
    await dialog.getByRole('button', { name: 'Refund $2,266.00' }).click();
    await expect(rowOf(panel, 'Overpaid')).toContainText(
      'Payment 1: Refused by the processor; nothing was refunded',
    );
    await expect(panel).toContainText('$2,266.00 of this order can be refunded');

    const { order: byBank } = await aBoughtOrder(page, '000123456789');
    await page.goto(`/dashboard/orders/${byBank.id}`);
    const unsettled = await openDialog(page, panel);
    await expect(unsettled).toContainText('The bank debit for payment 1 has not settled yet.');
    await expect(unsettled.getByRole('button', { name: 'Refund order', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expectAccessible(page, 'a refund that is not possible yet');
  },
);

/** @shows S27.7 */
test(
  'staff read that the bank of a debit may still send it back, before they refund it',
  { tag: '@long' },
  async ({ page }) => {
    const { order } = await aBoughtOrder(page, '000123456789');
    await alter(page, `**/admin/order/${order.id}/refunds`, ([refunds]) => {
      for (const payment of refunds.taken)
        Object.assign(payment, { standing: 'arrived', returnable_until: '2027-03-01' });
    });
    const panel = await openRefunds(page, order);
    const dialog = await openDialog(page, panel);
    await expect(dialog).toContainText(
      'Payment 1 was debited from a bank account. Until 03/01/2027, the bank can return the debit',
    );
    await expect(dialog).toContainText('A refund plus a return would pay the family twice.');
    await expectAccessible(page, 'a refund of a debit that may come back');
    await expect(dialog.getByRole('button', { name: /^Refund \$/ })).toBeEnabled();
  },
);

/** @shows S27.8 */
test(
  'a refund that the company’s balance does not reach for says what to do',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    const { order } = await aBoughtOrder(page, '4000000000006702');
    const panel = await openRefunds(page, order);
    const dialog = await openDialog(page, panel);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Overpaid');
    await dialog.getByRole('button', { name: 'Refund $2,266.00' }).click();
    const said = 'Payment 1: Refused: our balance at the processor is too low. Add funds, then refund again';
    await expect(rowOf(panel, 'Overpaid')).toContainText(said);
    await expect(panel).toContainText('$2,266.00 of this order can be refunded');
    await page.goto('/admin/money');
    await expect(rowOf(page.locator('main'), `Order #${order.id}`)).toContainText(
      'Refund refused: our balance is too low',
    );
    expect(await moneyAtProcessor(order.id)).toBe(226600);
  },
);

/** @shows S14.9 */
test(
  'a refund that the processor sends days later is on its way for staff',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    const { order } = await aBoughtOrder(page, '4000000000006660');
    const panel = await openRefunds(page, order);
    const dialog = await openDialog(page, panel);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Moved away');
    await dialog.getByRole('button', { name: 'Refund $2,266.00' }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(panel, 'Moved away')).toContainText('Payment 1: On its way');
    await expect(panel).not.toContainText('of this order can be refunded');
    await expectAccessible(page, 'a refund on its way');
  },
);

/** @shows MB6.3 */
test(
  'the dialog of an order whose family has asked for its money says what the family wishes',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    const { order } = await aBoughtOrder(page);
    const nothing = { taken_up_at: null, ended_at: null, way: null, amount_cents: null, check_number: null };
    const wish = { requested_at: order.created_at, type: 1, state: 'requested', reason: null, ...nothing };
    await page.route(`**/api/order/${order.id}`, async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.items[0].order_refund_request = wish;
      await route.fulfill({ response: answer, json: body });
    });
    const dialog = await openDialog(page, await openRefunds(page, order));
    await expect(dialog.getByText('The family has requested a refund')).toBeVisible();
    await expect(dialog.getByText('This refund completes the request.')).toBeVisible();
    await expect(dialog.getByRole('radio', { name: /driver fund/i })).toBeChecked();
    await expectAccessible(page, 'the refund dialog of an order with a request');
  },
);
