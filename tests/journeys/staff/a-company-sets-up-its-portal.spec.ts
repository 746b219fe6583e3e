import { expect, test, type Locator, type Page } from '@playwright/test';
import { m } from '#i18n/messages.js';
import { objectFieldLabel } from '#modules/catalog/objects/object-labels.ts';
import { TEXT_FIELDS } from '#modules/office/set-up/set-up-parts.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { countEffort, expectAtMost } from '#tests/support/browser/effort.ts';
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
    const { effort, screen, fill: fillOne, click } = countEffort(page);
    const fill = async (fields: Record<string, string>) => {
      for (const [name, value] of Object.entries(fields)) await fillOne(name, value);
    };
    const press = (name: string, within: Page | Locator = page) =>
      click(within.getByRole('button', { name, exact: true }));
    /** The stop that is shown is a screen. */
    const seeStop = async (name: string) => {
      await screen(page.getByRole('heading', { level: 2, name, exact: true }));
      await expectAccessible(page, `the stop ${name} of the set-up`);
    };
    /** Removes a paragraph, as a person does in an editor: three clicks and a key, counted as one field. */
    const removeParagraph = async (name: string, words: string) => {
      const text = page.getByRole('textbox', { name, exact: true });
      await text.getByText(words).click({ clickCount: 3 });
      await page.keyboard.press('Delete');
      await expect(text).not.toContainText(words);
      effort.fields += 1;
    };

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
    await click(stops.getByRole('link', { name: /^2\. School/ }));
    await expect(page.getByRole('link', { name: 'Change school: Oakhill School' })).toBeVisible();
    await page.reload();
    await expect(page.getByText('Nothing is missing here.')).toBeVisible();
    await click(stops.getByRole('link', { name: /^5\. Route/ }));

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

    expectAtMost(effort, { screens: 7, fields: 32, clicks: 30 });

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
    await fillOne('Name for families', 'Elm Park School', dialog);
    await expect(dialog.getByRole('textbox', { name: 'Path', exact: true })).toHaveValue('elm-park-school');
    await expectAccessible(page, 'a new school like another');
    await press('Make the school', dialog);
    const second = page.getByRole('region', { name: 'Elm Park School', exact: true });
    await expect(second.getByRole('link', { name: '3 payments' })).toBeVisible();
    await expect(second.getByText('Contracts of Elm Park School for the')).toBeVisible();
  },
);
