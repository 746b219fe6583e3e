import {
  expect,
  request as apis,
  test,
  type APIRequestContext,
  type Browser,
  type Page,
} from '@playwright/test';
import { signIn } from '#tests/support/browser/account.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { endSessionBefore, FORMS, itemsFor } from '#tests/support/browser/ended-session.ts';
import { expectTranslated, translate } from '#tests/support/browser/translator.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { startPortalWithSeason } from '#tests/support/portal/portal-with-season.ts';
import { aFamilyInWizard, buyByApi, HM_TWO_PAYMENTS } from '#tests/support/browser/wizard/prepared-draft.ts';

// A portal of its own, in whose season both can be asked for: in the demo's they are shut.
let portal: Awaited<ReturnType<typeof startPortalWithSeason>>;
let api: APIRequestContext;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  portal = await startPortalWithSeason((season) => {
    season.company.refund_periods = ['2027'];
    Object.assign(season.periods[0], {
      refund_open: true,
      refund_cutoff: 'today+30d',
      reassign_open: true,
      reassign_cutoff: 'today+30d',
      reassign_to: 'Seaway Coaches',
      reassign_address_1: '4 Harbor Way',
      reassign_city: 'Yonkers',
      reassign_state: 'NY',
      reassign_zip: '10705',
      reassign_phone: '914-555-0150',
      reassign_due_on: 'today+45d',
    });
    for (const sold of season.periods[0].programs) sold.reassign_instructions = 'One check for each child.';
  });
  api = await apis.newContext({ baseURL: portal.address });
});
test.afterAll(async () => {
  await api.dispose();
  await portal.stop();
});

type Viewport = { width: number; height: number } | null;

async function newPage(browser: Browser, viewport: Viewport): Promise<Page> {
  return (await browser.newContext({ baseURL: portal.address, viewport })).newPage();
}

async function openOrder(browser: Browser, viewport: Viewport, card?: string) {
  const family = await aFamilyInWizard(api, HM_TWO_PAYMENTS);
  const order = await buyByApi(family, HM_TWO_PAYMENTS, card);
  const page = await newPage(browser, viewport);
  await signIn(page, family.tokens);
  await page.goto(`/dashboard/orders/${order.id}`);
  return { page, order, family };
}

/** The bodies that a call sends; the first answers are those given, later ones the portal's. */
async function listen(
  page: Page,
  path: string,
  answers: { status: number; json: object }[],
): Promise<unknown[]> {
  const sent: unknown[] = [];
  await page.route(`**/api${path}`, async (route) => {
    sent.push(route.request().postDataJSON());
    const answer = answers.shift();
    return answer ? route.fulfill(answer) : route.continue();
  });
  return sent;
}

const BROKEN = { status: 500, json: { success: false, message: 'Server Error' } };
const today = () =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
  }).format(new Date());

// The color of errors, as tokens.css has it.
const RED = 'rgb(179, 34, 28)';

/** @shows MD2.2 B-123 B-175 B-212 B-213 B-262 B-313 B-349 MB20.13 */
test(
  'a refund is asked for by check or for the drivers, once, and what goes wrong is said in red',
  { tag: '@long' },
  async ({ browser, viewport }) => {
    const { page, order } = await openOrder(browser, viewport);
    await translate(page);
    const sent = await listen(page, '/order-refund', [
      { status: 200, json: { success: false, errors: ['The office is closed.', 'Call us.'] } },
      BROKEN,
    ]);
    await page.getByRole('button', { name: 'Request Refund' }).click();
    const modal = page.getByRole('dialog', { name: 'Request Refund' });
    const send = modal.getByRole('button', { name: 'Request Refund' });
    await send.click();
    await expect(modal.getByText('The refund type field is required')).toBeVisible();
    expect(sent).toEqual([]);
    await expect(modal.getByRole('radio')).toHaveCount(2);
    await expectAccessible(page, 'Request Refund, without a type');
    await modal.getByRole('radio', { name: 'Send a check to my home address' }).check();
    await expect(modal.getByText(/I waive every other claim/)).toBeVisible();
    for (const said of [/The office is closed\.\s*Call us\./, 'Server Error']) {
      await send.click();
      const alert = modal.getByRole('alert').filter({ hasText: said });
      await expect(alert.getByRole('list')).toHaveCSS('color', RED);
    }
    await expect(modal.getByRole('radio', { name: 'Send a check to my home address' })).toBeChecked();
    await modal.getByRole('radio', { name: 'Defer my refund to the driver fund' }).check();
    await send.click();
    await expect(
      page.getByRole('status').filter({ hasText: 'Your Refund Request has been noted' }),
    ).toBeVisible();
    const body = (type: number) => ({ order: { id: order.id }, refund: { type } });
    expect(sent).toEqual([body(0), body(0), body(1)]);
    await expectAccessible(page, 'a refund request that was just made');
    await page.reload();
    await expect(page.getByText(`Refund requested on ${today()}`)).toBeVisible();
    await expect(
      page.getByRole('list', { name: 'Your refund request' }).getByRole('listitem').first(),
    ).toContainText('Defer my refund to the driver fund');
    await expect(page.getByRole('button', { name: 'Request Refund' })).toHaveCount(0);
    await expect(page.getByText('has been noted')).toHaveCount(0);
    await expectTranslated(page);
  },
);

