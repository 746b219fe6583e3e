import { expect, test, type Page } from '@playwright/test';
import { DEMO, logInByApi, signIn } from '#tests/support/browser/account.ts';
import { signInAsStaff } from '#tests/support/browser/back-office.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';

const PRIYA = { email: 'priya@raman.example', password: 'Demo-family-2027' };

/** The answer of the portal about one order or all, changed where the demo has no such case. */
async function answerOrders(page: Page, path: string, change: (orders: any[]) => any[]): Promise<void> {
  await page.route(path, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ response: answer, json: { ...body, items: change(body.items) } });
  });
}

async function ordersOf(page: Page): Promise<any[]> {
  const answer = await page.waitForResponse((response) => response.url().endsWith('/api/order'));
  return (await answer.json()).items;
}

const fact = (page: Page, label: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]')
    .first();

test.describe('the list of orders', () => {
  /** @shows B-097 B-098 B-099 */
  test(
    'shows a card for each order that was paid, the newest first',
    { tag: '@phone' },
    async ({ page, request }) => {
      await signIn(page, await logInByApi(request, PRIYA));
      const reading = ordersOf(page);
      await page.goto('/dashboard/orders');
      const orders = await reading;
      const cards = page.getByRole('main').getByRole('article');
      await expect(cards).toHaveCount(orders.length);
      expect(orders.map(({ created_at }) => created_at)).toEqual(
        orders
          .map(({ created_at }) => created_at)
          .toSorted()
          .toReversed(),
      );
      expect(orders.every(({ transactions }) => transactions[0].is_success)).toBe(true);
      for (const [at, { id, order_detail }] of orders.entries()) {
        const card = cards.nth(at);
        const { contract, product } = order_detail;
        await expect(card.getByRole('heading', { name: `Order #${id}` })).toBeVisible();
        const { student } = contract.contract_detail;
        for (const text of [
          `Contract #${contract.contract_number}`,
          product.name,
          `${student.first_name} ${student.last_name}`,
        ])
          await expect(card).toContainText(text);
        await expect(card.getByRole('link', { name: 'View order' })).toHaveAttribute(
          'href',
          `/dashboard/orders/${id}`,
        );
        await expect(card.getByRole('link', { name: 'View receipt', exact: true })).toHaveAttribute(
          'href',
          `/dashboard/orders/${id}/receipt`,
        );
        await expect(card.getByText(/^\d{2}\/\d{2}\/\d{4}$/).first()).toBeVisible();
      }
      await expect(cards.filter({ hasText: 'Fully paid' })).not.toHaveCount(0);
      await expectAccessible(page, 'orders');
    },
  );

  /** @shows B-100 */
  test(
    'leaves out an order whose first transaction failed',
    { tag: ['@once', '@long'] },
    async ({ page, request }) => {
      await signIn(page, await logInByApi(request, PRIYA));
      const days = ['2026-03-02T12:00:00.000Z', '2026-03-03T12:00:00.000Z', '2026-03-01T12:00:00.000Z'];
      await answerOrders(page, '**/api/order', (orders) =>
        days.map((created_at, at) => ({
          ...orders[0],
          id: 501 + at,
          created_at,
          transactions: orders[0].transactions.map((line: any) => ({ ...line, is_success: at !== 0 })),
        })),
      );
      await page.goto('/dashboard/orders');
      await expect(page.getByRole('heading', { level: 2, name: /^Order #/ })).toHaveText([
        'Order #502',
        'Order #503',
      ]);
    },
  );

  /** @shows B-098 */
  test('shows the day of the next payment while one is due', { tag: '@long' }, async ({ page, request }) => {
    await signIn(page, await logInByApi(request, DEMO.family));
    await page.goto('/dashboard/orders');
    const card = page.getByRole('article').first();
    await expect(card).toContainText(/Next payment.*\d{2}\/\d{2}\/\d{4}/s);
    await expect(card).not.toContainText('Fully paid');
  });

  /** @shows B-101 */
  test('says so where there is none yet', { tag: '@long' }, async ({ page, request }) => {
    await signIn(page, await logInByApi(request, DEMO.emptyFamily));
    await page.goto('/dashboard/orders');
    await expect(page.getByText("You don't have orders yet.")).toBeVisible();
    await expectAccessible(page, 'no orders');
  });
});

const SECTIONS = [
  'Order',
  'Contract',
  'Payment Term',
  'Route',
  'Financial Aid',
  'Transactions',
  'Surcharges',
  'Payments',
  'Adjustments',
  'Invoices',
];

async function firstOrder(
  page: Page,
  request: Parameters<typeof logInByApi>[0],
  who: { email: string; password: string },
): Promise<any> {
  const tokens = await logInByApi(request, who);
  await signIn(page, tokens);
  const answer = await request.get('/api/order', {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  return (await answer.json()).items[0];
}

test.describe('one order', () => {
  /** @shows B-102 B-163 B-220 B-221 */
  test(
    'has its ten sections, its surcharges apart, and a special request that can be hidden',
    { tag: '@long' },
    async ({ page, request }) => {
      const { id } = await firstOrder(page, request, DEMO.family);
      await answerOrders(page, `**/api/order/${id}`, ([order]) => {
        order.order_detail.contract.special_request = 'Please wait at the gate.';
        const [line] = order.transactions;
        const surcharge = {
          ...line,
          id: line.id + 100_000,
          description: 'Convenience fee',
          description_detail: 'Payment surcharge',
          value: 84,
        };
        return [{ ...order, transactions: [...order.transactions, surcharge] }];
      });
      await page.goto(`/dashboard/orders/${id}`);
      const headings = page.getByRole('main').getByRole('heading', { level: 2 });
      await expect(headings.first()).toBeVisible();
      expect((await headings.allInnerTexts()).filter((text) => SECTIONS.includes(text))).toEqual(SECTIONS);
      const section = (name: string) =>
        page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
      await expect(section('Surcharges')).toContainText('$84.00');
      await expect(section('Transactions')).not.toContainText('Convenience fee');
      await expect(
        section('Payments').getByRole('list', { name: 'Payment schedule' }).getByRole('listitem'),
      ).not.toHaveCount(0);
      const asked = page.getByText('Please wait at the gate.');
      await expect(asked).toBeVisible();
      await page.getByRole('button', { name: /^Hide/ }).click();
      await expect(asked).toBeHidden();
      await page.getByRole('button', { name: /^Show/ }).click();
      await expect(asked).toBeVisible();
      await expect(page.getByText('INACTIVE')).toHaveCount(0);
      await expectAccessible(page, 'an order');
    },
  );

  /** @shows B-103 B-221 */
  test('says INACTIVE where staff have made it so', { tag: '@long' }, async ({ page, request }) => {
    const tokens = await logInByApi(request, PRIYA);
    const answer = await request.get('/api/order', {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    const inactive = (await answer.json()).items.find((order: any) => !order.is_active);
    await signIn(page, tokens);
    await page.goto(`/dashboard/orders/${inactive.id}`);
    await expect(page.getByText('INACTIVE')).toBeVisible();
    await expectAccessible(page, 'an inactive order');
  });

  /** @shows B-104 B-126 B-319 */
  test(
    'that is unknown, or another family’s, leads to the not-found page',
    { tag: '@long' },
    async ({ page, request }) => {
      const { id } = await firstOrder(page, request, DEMO.family);
      await signIn(page, await logInByApi(request, PRIYA));
      for (const path of ['99999999', `${id + 900_000}/contract`, '99999999/receipt', 'abc']) {
        await page.goto(`/dashboard/orders/${path}`);
        await expect(page.getByText('Page not found.'), path).toBeVisible();
        expect(new URL(page.url()).searchParams.get('path')).toBe(`/dashboard/orders/${path}`);
        await expect(page.getByRole('main')).toContainText(`/dashboard/orders/${path}`);
      }
    },
  );

  /** @shows B-105 B-106 */
  test('shows staff its notes, references and the way to edit a payment, and the family none of it', async ({
    page,
    request,
    browser,
  }) => {
    const order = await firstOrder(page, request, DEMO.family);
    const payment = order.payments.find((one: any) => one.paid_at === null);
    const staff = await browser.newPage();
    await signInAsStaff(staff, request, 'superAdmin');
    await answerOrders(staff, `**/api/order/${order.id}`, ([found]) => {
      Object.assign(found.order_detail.contract, {
        notes: 'Called on Monday',
        notes_additional: 'Prefers mail',
      });
      return [
        {
          ...found,
          payments: found.payments.map((one: any) => ({
            ...one,
            reference: 'Check 1044',
            notes: 'Promised by Friday',
          })),
        },
      ];
    });
    await staff.goto(`/dashboard/orders/${order.id}`);
    for (const text of ['Called on Monday', 'Prefers mail', 'Check 1044', 'Promised by Friday'])
      await expect(staff.getByText(text).first()).toBeVisible();
    const edit = staff.getByRole('link', { name: `Edit Payment ${payment.payment_number}` });
    await expect(edit).toHaveAttribute('href', `/dashboard/orders/${order.id}/payments/${payment.id}/edit`);
    await staff.close();

    await page.goto(`/dashboard/orders/${order.id}`);
    await expect(page.getByRole('heading', { level: 2, name: 'Payments' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Edit Payment/ })).toHaveCount(0);
    await expect(page.getByText('Called on Monday')).toHaveCount(0);
  });
});

test.describe('the receipt', () => {
  /** @shows B-112 B-113 B-114 B-115 B-116 MB20.8 */
  test('says who paid what for whom, prints, and can be downloaded', async ({ page, request }) => {
    const order = await firstOrder(page, request, PRIYA);
    const [line] = order.transactions;
    const { contract } = order.order_detail;
    const { student, address } = contract.contract_detail;
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
    });
    await page.goto(`/dashboard/orders/${order.id}/receipt`);
    const receipt = page.getByRole('article');
    await expect(receipt.getByRole('heading', { level: 1 })).toHaveText(`Receipt for Order #${order.id}`);
    await expect(receipt).toContainText('1250 Harbor Yard Road');
    await expect(page.getByRole('region', { name: 'Bill To' })).toContainText(
      `${student.parent.first_name} ${student.parent.last_name}`,
    );
    await expect(page.getByRole('region', { name: 'Bill To' })).toContainText(address.address);
    await expect(fact(page, 'Contract number')).toHaveText(contract.contract_number);
    await expect(fact(page, 'Date')).toHaveText(/^\d{2}\/\d{2}\/\d{4}$/);
    await expect(fact(page, 'Student')).toHaveText(`“${student.first_name} ${student.last_name}”`);
    await expect(fact(page, 'Payment type')).toHaveText('Card');
    const { brand, ident } = line.user_payment_method;
    await expect(fact(page, 'Payment method')).toHaveText(`${brand} ${ident}`);
    const total = order.transactions
      .filter((one: any) => one.user_accounting_invoice_id === line.user_accounting_invoice_id)
      .reduce((sum: number, one: any) => sum + one.value, 0);
    await expect(receipt.getByRole('row').last()).toContainText(
      total.toLocaleString('en-US', { minimumFractionDigits: 2 }),
    );
    await expectAccessible(page, 'a receipt');
    const file = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download receipt (PDF)' }).click();
    expect((await file).suggestedFilename()).toMatch(/^receipt-\d+-\d+\.pdf$/);
    await page.getByRole('button', { name: 'Print Receipt' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
  });

  /** @shows B-113 */
  test(
    'names the company where no division is there',
    { tag: ['@once', '@long'] },
    async ({ page, request }) => {
      const { id } = await firstOrder(page, request, PRIYA);
      await page.route('**/api/division/read/all/**', (route) =>
        route.fulfill({ json: { success: true, items: [] } }),
      );
      await page.goto(`/dashboard/orders/${id}/receipt`);
      await expect(page.getByRole('article')).toContainText(
        /Harborline School Bus.*1250 Harbor Yard Road.*Bronx, NY 10474/s,
      );
    },
  );

  test(
    'of each later charge is a receipt of its own',
    { tag: ['@once', '@long'] },
    async ({ page, request }) => {
      const { id } = await firstOrder(page, request, DEMO.family);
      const later = {
        id: 910_001,
        description: 'Payment 2 of the order',
        created_at: '2026-10-01T14:00:00.000Z',
        is_stopped: false,
        is_owed_by_nobody: false,
      };
      await answerOrders(page, `**/api/order/${id}`, ([order]) => {
        const line = {
          ...order.transactions[0],
          id: 990_001,
          description: 'Second payment',
          value: 2150,
          user_accounting_invoice_id: later.id,
          created_at: later.created_at,
        };
        return [
          { ...order, transactions: [...order.transactions, line], invoices: [...order.invoices, later] },
        ];
      });
      await page.goto(`/dashboard/orders/${id}`);
      await page.getByRole('link', { name: `View receipt for invoice #${later.id}` }).click();
      await expect(page.getByRole('article').getByRole('row').last()).toContainText('$2,150.00');
      await expect(fact(page, 'Date')).toHaveText('10/01/2026');
      await expectAccessible(page, 'the receipt of a later charge');
    },
  );
});

test(
  'each page of an order has its heading while the order cannot be read',
  { tag: ['@long', '@once'] },
  async ({ page, request }) => {
    await signIn(page, await logInByApi(request, PRIYA));
    const busy = { status: 500, json: { success: false, errors: ['The server is busy.'] } };
    await page.route(/\/api\/order\/\d+$/, (route) => route.fulfill(busy));
    for (const part of ['', '/contract', '/receipt', '/accept', '/amendment']) {
      await page.goto(`/dashboard/orders/1${part}`);
      await expect(page.getByText('The server is busy.')).toBeVisible({ timeout: 20_000 });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page, `an order that cannot be read, ${part}`);
    }
  },
);
