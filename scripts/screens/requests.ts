import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { DEMO, logInByApi, signIn } from '#tests/support/browser/account.ts';
import { signInAsStaff } from '#tests/support/browser/back-office.ts';
import type { Shoot } from './screenshot.ts';

const PRIYA = { email: 'priya@raman.example', password: DEMO.family.password };

async function callAs(
  page: Page,
  token: string,
  method: string,
  path: string,
  data?: object,
): Promise<any[]> {
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    data,
    headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' },
  });
  if (!answer.ok())
    throw new Error(`${method} ${path} was answered with ${answer.status()}: ${await answer.text()}`);
  return ((await answer.json()) as { items?: any[] }).items ?? [];
}

/** Staff let the families of 2019 ask, for as long as they like. */
async function openSeason(page: Page): Promise<void> {
  const { access_token } = await logInByApi(page.request, DEMO.superAdmin);
  const windows = await callAs(page, access_token, 'GET', '/admin/request-windows');
  const { id } = windows.find(({ name }) => name === '2019');
  await callAs(page, access_token, 'PUT', `/admin/request-windows/${id}`, {
    refund_open: true,
    refund_cutoff: null,
    reassign_open: true,
    reassign_cutoff: null,
    reassign_to: 'Seaway Coaches',
  });
}

/** The order as its answer would be in another state. */
async function showAs(page: Page, id: number, state: object): Promise<void> {
  await page.route(`**/api/order/${id}`, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    Object.assign(json.items[0], state);
    await route.fulfill({ response, json });
  });
  await page.goto(`/dashboard/orders/${id}`);
  await page.getByRole('heading', { name: 'Refund and reassignment' }).waitFor();
}

const HOUR = { requested_at: '2026-11-02T15:00:00.000Z' };
const FINISHED = {
  ...HOUR,
  type: 0,
  state: 'finished',
  taken_up_at: '2026-11-03T15:00:00.000Z',
  ended_at: '2026-11-05T15:00:00.000Z',
  way: 'check',
  amount_cents: 370_800,
  check_number: '1044',
  reason: null,
};

async function shootModals(page: Page, shoot: Shoot): Promise<void> {
  await page.getByRole('button', { name: 'Request Refund' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Request Refund' }).click();
  await page.getByText('The refund type field is required').waitFor();
  await shoot(page, 'request-refund');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Approve Reassign' }).click();
  await page.getByRole('dialog').waitFor();
  await shoot(page, 'approve-reassign');
}

async function shootInbox(page: Page, shoot: Shoot): Promise<void> {
  await signInAsStaff(page, page.request, 'superAdmin');
  await page.goto('/admin/requests');
  const first = page.getByRole('link', { name: /^Order #/ }).first();
  await first.waitFor();
  await shoot(page, 'admin-requests');
  await first.click();
  await page.getByRole('button', { name: 'Refund and complete' }).click();
  await page.getByText('The check number field is required').waitFor();
  await shoot(page, 'admin-request');
}

/**
 * A refund and a reassignment from both sides: the modals, what the order tells afterwards, and the office's
 * inbox.
 */
export async function shootRequests(
  browser: Browser,
  options: BrowserContextOptions,
  shoot: Shoot,
): Promise<void> {
  const home = await browser.newContext(options);
  const page = await home.newPage();
  await openSeason(page);
  const tokens = await logInByApi(page.request, PRIYA);
  const orders = await callAs(page, tokens.access_token, 'GET', '/order');
  const { id, order_refund_request: asked } = orders.find(
    ({ order_detail }) => order_detail.contract.contract_detail.period.name === '2019',
  );
  await signIn(page, tokens);
  await showAs(page, id, { order_refund_request: null, order_reassign_approval: null });
  await shootModals(page, shoot);
  await showAs(page, id, { order_refund_request: FINISHED, order_reassign_approval: HOUR });
  await page.getByRole('button', { name: 'Show payment instructions' }).click();
  await shoot(page, 'order-requests');
  // At the second width the family has asked already.
  if (!asked)
    await callAs(page, tokens.access_token, 'POST', '/order-refund', { order: { id }, refund: { type: 0 } });
  await home.close();
  const office = await browser.newContext(options);
  await shootInbox(await office.newPage(), shoot);
  await office.close();
}