/** @shows MA1.4 */
test(
  'a refund is asked for once, also when the session ends while the dialog is open',
  { tag: ['@once', '@long'] },
  async ({ browser, viewport }) => {
    const { page, order, family } = await openOrder(browser, viewport);
    const { expectAll } = await endSessionBefore(page, family.email, FORMS['a refund request']);
    await page.getByRole('button', { name: 'Request Refund' }).click();
    const modal = page.getByRole('dialog', { name: 'Request Refund' });
    await modal.getByRole('radio', { name: 'Defer my refund to the driver fund' }).check();
    await modal.getByRole('button', { name: 'Request Refund' }).click();
    await expect(
      page.getByRole('status').filter({ hasText: 'Your Refund Request has been noted' }),
    ).toBeVisible();
    const [{ order_refund_request }] = await itemsFor(page, `/order/${order.id}`);
    expect(order_refund_request).toMatchObject({ type: 1 });
    expectAll();
  },
);

/** @shows B-124 B-125 B-176 B-214 B-215 B-216 B-314 */
test(
  'a reassignment is read, declined, approved, and then tells how to pay',
  { tag: '@long' },
  async ({ browser, viewport }) => {
    const { page, order } = await openOrder(browser, viewport);
    const sent = await listen(page, '/order-reassign-approve', [
      { status: 422, json: { success: false, errors: ['Not today.', 'Call us.'] } },
    ]);
    const open = page.getByRole('button', { name: 'Approve Reassign' });
    await open.click();
    const modal = page.getByRole('dialog', { name: 'Approve Reassign' });
    await expect(modal).toContainText(
      `amendment and novation of transportation contract ${order.order_detail.contract.contract_number}`,
    );
    await expectAccessible(page, 'Approve Reassign');
    await modal.getByRole('button', { name: 'Cancel' }).click();
    await expect(modal).toBeHidden();
    expect(sent).toEqual([]);
    await open.click();
    await modal.getByRole('button', { name: 'Approve Reassign' }).click();
    await expect(modal.getByRole('alert').getByRole('listitem')).toHaveText(['Not today.', 'Call us.']);
    await modal.getByRole('button', { name: 'Approve Reassign' }).click();
    await expect(
      page.getByRole('status').filter({ hasText: 'Your Reassignment Approval has been submitted' }),
    ).toBeVisible();
    expect(sent).toEqual([{ order: { id: order.id } }, { order: { id: order.id } }]);
    await page.reload();
    await expect(page.getByText(`Approved on ${today()}`)).toBeVisible();
    const panel = page.getByRole('region', { name: /^Payment instructions/ });
    await expect(panel).toHaveCount(0);
    await page.getByRole('button', { name: 'Show payment instructions' }).click();
    await expect(panel).toContainText('Seaway Coaches');
    await expect(panel).toContainText('4 Harbor Way');
    await expect(panel).toContainText('Yonkers, NY 10705');
    await expect(panel).toContainText('One check for each child.');
    await expect(panel).toContainText('914-555-0150');
    await expect(panel).toContainText('Due on');
    await expect(panel).not.toContainText('Harborline');
    await expect(panel).toContainText(`Contract ${order.order_detail.contract.contract_number}`);
    await expectAccessible(page, 'payment instructions');
    await page.getByRole('button', { name: 'Hide payment instructions' }).click();
    await expect(panel).toHaveCount(0);
  },
);

