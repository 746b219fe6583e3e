import { randomUUID } from 'node:crypto';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { DEMO, logInByApi } from '#tests/support/browser/account.ts';
import { officeMenu, openBackOffice } from '#tests/support/browser/back-office.ts';

type Object = { id: number; version: number; name: string };

/** The catalog by the calls that the forms use. */
async function theCatalog(request: APIRequestContext) {
  const { access_token } = await logInByApi(request, DEMO.superAdmin);
  const headers = { authorization: `Bearer ${access_token}` };
  const itemsOf = async (answer: Promise<{ json(): Promise<any> }>): Promise<any[]> =>
    (await (await answer).json()).items;
  const list = (kind: string): Promise<Object[]> =>
    itemsOf(request.get(`/api/admin/catalog/${kind}`, { headers }));
  const read = async (kind: string, id: number): Promise<any> =>
    (await itemsOf(request.get(`/api/admin/catalog/${kind}/${id}`, { headers })))[0];
  async function save(change: object): Promise<number> {
    const changes = [change];
    const [{ hash }] = await itemsOf(
      request.post('/api/admin/catalog/preview', { headers, data: { changes } }),
    );
    const [saved] = await itemsOf(
      request.post('/api/admin/catalog/changes', {
        headers: { ...headers, 'idempotency-key': randomUUID() },
        data: { changes, seen: hash },
      }),
    );
    return saved.rows[0].id;
  }
  /** a route that no family sees, of this test alone */
  async function aRoute(): Promise<number> {
    const [program] = await list('period_program');
    const name = `Test ${randomUUID()}`;
    const texts = { name, text_before: '', text_after: '' };
    const fields = {
      ...texts,
      capacity: 40,
      has_pickup_location: false,
      has_surge_pricing: false,
      is_active: false,
    };
    return save({ op: 'create', kind: 'route', parent: program!.id, fields });
  }
  async function aTerm(): Promise<number> {
    const fields = {
      name: 'Two payments',
      identifier: randomUUID(),
      payment_term_type: 'paymentTermTypeScheduled',
      deposit: 2200,
      amount: 2150,
      number_payments: 2,
      scheduled_dt: 'today+120d',
      is_admin_only: true,
    };
    return save({ op: 'create', kind: 'payment_term', parent: await aRoute(), fields });
  }
  return { list, read, save, aRoute, aTerm };
}

const formOf = (page: Page) => page.getByRole('dialog').first();
const effectsOf = (page: Page) => page.getByRole('dialog', { name: 'What families will see' });

const EFFECTS = ['Who signs today pays $4,350.00 now, $4,450.00 after.', 'Late bus costs $10.00.'];

/** A preview with effects that the change does not have, so that a save is refused with the real ones. */
async function tellEffects(page: Page): Promise<void> {
  await page.route('**/api/admin/catalog/preview', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { items: object[] };
    const { all } = route.request().postDataJSON() as { all?: boolean };
    const told = all ? EFFECTS : EFFECTS.slice(0, 1);
    const effects = told.map((text) => ({
      kind: 'price',
      text,
      n: null,
      subject: { kind: 'route', id: 1, name: 'Round trip' },
    }));
    const changed = { effects, more: EFFECTS.length - told.length, hash: '0'.repeat(64) };
    await route.fulfill({
      response: answer,
      json: { ...body, items: body.items.map((one) => ({ ...one, ...changed })) },
    });
  });
}

/** The menu is not reached while a form is open over the page. */
async function openForm(page: Page, request: APIRequestContext, object: string): Promise<void> {
  await openBackOffice(page, request, '/admin/schools');
  await page.goto(`/admin/schools?object=${object}`);
}

/** @shows SE2.1 SE2.2 SE2.3 SE2.4 */
test('staff change the price of a term and undo the change', async ({ page, request }) => {
  const { aTerm, read } = await theCatalog(request);
  const id = await aTerm();
  await openForm(page, request, `payment_term:${id}`);
  const form = formOf(page);
  const deposit = form.getByRole('textbox', { name: 'Deposit' });
  await expect(deposit).toHaveValue('2200.00');
  await expect(form.getByText('Total: $4,350.00')).toBeVisible();
  await expect(form.getByText('Last changed by')).toBeVisible();
  await expectAccessible(page, 'the form of a payment term');
  await deposit.fill('a lot');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    form.getByText('Deposit must be an amount in dollars, 0 or more, with at most two decimals.').first(),
  ).toBeVisible();
  await expectAccessible(page, 'the form of a payment term with an error');
  await deposit.fill('$2,300');
  await expect(form.getByText('Total: $4,450.00')).toBeVisible();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved. Families see no difference.')).toBeVisible();
  await expect(page).not.toHaveURL(/object=/);
  expect((await read('payment_term', id)).fields.deposit).toBe(2300);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('The change is undone.')).toBeVisible();
  expect((await read('payment_term', id)).fields.deposit).toBe(2200);
});

