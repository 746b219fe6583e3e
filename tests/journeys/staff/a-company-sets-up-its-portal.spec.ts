import { expect, test, type Locator, type Page } from '@playwright/test';
import { m } from '#i18n/messages.js';
import { objectFieldLabel } from '#modules/catalog/objects/object-labels.ts';
import { TEXT_FIELDS } from '#modules/office/set-up/set-up-parts.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { linkOf, mailsTo } from '#tests/support/browser/mails.ts';
import { startThrowawayServer } from '#tests/support/database/throwaway-server.ts';
import { startDemoPortal, type DemoPortal } from '#tests/support/portal/demo-portal.ts';

const EMAIL = 'noor@cedar-valley.example';
const PASSWORD = 'violet otter lamp forty';

// A portal of its own, on a database without a season and without people.
let portal: DemoPortal;
let server: Awaited<ReturnType<typeof startThrowawayServer>>;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startThrowawayServer();
  portal = await startDemoPortal({ DATABASE_URL: server.templateUrl, FIRST_STAFF: EMAIL });
});
test.afterAll(async () => {
  await portal.stop();
  await server.stop();
});

/** Counts what a person does: fields that are filled, and clicks. */
function counting(page: Page) {
  const count = { fields: 0, clicks: 0, screens: new Set<string>() };
  const field = (name: string, within: Page | Locator = page) =>
    within.getByRole('textbox', { name, exact: true });
  return {
    count,
    async fill(fields: Record<string, string>, within: Page | Locator = page): Promise<void> {
      for (const [name, value] of Object.entries(fields)) {
        await field(name, within).fill(value);
        count.fields += 1;
      }
    },
    /** Removes a paragraph, as a person does in an editor: three clicks and a key. */
    async removeParagraph(name: string, words: string): Promise<void> {
      await field(name).getByText(words).click({ clickCount: 3 });
      await page.keyboard.press('Delete');
      await expect(field(name)).not.toContainText(words);
      count.fields += 1;
    },
    async press(name: string, within: Page | Locator = page): Promise<void> {
      await within.getByRole('button', { name, exact: true }).click();
      count.clicks += 1;
    },
    /** The stop that is shown is a screen. */
    async seeStop(name: string): Promise<void> {
      await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
      await expectAccessible(page, `the stop ${name} of the set-up`);
      count.screens.add(name);
    },
  };
}

const invitation = async () => {
  await expect.poll(async () => (await mailsTo(EMAIL, portal.dataDir)).length, { timeout: 30_000 }).toBe(1);
  return linkOf((await mailsTo(EMAIL, portal.dataDir))[0]!);
};

const CONTINUE = 'Save and continue';

/** @shows SE11.2 SE11.3 SE11.5 */
test(
  'a company sets up its portal, from the emailed link to the sale',
  { tag: '@long' },
  async ({ browser }, info) => {
    test.setTimeout(180_000);
    const { viewport } = info.project.use;
    const page = await (await browser.newContext({ baseURL: portal.address, viewport })).newPage();
    const { count, fill, removeParagraph, press, seeStop } = counting(page);

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
    await stops.getByRole('link', { name: /^2\. School/ }).click();
    count.clicks += 1;
    await expect(page.getByRole('link', { name: 'Change school: Oakhill School' })).toBeVisible();
    await page.reload();
    await expect(page.getByText('Nothing is missing here.')).toBeVisible();
    await stops.getByRole('link', { name: /^5\. Route/ }).click();
    count.clicks += 1;

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
    await expect(page.getByRole('link', { name: 'Test purchase', exact: true })).toHaveAttribute(
      'href',
      /^\/admin\/preview\?season=\d+$/,
    );
    await press('Publish and open');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('and one school sells it right away.');
    await press('Publish and open', dialog);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');

    expect(count.screens.size).toBeLessThanOrEqual(7);
    expect(count.fields).toBeLessThanOrEqual(32);
    expect(count.clicks).toBeLessThanOrEqual(30);

    await page.goto('/oakhill');
    await expect(
      page.getByText(/^Contracts of Oakhill School for the .* school year are open\.$/),
    ).toBeVisible();

    // The second school begins as the first one.
    await page.goto('/admin/seasons');
    await page
      .getByRole('link', { name: /school year/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'New school like this one of Oakhill School' }).click();
    await fill({ 'Name for families': 'Elm Park School' }, dialog);
    await expect(dialog.getByRole('textbox', { name: 'Path', exact: true })).toHaveValue('elm-park-school');
    await expectAccessible(page, 'a new school like another');
    await press('Make the school', dialog);
    const second = page.getByRole('region', { name: 'Elm Park School', exact: true });
    await expect(second.getByRole('link', { name: '3 payments' })).toBeVisible();
    await expect(second.getByText('Contracts of Elm Park School for the')).toBeVisible();
  },
);
