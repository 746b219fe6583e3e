import { expect, test, type Locator, type Page } from '@playwright/test';
import { m } from '#i18n/messages.js';
import { objectFieldLabel } from '#modules/catalog/objects/object-labels.ts';
import { TEXT_FIELDS } from '#modules/office/set-up/set-up-parts.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { countEffort, expectAtMost, minutesOf, type Effort } from '#tests/support/browser/effort.ts';
import { linkOf, mailsTo } from '#tests/support/browser/mails.ts';
import {
  clickCheckout,
  confirm,
  expectSigned,
  newFamily,
  typeCard,
  walkToPayment,
} from '#tests/support/browser/wizard/steps.ts';
import { startThrowawayServer } from '#tests/support/database/throwaway-server.ts';
import { startDemoPortal, type DemoPortal } from '#tests/support/portal/demo-portal.ts';

const EMAIL = 'noor@cedar-valley.example';
const PASSWORD = 'violet otter lamp forty';

// One after the other, on a portal of their own, whose database has neither a season nor people.
test.describe.configure({ mode: 'serial' });

let portal: DemoPortal;
let server: Awaited<ReturnType<typeof startThrowawayServer>>;
let office: Office;
let family: Page;

/** Of each part of the year, what the office has done. */
const spent: Effort[] = [];

test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startThrowawayServer();
  portal = await startDemoPortal({ DATABASE_URL: server.templateUrl, FIRST_STAFF: EMAIL });
});
test.afterAll(async () => {
  await portal.stop();
  await server.stop();
});

const invitation = async () => {
  await expect.poll(async () => (await mailsTo(EMAIL, portal.dataDir)).length, { timeout: 30_000 }).toBe(1);
  return linkOf((await mailsTo(EMAIL, portal.dataDir))[0]!);
};

const CONTINUE = 'Save and continue';

type Office = { page: Page } & ReturnType<typeof countEffort>;

const press = (name: string | RegExp, within: Page | Locator = office.page) =>
  office.click(within.getByRole('button', { name, exact: true }));
const fill = async (fields: Record<string, string>, within: Page | Locator = office.page) => {
  for (const [name, value] of Object.entries(fields)) await office.fill(name, value, within);
};
const dialog = () => office.page.getByRole('dialog').last();
const heading = (level: number, name: string) =>
  office.page.getByRole('heading', { level, name, exact: true });

/** The stop that is shown is a screen. */
async function seeStop(name: string): Promise<void> {
  await office.screen(heading(2, name));
  await expectAccessible(office.page, `the stop ${name} of the set-up`);
}

/** Removes a paragraph, as a person does in an editor: three clicks and a key, counted as one field. */
async function removeParagraph(name: string, words: string): Promise<void> {
  const text = office.page.getByRole('textbox', { name, exact: true });
  await text.getByText(words).click({ clickCount: 3 });
  await office.page.keyboard.press('Delete');
  await expect(text).not.toContainText(words);
  office.effort.fields += 1;
}

/** A new count, for a part of the year. */
function begin(page: Page): void {
  office = { page, ...countEffort(page) };
  spent.push(office.effort);
}

/** Five minutes after the login, and after each move of the clock, the password is asked for again. */
const giveThePasswordAgain = (page: Page) =>
  page.addLocatorHandler(page.getByRole('dialog', { name: 'Confirm your password' }), async (asked) => {
    await asked.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await asked.getByRole('button', { name: 'Continue' }).click();
    await expect(asked).toHaveCount(0);
  });

