import { expect, test, type Browser, type Page } from '@playwright/test';
import { addDays, addMonthsClamped, formatDate, type PlainDate } from '#kit/plain-date.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { staffApi } from '#tests/support/browser/a-draft-season.ts';
import { officeMenu, openBackOffice } from '#tests/support/browser/back-office.ts';
import { countEffort, expectAtMost } from '#tests/support/browser/effort.ts';
import { optionOf } from '#tests/support/browser/option-of.ts';
import { aFamilyInWizard, buyByApi, HM_IN_FULL } from '#tests/support/browser/wizard/prepared-draft.ts';
import { startPortalWithClock, type PortalWithClock } from '#tests/support/portal/portal-with-clock.ts';

// A portal of this file: families of other journeys buy by the texts and in the seasons of theirs.
let office: PortalWithClock;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  office = await startPortalWithClock();
});
test.afterAll(() => office.stop());

// One after the other, on one portal.
test.describe.configure({ mode: 'serial' });

const SENTENCE = ' Late pickups are driven home after all others.';

/**
 * Schools that have opened by an hour open the next school year by an hour too. The demo begins 150 days from
 * today, as its last prices end, and goes on for 280 days.
 * @returns the days to type
 */
async function openedByHours(): Promise<(readonly [RegExp, string])[]> {
  const { read, send } = await staffApi(office.api, 'openings');
  const [info] = await read('/server/info');
  const today = info!.date as PlainDate;
  const opens_at = `${addDays(today, -20)}T08:00`;
  const [season] = (await read('/admin/seasons')).filter(({ state }) => state === 'open');
  const [board] = await read(`/admin/seasons/${season!.id}/board`);
  const groups = board!.schools.flatMap((school: any) => school.period_group ?? []);
  const changes = groups
    .filter((group: any) => group.is_active)
    .map(({ id, version }: any) => ({
      op: 'update',
      kind: 'period_group',
      id,
      version,
      fields: { opens_at },
    }));
  const preview = await send('POST', '/admin/catalog/preview', { changes });
  const saved = await send('POST', '/admin/catalog/changes', { changes, seen: preview.items[0].hash });
  expect(saved).toMatchObject({ success: true });
  const nextYear = (days: number) => formatDate(addMonthsClamped(addDays(today, days), 12));
  return [
    [/^New First day of school/, nextYear(150)],
    [/^New First day of /, nextYear(149)],
    [/^New Last day of /, nextYear(433)],
  ];
}

/** The overview, from which the work is counted. */
async function openOverview(browser: Browser): Promise<Page> {
  const page = await office.open(browser, 'desktop');
  await openBackOffice(page, office.api);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  return page;
}

/** @shows OF11.3 */
test(
  'a child is on a cheaper route, with the difference to go back, after three screens and nine presses',
  { tag: '@once' },
  async ({ browser }) => {
    const family = await aFamilyInWizard(office.api, HM_IN_FULL);
    const { order_detail, id } = await buyByApi(family, HM_IN_FULL);
    const page = await openOverview(browser);
    const { effort, screen, click, fill, pick, press } = countEffort(page);
    await press('Control+k');
    await fill(page.getByRole('combobox', { name: 'Search everything' }), `#${id}`);
    await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(
      order_detail.contract.contract_number,
    );
    await press('Enter');
    await screen(page.getByRole('heading', { level: 1, name: `Order #${id}` }));
    await click(page.getByRole('link', { name: 'Change contract' }));
    await screen(page.getByRole('heading', { level: 1, name: /^Change the contract of / }));
    await pick('Route', await optionOf(page, 'Route', /^Morning only/));
    await pick('Payment term', await optionOf(page, 'Payment term', /^Pay in full/));
    await fill('Reason', 'Mornings only');
    await expect(page.getByRole('region', { name: 'What this change means' })).toContainText(
      'Refund$1,600.00',
    );
    await click(page.getByRole('button', { name: 'Propose', exact: true }));
    const question = page.getByRole('dialog');
    await screen(question);
    await click(question.getByRole('button', { name: 'Propose', exact: true }));
    await expect(page.getByText(/^Amendment 1 proposed\./)).toBeVisible();
    expectAtMost(effort, { screens: 3, presses: 9, typed: 20 });
  },
);

