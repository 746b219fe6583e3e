import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { next } from '#tests/support/browser/wizard/steps.ts';
import {
  alter,
  aFamilyInWizard,
  HM_LOWER,
  HM_TWO_PAYMENTS,
  keptDraft,
  openStep,
  PERIOD_PROGRAMS,
  ROUTES,
} from '#tests/support/browser/wizard/prepared-draft.ts';

const route = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Route' }).getByRole('radio', { name });
const terms = (page: Page) => page.getByRole('group', { name: 'Payment term' });
const term = (page: Page, name: string) => terms(page).getByRole('radio', { name, exact: true });
const addons = (page: Page) => page.getByRole('group', { name: 'Add-ons' });
const amount = (page: Page) => page.getByRole('region', { name: 'Payment amount' });
const EARLY = /Sign by .* to save|Sign up early and pay less/;
const AID_TEXT = 'Do you have a financial aid code?';

/** @shows B-066 B-067 B-069 B-185 B-186 B-191 B-192 B-072 B-242 */
test(
  'routes come with their words, then add-ons, terms and an amount that follows each choice',
  { tag: '@phone' },
  async ({ page, request }) => {
    await alter(page, ROUTES, (routes) => {
      Object.assign(routes[1], { text_before: 'Earlier bus:', text_after: 'To school only' });
      Object.assign(routes[2], {
        addons: [{ ...routes[0].addons[0], id: 9_000_001, text: 'Escort for staff', is_admin_only: true }],
      });
    });
    await openStep(page, await aFamilyInWizard(request, HM_LOWER), 3);
    await expect(route(page, 'Round trip')).toHaveAccessibleDescription(/Door to door, both ways/);
    await expect(route(page, 'Morning only')).toHaveAccessibleDescription(/Earlier bus:.*To school only/);
    await expect(terms(page)).toHaveCount(0);
    await next(page);
    await expect(page.getByText('The route field is required')).toBeVisible();
    await route(page, 'Round trip').check();
    await expect(term(page, 'Two payments')).toBeVisible();
    await next(page);
    await expect(page.getByText('The payment term field is required')).toBeVisible();
    await expectAccessible(page, 'a route without a term');

    await expect(addons(page).getByRole('checkbox')).toHaveCount(2);
    await expect(addons(page)).not.toContainText('Escort');
    await term(page, 'Two payments').check();
    await expect(amount(page)).toContainText('$2,200.00');
    await addons(page).getByRole('checkbox', { name: 'Late bus' }).check();
    await addons(page).getByRole('checkbox', { name: 'Second afternoon stop' }).check();
    await expect(amount(page)).toContainText('$3,155.50');
    const { payment_term_type_id } = await page.evaluate(async () => {
      const options = (await (await fetch('/api/option')).json()).items;
      return {
        payment_term_type_id: options.find((option: any) => option.key === 'paymentTermTypeScheduled').id,
      };
    });
    await expect
      .poll(async () => (await keptDraft(page)).program.payment_term_type_id)
      .toBe(payment_term_type_id);

    await route(page, 'Morning only').check();
    await expect(terms(page).getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(addons(page).getByRole('checkbox', { checked: true })).toHaveCount(0);
    await expect(amount(page)).toHaveCount(0);
    await expect
      .poll(async () => (await keptDraft(page)).program)
      .toMatchObject({ addons: [], payment_term: null, payment_term_type_id: null });
    await route(page, 'Afternoon only').check();
    await expect(term(page, 'Two payments')).toBeVisible();
    await expect(addons(page)).toHaveCount(0);
  },
);

/** @shows B-068 B-243 */
test(
  'the pickup corner is asked for where the route or the program has one',
  { tag: '@long' },
  async ({ page, request }) => {
    await openStep(
      page,
      await aFamilyInWizard(request, { school: 'hm', program: 'hm-middle-upper', grade: true }),
      3,
    );
    const north = page.getByLabel('Northbound Avenue');
    const cross = page.getByLabel('Cross Street');
    await route(page, 'Round trip').check();
    for (const [field, name] of [
      [north, 'northbound avenue'],
      [cross, 'cross street'],
    ] as const) {
      await field.fill('x'.repeat(256));
      await next(page);
      await expect(field).toHaveAccessibleDescription(
        new RegExp(`The ${name} field may not be greater than 255 characters`),
      );
      await field.fill('x'.repeat(255));
      await expect(field).toHaveAccessibleDescription('');
    }
    await expectAccessible(page, 'the pickup corner');
    await route(page, 'Morning only').check();
    await expect(north).toHaveCount(0);
    await alter(page, PERIOD_PROGRAMS, (programs) =>
      programs.map((each) => ({ ...each, has_pickup_location: true })),
    );
    await page.reload();
    await expect(route(page, 'Morning only')).toBeChecked();
    await expect(north).toBeVisible();
    await expect(cross).toBeVisible();
  },
);

/** @shows B-071 B-245 B-340 */
test('surge pricing is explained and must be accepted', { tag: '@long' }, async ({ page, request }) => {
  await openStep(page, await aFamilyInWizard(request, HM_LOWER), 3);
  const surge = page.getByRole('region', { name: 'Surge pricing' });
  await route(page, 'Round trip').check();
  await expect(surge).toHaveCount(0);
  await route(page, 'Afternoon only').check();
  await expect(surge).toContainText(/congestion fee/);
  await expect(surge).toContainText(/2 days|two days/);
  await term(page, 'Two payments').check();
  await next(page);
  await expect(page.getByText('The surge pricing field is required')).toBeVisible();
  await expect(page).toHaveURL(/step=3/);
  await expectAccessible(page, 'surge pricing that is not accepted');
  await surge.getByRole('checkbox').check();
  await expect(page.getByText('The surge pricing field is required')).toHaveCount(0);
});

type Term = {
  id: number;
  name: string;
  from_dt: string | null;
  thru_dt: string | null;
  is_admin_only: boolean;
};

async function serveTerms(
  page: Page,
  today: string,
  change: (kinds: { full: any; scheduled: any }) => Partial<Term>[],
): Promise<void> {
  await page.unroute(ROUTES);
  await alter(page, ROUTES, ([first, ...rest]) => {
    const blank = { from_dt: null, thru_dt: null, prefix_text: null, is_admin_only: false };
    const of = (key: string) => ({
      ...first.payment_terms.find((each: any) => each.payment_term_type.key === key),
      ...blank,
    });
    const kinds = { full: of('paymentTermTypeFull'), scheduled: of('paymentTermTypeScheduled') };
    return [
      {
        ...first,
        payment_terms: change(kinds).map((one, i) => ({ ...kinds.full, ...one, id: 9_000_000 + i })),
      },
      ...rest,
    ];
  });
  await page.unroute('**/api/server/info');
  await alter(page, '**/api/server/info', ([info]) => [{ ...info, date: today }]);
  await page.reload();
  await route(page, 'Round trip').check();
}

const names = (page: Page) =>
  terms(page)
    .getByRole('radio')
    .evaluateAll((radios) =>
      radios.map(
        (radio) => document.getElementById(radio.getAttribute('aria-labelledby') ?? '')?.textContent,
      ),
    );

/** @shows B-070 B-188 B-189 B-190 */
test(
  'one open term of each type is offered, and three of them say that early is cheaper',
  { tag: '@long' },
  async ({ page, request }) => {
    test.setTimeout(90_000);
    await openStep(page, await aFamilyInWizard(request, HM_LOWER), 3);
    await expect(route(page, 'Round trip')).toBeVisible();
    const window = { from_dt: '2026-05-01', thru_dt: '2026-05-31' };
    const offered = async (today: string) => {
      await serveTerms(page, today, ({ scheduled }) => [
        { name: 'May', ...window },
        { ...scheduled, name: 'Always' },
      ]);
      return names(page);
    };
    await expect.poll(() => offered('2026-04-30')).toEqual(['Always']);
    await expect.poll(() => offered('2026-05-01')).toEqual(['May', 'Always']);
    await expect.poll(() => offered('2026-05-31')).toEqual(['May', 'Always']);
    await expect.poll(() => offered('2026-06-01')).toEqual(['Always']);
    await expect(page.getByText(EARLY)).toHaveCount(0);
    await serveTerms(page, '2026-05-10', () => [
      { name: 'For staff', is_admin_only: true, deposit: 1 } as Partial<Term>,
      { name: 'Dearer' },
      { name: 'Cheaper', deposit: 100 } as Partial<Term>,
    ]);
    await expect.poll(() => names(page)).toEqual(['Cheaper']);
    await expect(page.getByText(EARLY)).toHaveCount(0);
    await serveTerms(page, '2026-05-10', () => [
      { name: 'One' },
      { name: 'Two' },
      { name: 'Later', from_dt: '2026-06-01' },
    ]);
    await expect(page.getByText(EARLY)).toBeVisible();
  },
);

/** @shows B-335 B-336 B-337 B-338 B-339 */
test('a term says its amounts and its days', { tag: '@long' }, async ({ page, request }) => {
  await openStep(page, await aFamilyInWizard(request, HM_LOWER), 3);
  await expect(route(page, 'Round trip')).toBeVisible();
  const said = (name: string) => expect(term(page, name));
  await serveTerms(page, '2026-05-10', ({ scheduled }) => [
    {
      ...scheduled,
      name: 'Split',
      deposit: 500,
      amount: 700,
      number_payments: 2,
      thru_dt: '2026-05-31',
      scheduled_dt: '2026-10-01',
    } as Partial<Term>,
    { name: 'At once', deposit: 1200, thru_dt: '2026-05-31' } as Partial<Term>,
  ]);
  await said('Split').toHaveAccessibleDescription(
    new RegExp(
      String.raw`The deposit is due by 05/31/2026\. ?The remainder will be charged on 10/01/2026\. ?` +
        String.raw`Deposit \$500\.00, deposit balance \$700\.00, total \$1,200\.00`,
    ),
  );
  await said('At once').toHaveAccessibleDescription(
    /Payment must be received by 05\/31\/2026\. ?Deposit \$1,200\.00/,
  );
  await said('At once').not.toHaveAccessibleDescription(/balance|total/);
  await serveTerms(page, '2026-05-10', ({ scheduled }) => [
    {
      ...scheduled,
      name: 'Four',
      deposit: 100,
      amount: 50,
      number_payments: 4,
      scheduled_dt: '2026-10-01',
    } as Partial<Term>,
    { name: 'From May', deposit: 1200, from_dt: '2026-05-01', prefix_text: 'Early sign-up' } as Partial<Term>,
  ]);
  await said('Four').toHaveAccessibleDescription(
    /from 10\/01\/2026\. ?Deposit \$100\.00, deposit balance 3 × \$50\.00, total \$250\.00/,
  );
  await said('From May').toHaveAccessibleDescription(
    /Early sign-up ?Payment must be received after 05\/01\/2026\./,
  );
  await expectAccessible(page, 'terms with all their words');
});

/** @shows B-073 B-074 B-077 B-193 */
test(
  'aid is mentioned where it helps, nothing due needs no method, and a contract can be printed',
  { tag: '@long' },
  async ({ page, request }) => {
    const prepared = await aFamilyInWizard(request, HM_TWO_PAYMENTS);
    await openStep(page, prepared, 3);
    await expect(page.getByText(AID_TEXT)).toBeVisible();
    await page
      .getByRole('button', { name: 'To pay by check via US mail instead of processing your contract online' })
      .click();
    // The school's own file, beside the blank contract that the portal makes.
    const file = page.locator('a[href^="/storage/period-program-groups/"]').first();
    await expect(file).toHaveText(/contract/i);
    expect(await file.getAttribute('href')).toMatch(/^\/storage\/period-program-groups\/\d+\/.+/);
    expect((await request.get((await file.getAttribute('href'))!)).headers()['content-type']).toContain(
      'pdf',
    );

    await page.getByRole('tab', { name: 'Card' }).click();
    await expect.poll(async () => (await keptDraft(page)).program.payment_type).toBe('paymentTypeCreditCard');
    await alter(page, ROUTES, (routes) => {
      routes[0].payment_terms.forEach((each: any) => Object.assign(each, { deposit: 0 }));
    });
    await page.reload();
    await addons(page).getByRole('checkbox', { name: 'Late bus' }).uncheck();
    const method = page.getByRole('region', { name: 'Payment method' });
    await expect(method).toContainText('None');
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expect(amount(page)).toContainText('$0.00');
    await expect(page.getByText(AID_TEXT)).toHaveCount(0);
    await expect
      .poll(async () => (await keptDraft(page)).program)
      .toMatchObject({ payment_type: 'paymentTypeNone', payment_method: null });
    await expectAccessible(page, 'nothing due');
    await addons(page).getByRole('checkbox', { name: 'Late bus' }).check();
    await expect(page.getByText(AID_TEXT)).toBeVisible();
    await alter(page, PERIOD_PROGRAMS, (programs) =>
      programs.map((each) => ({ ...each, accept_financial_aid: false })),
    );
    await page.reload();
    await expect(amount(page)).toBeVisible();
    await expect(page.getByText(AID_TEXT)).toHaveCount(0);
  },
);