/** From the page of the school to the price at checkout, where a preview ends. */
async function buyInPreview(): Promise<void> {
  const { page, click, screen, pick } = office;
  const next = () => click(page.getByRole('button', { name: 'Next', exact: true }).filter({ visible: true }));
  await click(page.getByRole('link', { name: 'Test purchase', exact: true }));
  await screen(heading(1, 'Oakhill School'));
  await click(page.getByRole('link', { name: /sign up/i }));
  await press('Continue to View Contract Terms');
  await click(page.getByRole('checkbox', { name: 'contract terms' }));
  await next();
  await screen(page.getByRole('group', { name: 'Student', exact: true }));
  await next();
  await pick(page.getByLabel('Year entering'), { label: '3rd' });
  await next();
  await screen(page.getByRole('radio', { name: 'Round trip' }));
  await click(page.getByRole('radio', { name: /3 payments/ }));
  await click(page.getByRole('radio', { name: /^Bank account/ }));
  await next();
  await screen(page.getByRole('button', { name: 'Checkout', exact: true }).filter({ visible: true }));
  await expect(page.getByRole('region', { name: 'Fees' })).toContainText('$4,200.00');
  await click(page.getByRole('link', { name: 'Close', exact: true }));
  await expect(page.getByRole('heading', { level: 2, name: 'Oakhill School' })).toBeVisible();
}

/** @shows AC1 SE11.2 SE11.3 SE11.5 */
test(
  'a company sets up its portal, from the emailed link to the sale',
  { tag: '@long' },
  async ({ browser }, info) => {
    test.setTimeout(240_000);
    const { viewport } = info.project.use;
    const page = await (await browser.newContext({ baseURL: portal.address, viewport })).newPage();
    await giveThePasswordAgain(page);
    begin(page);

    await page.goto(await invitation());
    await fill({ Password: PASSWORD, 'Confirm password': PASSWORD });
    await press('Save new password');
    await fill({ Email: EMAIL, Password: PASSWORD });
    await press('Log in');

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up the portal');
    await seeStop('Company');
    await expect(page.getByRole('link', { name: 'Import a season file' })).toHaveAttribute(
      'href',
      '/admin/seasons/import',
    );
    await fill({
      Name: 'Cedar Valley Buses',
      'Dispatch phone': '914-555-0101',
      'Dispatch email': 'dispatch@cedar-valley.example',
      'Customer service email': 'service@cedar-valley.example',
      'Hiring email': 'jobs@cedar-valley.example',
      'Main phone': '914-555-0102',
      'Address 1': '1 Depot Road',
      City: 'Yonkers',
      State: 'NY',
      Zip: '10701',
    });
    await press(CONTINUE);
    await seeStop('School');
    await expect(page.locator('header').getByText('Cedar Valley Buses').first()).toBeAttached();
    await fill({ 'Name for families': 'Oakhill School', Path: 'oakhill' });
    await press(CONTINUE);
    await seeStop('Program');
    await fill({ 'Name for families': 'Lower School' });
    await press(CONTINUE);
    await seeStop('School year');
    await press(CONTINUE);
    await seeStop('Route with terms');

    // What is left is found again, and what is there is not asked again.
    const stops = page.getByRole('navigation', { name: 'Stops of the set-up' });
    await office.click(stops.getByRole('link', { name: /^2\. School/ }));
    await expect(page.getByRole('link', { name: 'Change school: Oakhill School' })).toBeVisible();
    await page.reload();
    await expect(page.getByText('Nothing is missing here.')).toBeVisible();
    await office.click(stops.getByRole('link', { name: /^5\. Route/ }));

    await fill({
      Name: 'Round trip',
      Capacity: '44',
      'Price in full': '$4,200',
      'Also in this many payments': '3',
    });
    await press(CONTINUE);
    await seeStop('Texts');
    for (const field of TEXT_FIELDS)
      await removeParagraph(objectFieldLabel([field]), m.catalog_starter_notice());
    await press(CONTINUE);

    await seeStop('Test purchase');
    const setUp = office;
    begin(page);
    await buyInPreview();
    await page.goto('/admin');
    await office.click(stops.getByRole('link', { name: /^7\. Test/ }));

    office = setUp;
    await press('Publish and open');
    await expect(dialog()).toContainText('and one school sells it right away.');
    await press('Publish and open', dialog());
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
    expectAtMost(office.effort, { screens: 7, fields: 32, clicks: 30 });

    await page.goto('/oakhill');
    await expect(
      page.getByText(/^Contracts of Oakhill School for the .* school year are open\.$/),
    ).toBeVisible();
  },
);