/** @shows OF11.6 */
test(
  'a sentence of a contract text is in force for three programs after four screens and ten presses',
  { tag: '@once' },
  async ({ browser }) => {
    const page = await openOverview(browser);
    const { effort, screen, click, type } = countEffort(page);
    await click((await officeMenu(page)).getByRole('link', { name: 'Texts', exact: true }));
    await screen(page.getByRole('heading', { level: 1, name: 'Texts' }));
    await expectAccessible(page, 'texts of landing pages and the ways to those of school years');
    await click(page.getByRole('link', { name: 'Texts: 2027–2028 school year' }));
    await screen(page.getByRole('heading', { level: 1, name: 'Texts: 2027–2028 school year' }));
    await click(page.getByRole('link', { name: /^Contract: Hillmark School \(HM\) · Lower Division/ }));
    const text = page.getByRole('textbox', { name: 'Contract' });
    await screen(text);
    await click(text.locator('p').last());
    await type(SENTENCE);
    await click(page.getByRole('tab', { name: 'Compare' }));
    await expect(page.locator('ins').first()).toBeVisible();
    await click(page.getByRole('button', { name: 'Put in force' }));
    const question = page.getByRole('dialog', { name: 'Put the text in force?' });
    await screen(question);
    const programs = question.getByRole('checkbox');
    await click(programs.nth(0));
    await click(programs.nth(1));
    await expect(question.getByText('3 objects have this text from now on.')).toBeVisible();
    await click(question.getByRole('button', { name: 'Put in force' }));
    await expect(page.getByText('The text is in force.')).toBeVisible();
    expectAtMost(effort, { screens: 4, presses: 10, typed: 60 });
  },
);

/** @shows OF11.2 */
test(
  'the next school year is open, with prices up and three days by hand, after five screens',
  { tag: '@once' },
  async ({ browser }) => {
    test.setTimeout(180_000);
    const days = await openedByHours();
    const page = await openOverview(browser);
    const { effort, screen, click, fill, pick } = countEffort(page);
    const tab = (name: string | RegExp) => page.getByRole('tab', { name });
    await click((await officeMenu(page)).getByRole('link', { name: 'Seasons', exact: true }));
    await screen(page.getByRole('heading', { level: 1, name: 'Seasons' }));
    await click(page.getByRole('link', { name: 'Roll over 2027–2028 school year' }));
    await click(page.getByRole('button', { name: 'Start the roll-over' }));
    await screen(page.getByRole('heading', { level: 1, name: /to 2028–2029 school year$/ }));
    await click(page.getByText(/^All shown \(\d+\)$/));
    await click(tab('Rules'));
    await fill('Percentage or amount', '4');
    await pick(page.getByRole('combobox', { name: 'Round to' }).first(), { label: '$5.00' });
    await click(page.getByRole('button', { name: 'Save rules' }));
    await click(tab(/^Values/));
    for (const [name, day] of days) await fill(page.getByRole('textbox', { name }).first(), day);
    await click(page.getByRole('button', { name: 'Create the draft school year' }));
    const question = page.getByRole('dialog', { name: 'Create the draft?' });
    await screen(question);
    await click(question.getByRole('button', { name: 'Create the draft' }));
    await screen(page.getByRole('heading', { level: 1, name: '2028–2029 school year' }));
    await click(page.getByRole('button', { name: /^Publish/ }));
    const publishing = page.getByRole('dialog', { name: /^Publish/ });
    await screen(publishing);
    await click(publishing.getByRole('button', { name: 'Publish', exact: true }));
    await expect(page.getByText('2028–2029 school year is published.')).toBeVisible();
    expectAtMost(effort, { screens: 5, presses: 18, typed: 45 });
  },
);