/** @shows SE5.1 SE5.4 */
test(
  'staff read what families will see before a save, and again once it is something else',
  { tag: '@long' },
  async ({ page, request }) => {
    const { aTerm, read } = await theCatalog(request);
    const id = await aTerm();
    await tellEffects(page);
    await openForm(page, request, `payment_term:${id}`);
    const form = formOf(page);
    await form.getByRole('textbox', { name: 'Deposit' }).fill('2300');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    const effects = effectsOf(page);
    await expect(effects.getByText(EFFECTS[0]!)).toBeVisible();
    await expectAccessible(page, 'the effects of a change');
    await effects.getByRole('button', { name: 'and 1 more' }).click();
    await expect(effects.getByText(EFFECTS[1]!)).toBeVisible();
    await effects.getByRole('button', { name: 'Back' }).click();
    expect((await read('payment_term', id)).fields.deposit).toBe(2200);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await effects.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(effects.getByText('What this change does is no longer what you were shown.')).toBeVisible();
    await expect(effects.getByText('Families see no difference.')).toBeVisible();
    await expectAccessible(page, 'effects that are others by now');
    await effects.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved. Families see no difference.')).toBeVisible();
    expect((await read('payment_term', id)).fields.deposit).toBe(2300);
  },
);

/** @shows AC6 OF0.21 SE2.8 */
test('two people change one route, and both see what the other one has done', async ({ page, request }) => {
  const { aRoute, read, save } = await theCatalog(request);
  const id = await aRoute();
  await openForm(page, request, `route:${id}`);
  const form = formOf(page);
  await form.getByRole('textbox', { name: 'Capacity' }).fill('44');
  await form.getByRole('textbox', { name: 'Text after the name' }).fill('of mine');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(`New ${randomUUID()}`);
  await expect(form.getByText('A season file that still says')).toBeVisible();
  const { version } = await read('route', id);
  const theirs = { text_before: 'of hers', capacity: 50 };
  await save({ op: 'update', kind: 'route', id, version, fields: theirs });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('group', { name: 'Capacity' }) })
    .last();
  await expect(conflict.getByRole('group', { name: 'Text before the name' })).toContainText('of hers');
  await expectAccessible(page, 'the conflict of a form');
  await conflict.getByRole('group', { name: 'Capacity' }).getByRole('radio').first().check({ force: true });
  await conflict.getByRole('button', { name: 'Save my choices' }).click();
  await expect(page.getByText('Saved. Families see no difference.')).toBeVisible();
  expect((await read('route', id)).fields).toMatchObject({
    capacity: 44,
    text_before: 'of hers',
    text_after: 'of mine',
  });
});

test(
  'a form with typed text is not left by mistake, and a new object is made and removed',
  { tag: '@long' },
  async ({ page, request }) => {
    await openBackOffice(page, request, '/admin/schools');
    const menu = await officeMenu(page);
    await menu.getByRole('link', { name: 'Schools' }).click();
    await page.getByRole('link', { name: 'New content block' }).click();
    const form = formOf(page);
    const key = `map-${randomUUID()}`;
    await form.getByRole('textbox', { name: 'Key' }).fill(key);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await form.getByRole('textbox', { name: 'Category' }).fill('route-map');
    await form.getByRole('textbox', { name: 'Content' }).fill('https://example.com/map.svg');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(effectsOf(page)).toContainText(`Content block ${key}: families see it from now on.`);
    await effectsOf(page).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: key }).click();
    await form.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Nothing refers to it.')).toBeVisible();
    await page.getByRole('button', { name: `Remove content block ${key}` }).click();
    await expect(page.getByRole('link', { name: key })).toHaveCount(0);
  },
);

test(
  'the company and its divisions are opened by a super admin alone',
  { tag: '@long' },
  async ({ page, request }) => {
    await openBackOffice(page, request, '/admin/company', 'superAdmin');
    await expect(page.getByRole('heading', { level: 1, name: 'Company' })).toBeVisible();
    await expectAccessible(page, 'the company');
    await page.getByRole('link', { name: 'New division' }).click();
    await expect(formOf(page).getByRole('textbox', { name: 'Main phone' })).toBeVisible();
  },
);