/** The board of the newest school year, or of the one before. */
async function openBoard(at = 0): Promise<void> {
  const { page, click, screen } = office;
  await click(page.getByRole('link', { name: 'Seasons', exact: true }));
  await screen(heading(1, 'Seasons'));
  await click(
    page
      .getByRole('main')
      .getByRole('link', { name: /^\d{4}–\d{4} school year$/ })
      .nth(at),
  );
  await screen(page.getByRole('heading', { level: 2, name: 'Oakhill School' }));
}

type Change = { fields: Record<string, string>; told?: RegExp };

/** @param told  what families will see, which is asked before a price of a sold route changes */
async function changeTerm(route: string, term: string, { fields, told }: Change): Promise<void> {
  const { page, click } = office;
  const row = page.getByRole('row').filter({ hasText: route });
  await click(row.getByRole('link', { name: term }));
  await fill(fields, dialog());
  await press('Save', dialog());
  if (told) {
    await expect(dialog()).toContainText(told);
    await press('Save', dialog());
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** A route begins as the copy of another one, and is sold once its own prices are there. */
async function addRoute(name: string, prices: Record<'Pay in full' | '3 payments', Record<string, string>>) {
  const { page, click } = office;
  await click(page.getByRole('button', { name: 'Order and copies: routes of Lower School' }));
  await click(dialog().getByRole('button', { name: /^Duplicate/ }));
  await expect(dialog().getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Round trip (copy)');
  await fill({ Name: name }, dialog());
  await press('Save', dialog());
  for (const [term, fields] of Object.entries(prices)) await changeTerm(name, term, { fields });
  const row = page.getByRole('row').filter({ hasText: name });
  await click(row.getByRole('link', { name, exact: true }).first());
  await press('Start again', dialog());
  await press(`Start again route ${name}`, dialog());
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Moves the clock of the sandbox by one of its buttons. */
async function moveClock(button: RegExp): Promise<void> {
  const { page, click } = office;
  await page.goto('/admin/clock');
  const moved = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/api/admin/clock') && answer.request().method() === 'POST' && answer.ok(),
    { timeout: 60_000 },
  );
  await click(page.getByRole('button', { name: button }));
  await moved;
}

/** @shows AC1 */
test(
  'a family buys, pays again, gets a part back and changes to another route',
  { tag: ['@long', '@once'] },
  async ({ browser }, info) => {
    test.setTimeout(240_000);
    const { page } = office;
    begin(page);
    const { click, pick, screen } = office;
    await page.goto('/admin');
    await openBoard();
    await changeTerm('Round trip', '3 payments', {
      fields: { 'Sold until': 'today+20d', 'Second payment on': 'today+30d' },
      told: /the total stays \$4,200\.00, but the days or amounts of the payments change/,
    });
    await addRoute('Afternoon only', {
      'Pay in full': { Deposit: '2400' },
      '3 payments': { Deposit: '800', Amount: '800' },
    });

    const { viewport } = info.project.use;
    family = await (await browser.newContext({ baseURL: portal.address, viewport })).newPage();
    await walkToPayment(
      family,
      { school: 'oakhill', program: 'Lower School', grade: '3rd', route: 'Round trip', term: '3 payments' },
      newFamily(),
    );
    await typeCard(family, '4242424242424242');
    await clickCheckout(family);
    await confirm(family);
    await expectSigned(family);

    await moveClock(/^Next due date/);
    await page.goto('/dashboard/orders/1');
    const payments = page.locator('section').filter({ has: heading(2, 'Payments') });
    await expect(payments).toContainText(/Payment 2[^P]*Paid on/);

    await press('Refund order');
    await click(dialog().getByRole('radio', { name: 'Part of it' }));
    await fill({ Amount: '100', Reason: 'The first week had no bus' }, dialog());
    await press('Refund $100.00', dialog());
    await expect(page.getByText('Refunded $100.00.').first()).toBeVisible();

    await click(page.getByRole('link', { name: 'Open in the office' }));
    await click(page.getByRole('link', { name: 'Change contract' }));
    await screen(page.getByRole('heading', { level: 1, name: /^Change the contract of/ }));
    await pick('Route', { label: 'Afternoon only (44 seats free)' });
    await fill({ Reason: 'The family takes the afternoon bus alone' });
    await expect(page.getByRole('region', { name: 'What this change means' })).toContainText('−$1,800.00');
    await press('Propose');
    await press('Propose', dialog());
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await family.goto('/dashboard/orders/1/amendment');
    await family.getByRole('checkbox', { name: /contract terms/ }).check();
    await family.getByRole('button', { name: 'Agree to this change' }).click();
    await expect(family.getByText('Your contract has changed')).toBeVisible();
    await family.goto('/dashboard/orders/1');
    await expect(family.getByText('Afternoon only').first()).toBeVisible();
  },
);

/** @shows AC1 */
test(
  'staff roll the school year over, and families buy the next one from its opening on',
  { tag: ['@long', '@once'] },
  async () => {
    test.setTimeout(240_000);
    const { page } = office;
    begin(page);
    const { click, pick, screen } = office;
    const saved = () => page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.goto('/admin');
    await openBoard();
    await click(page.getByRole('link', { name: /^Roll over/ }));
    await press('Start the roll-over');
    await screen(page.getByRole('heading', { level: 1, name: /school year to/ }));
    await Promise.all([saved(), click(page.getByText(/^All shown \(\d+\)$/))]);
    await click(page.getByRole('tab', { name: 'Rules' }));
    await fill({ 'Percentage or amount': '4' });
    await pick('Round to', { label: '$10.00' });
    await Promise.all([saved(), press('Save rules')]);
    await click(page.getByRole('tab', { name: /^Texts/ }));
    await Promise.all([saved(), click(page.getByRole('button', { name: /^Check all/ }))]);
    await press('Create the draft school year');
    await expect(dialog()).toContainText('with 2 routes and 8 prices');
    await press('Create the draft', dialog());
    await screen(page.getByText('The school year is a draft.').first());
    await expect(page.getByText('$4,370.00 in total')).toHaveCount(0);
    await press(/^Publish \d{4}–\d{4} school year$/);
    await expect(dialog()).toContainText('1 school sells it from its opening hour.');
    await press('Publish', dialog());
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const minutes = spent.reduce((sum, effort) => sum + minutesOf(effort), 0);
    expect.soft(minutes, 'minutes of hands of the office, from nothing to the next year').toBeLessThan(6);

    await click(page.getByRole('button', { name: /^Open now/ }));
    await press('Open Oakhill School', dialog());
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await family.goto('/oakhill');
    const next = Number(
      (
        await family
          .getByText(/\d{4}–\d{4} school year/)
          .first()
          .innerText()
      ).slice(0, 4),
    );
    await expect(
      family.getByText(`Contracts of Oakhill School for the ${next}–${next + 1} school year are open.`),
    ).toBeVisible();
  },
);

/** @shows SE13.1 */
test('a second school begins as the first one', { tag: ['@long', '@once'] }, async () => {
  const { page } = office;
  begin(page);
  await page.goto('/admin');
  await openBoard();
  await page.getByRole('button', { name: 'New school like this one of Oakhill School' }).click();
  await office.fill('Name for families', 'Elm Park School', dialog());
  await expect(dialog().getByRole('textbox', { name: 'Path', exact: true })).toHaveValue('elm-park-school');
  await expectAccessible(page, 'a new school like another');
  await press('Make the school', dialog());
  const second = page.getByRole('region', { name: 'Elm Park School', exact: true });
  await expect(second.getByRole('link', { name: '3 payments' }).first()).toBeVisible();
  await expect(second.getByText(/^Contracts of Elm Park School for the .* are open\.$/)).toBeVisible();
});