/** @shows B-350 */
test(
  'a program that takes checks has the instructions that the office has written, and another has none',
  { tag: '@long' },
  async ({ browser, viewport }) => {
    const { page, order, family } = await openOrder(browser, viewport);
    await family.call('POST', '/order-reassign-approve', { order: { id: order.id } });
    let written: string | null = null;
    await page.route(`**/api/order/${order.id}`, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      Object.assign(json.items[0].request_windows.reassign, {
        is_by_check: written !== null,
        instructions: written,
      });
      await route.fulfill({ response, json });
    });
    await page.reload();
    await expect(page.getByText(/^Approved on/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show payment instructions' })).toHaveCount(0);
    const texts = new Set<string>();
    for (const program of ['hm-lower', 'hm-middle-upper', 'rcs-lower', 'rcs-middle-upper']) {
      written = `One check of ${program}.`;
      await page.reload();
      await page.getByRole('button', { name: 'Show payment instructions' }).click();
      texts.add(await page.getByRole('region', { name: /^Payment instructions/ }).innerText());
    }
    expect(texts.size).toBe(4);
  },
);

const progress = (page: Page) =>
  page.getByRole('list', { name: 'Your refund request' }).getByRole('listitem');
const REFUSES_REFUNDS = '4000000000007726';

test(
  'staff answer a refund request by card or by check, and the family reads each step',
  { tag: '@long' },
  async ({ browser, viewport }) => {
    const { page: home, order, family } = await openOrder(browser, viewport, REFUSES_REFUNDS);
    await family.call('POST', '/order-refund', { order: { id: order.id }, refund: { type: 0 } });
    const office = await newPage(browser, viewport);
    await openBackOffice(office, api, '/admin/requests');
    const row = office.getByRole('link', { name: `Order #${order.id}`, exact: true });
    await expect(row).toBeVisible();
    await expectAccessible(office, 'refund requests');
    await office
      .getByRole('link', { name: /^Order #/ })
      .first()
      .focus();
    while (!(await row.evaluate((link) => link === document.activeElement)))
      await office.keyboard.press('ArrowDown');
    await office.keyboard.press('Enter');
    await office.getByRole('button', { name: 'Start review' }).click();
    await expect(progress(office).nth(1)).toHaveAttribute('aria-current', 'step');
    await home.reload();
    await expect(progress(home).nth(1)).toContainText('In review');
    const give = office.getByRole('form', { name: 'Issue refund' });
    await expect(give.getByRole('radio', { name: 'By check' })).toBeChecked();
    const left = /Everything that’s left\s*Includes \$66\.00 in card fees\.\s*\$2,266\.00/;
    await expect(give).toContainText(left);
    await expectAccessible(office, 'a refund request');
    await give.getByRole('radio', { name: 'To the card or bank account that was charged' }).check();
    await give.getByRole('button', { name: 'Refund and complete' }).click();
    await expect(office.getByText('The processor refused this refund')).toBeVisible();
    await give.getByRole('radio', { name: 'By check' }).check();
    await give.getByRole('button', { name: 'Refund and complete' }).click();
    await expect(give.getByText('The check number field is required')).toBeVisible();
    await give.getByLabel('check number').fill('1044');
    await give.getByRole('button', { name: 'Refund and complete' }).click();
    await expect(progress(office).last()).toContainText('by check (number 1044)');
    await expect(office.getByRole('form')).toHaveCount(0);
    await home.reload();
    await expect(progress(home).last()).toContainText(
      /Completed.*by check \(number 1044\), mailed to your home address/s,
    );
    await expectAccessible(home, 'a refund that is finished');
  },
);

/** @shows MP10.15 */
test(
  'staff decline a request with a reason, find it again, and shut the requests',
  { tag: '@long' },
  async ({ browser, viewport }) => {
    const { page: home, order, family } = await openOrder(browser, viewport);
    await family.call('POST', '/order-refund', { order: { id: order.id }, refund: { type: 1 } });
    await family.call('POST', '/order-reassign-approve', { order: { id: order.id } });
    const office = await newPage(browser, viewport);
    await openBackOffice(office, api, '/admin/requests');
    await office.getByRole('link', { name: `Order #${order.id}`, exact: true }).click();
    const no = office.getByRole('form', { name: 'Decline this request' });
    await no.getByRole('button', { name: 'Decline request' }).click();
    await expect(no.getByText('The reason field is required')).toBeVisible();
    await no.getByLabel('reason').fill('The buses ran on every school day.');
    await no.getByRole('button', { name: 'Decline request' }).click();
    await expect(progress(office).last()).toContainText('Declined');
    await home.reload();
    await expect(progress(home).last()).toContainText(/Declined.*The buses ran on every school day\./s);
    await office.getByRole('link', { name: 'All requests' }).click();
    await expect(office.getByRole('link', { name: `Order #${order.id}`, exact: true })).toHaveCount(0);
    for (const view of ['Completed or declined refund requests', 'Reassignment approvals']) {
      await office.getByRole('link', { name: view }).click();
      await expect(office.getByRole('link', { name: `Order #${order.id}`, exact: true })).toBeVisible();
    }
    await expectAccessible(office, 'reassign approvals');
    const open = office
      .getByRole('group', { name: 'Refund requests' })
      .getByRole('checkbox', { name: 'Open' });
    const save = async () => {
      await office.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(office.getByText(/^Saved for/).first()).toBeVisible();
    };
    await open.uncheck();
    await save();
    const { page: later } = await openOrder(browser, viewport);
    await expect(later.getByRole('button', { name: 'Request Refund' })).toHaveAccessibleDescription(
      'Refund requests are closed for this school year.',
    );
    // Another journey may shut the reassignments meanwhile, and they say the same.
    await expect(later.getByText('If you still need this, ask our office:').first()).toBeVisible();
    await expect(later.getByRole('link', { name: /@/ }).first()).toHaveAttribute('href', /^mailto:/);
    await open.check();
    await save();
  },
);
