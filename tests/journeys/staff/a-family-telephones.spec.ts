import { expect, test, type Browser, type Page } from '@playwright/test';
import { addDays } from '#kit/plain-date.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { staffApi } from '#tests/support/browser/a-draft-season.ts';
import { officeMenu, openBackOffice } from '#tests/support/browser/back-office.ts';
import { mailsTo } from '#tests/support/browser/mails.ts';
import { acceptTexts, chooseContract, payFromBank } from '#tests/support/browser/sale.ts';
import { aScannedPaper } from '#tests/support/browser/scanned-paper.ts';
import { fillAddress, fillStudent } from '#tests/support/browser/student-page.ts';
import { aFamilyInWizard, HM_LOWER } from '#tests/support/browser/wizard/prepared-draft.ts';
import {
  moveClockTo,
  openClock,
  startPortalWithClock,
  type PortalWithClock,
} from '#tests/support/portal/portal-with-clock.ts';

const CALLER = { first: 'Marisol', last: 'Vega', email: 'marisol.vega@example.com' };
const PASSWORD = 'violet otter lamp forty';

// A portal of its own: its clock is moved, and a route gets one seat.
let own: PortalWithClock;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  own = await startPortalWithClock();
});
test.afterAll(() => own.stop());

async function linkIn(email: string, subject: RegExp, path: RegExp): Promise<string> {
  const found = async () =>
    (await mailsTo(email, own.portal.dataDir)).find((mail) => subject.test(mail.subject));
  await expect.poll(found, { timeout: 20_000 }).toBeDefined();
  const { pathname, search } = new URL(
    new RegExp(`https?://\\S+${path.source}\\S*`).exec((await found())!.text)![0],
  );
  return pathname + search;
}

const openSell = async (office: Page) => {
  await (await officeMenu(office)).getByRole('link', { name: 'Offers', exact: true }).click();
  await office.getByRole('link', { name: 'Sell', exact: true }).first().click();
};

/** A caller without an account, and without a child. */
async function makeFamily(office: Page): Promise<void> {
  await openSell(office);
  await office.getByRole('searchbox', { name: 'Search families' }).fill(CALLER.email);
  await office.keyboard.press('Enter');
  await expect(office.getByText('No family found.')).toBeVisible();
  await office.getByRole('button', { name: 'New family' }).click();
  const dialog = office.getByRole('dialog', { name: 'New family' });
  await dialog.getByRole('button', { name: 'Make the account' }).click();
  await expect(dialog.getByText('The first name field is required').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'First name' }).fill(CALLER.first);
  await dialog.getByRole('textbox', { name: 'Last name' }).fill(CALLER.last);
  await dialog.getByRole('textbox', { name: 'Email' }).fill(CALLER.email);
  await dialog.getByRole('textbox', { name: 'Mobile number' }).fill('718-555-0133');
  await expectAccessible(office, 'the form of a new family');
  await dialog.getByRole('button', { name: 'Make the account' }).click();
  await expect(office.getByRole('heading', { level: 1, name: 'Sell to Marisol Vega' })).toBeVisible();
  await expect(office.getByText('This family has no student yet.')).toBeVisible();
}

async function registerChild(office: Page): Promise<void> {
  await office.getByRole('button', { name: 'New child' }).click();
  const dialog = office.getByRole('dialog', { name: 'New child' });
  await fillStudent(office, 'Inés');
  await fillAddress(office);
  await expectAccessible(office, 'the form of a new child');
  await dialog.getByRole('button', { name: 'Register the child' }).click();
  await expect(office.getByText('Inés Okafor is registered.')).toBeVisible();
  await expect(office.getByRole('combobox', { name: 'Student' }).locator('option:checked')).toHaveText(
    'Inés Okafor',
  );
}

async function send(office: Page): Promise<void> {
  // On a phone the news stands over the button for a moment, and a pointer above holds the news.
  await office.getByRole('button', { name: 'Send to the family' }).press('Enter');
  await office
    .getByRole('dialog')
    .getByRole('button', { name: /^Send to / })
    .click();
  await expect(office.getByRole('heading', { level: 1, name: /^Offer \d+ to/ })).toBeVisible();
}

/** The family chooses a password by the mailed link, and logs in. */
async function enter(home: Page): Promise<void> {
  await home.goto(await linkIn(CALLER.email, /^Choose a password/, /\/reset-password\?/));
  await home.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await home.getByLabel('Confirm password').fill(PASSWORD);
  const save = home.getByRole('button', { name: 'Save new password' });
  await save.click();
  await expect(home.getByRole('checkbox', { name: /^I understand that this account/ })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await expectAccessible(home, 'the choice of a first password');
  await home.getByRole('checkbox', { name: /^I understand that this account/ }).check();
  await save.click();
  await home.waitForURL('**/login**', { timeout: 20_000 });
  await home.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await home.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(home.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
}

async function acceptByBank(home: Page): Promise<void> {
  await home.goto(await linkIn(CALLER.email, /^Your offer/, /\/dashboard\/offers\/\d+/));
  await acceptTexts(home);
  await payFromBank(home);
  const dialog = home.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Authorize and accept' }).click();
  await home.waitForURL(/\/order\/success\/\d+/, { timeout: 30_000 });
}

async function sellOnPaper(office: Page, parent_id: number): Promise<void> {
  await office.goto(`/admin/sell?family=${parent_id}`);
  await chooseContract(office);
  await office.getByRole('button', { name: 'Signed on paper' }).click();
  const dialog = office.getByRole('dialog', { name: 'Signed on paper' });
  await dialog.getByLabel('Scan of the signed paper').setInputFiles(aScannedPaper(3));
  const received = await dialog.getByRole('textbox', { name: 'Received on' }).inputValue();
  await dialog.getByRole('textbox', { name: 'Signed on' }).fill(received);
  await dialog.getByRole('textbox', { name: 'Check number' }).fill('1042');
  await dialog.getByRole('button', { name: 'Make the order' }).click();
  await expect(office.getByText('Order made. The family gets the contract by email.')).toBeVisible();
}

/** Takes all free seats but one from the round trip of the Lower School. */
async function leaveOneSeat(): Promise<void> {
  const api = await staffApi(own.api, 'one seat');
  const [group] = await api.read('/program_group_path/get/path/hm');
  const [board] = await api.read(`/admin/seasons/${group!.current_period_id}/board`);
  const school = board!.schools.find((one: { path: string }) => one.path === 'hm');
  const program = school.programs.find((one: { name: string }) => /Lower/.test(one.name));
  const route = program.routes.find((one: { name: string }) => one.name === 'Round trip');
  const { taken, held, offered, waiting } = route.seats;
  const changes = [
    {
      op: 'update',
      kind: 'route',
      id: route.id,
      version: route.version,
      fields: { capacity: taken + held + offered + waiting + 1 },
    },
  ];
  const preview = await api.send('POST', '/admin/catalog/preview', { changes });
  const saved = await api.send('POST', '/admin/catalog/changes', { changes, seen: preview.items[0].hash });
  expect(saved).toMatchObject({ success: true });
}

async function expectSeats(office: Page, parent_id: number, text: RegExp): Promise<void> {
  await office.goto(`/admin/sell?family=${parent_id}`);
  for (const [list, label] of [
    ['School', /Hillmark/],
    ['Program', /Lower/],
  ] as const) {
    const field = office.getByRole('combobox', { name: list, exact: true });
    const wanted = field.locator('option', { hasText: label });
    await field.selectOption((await wanted.getAttribute('value'))!);
  }
  const routes = office.getByRole('combobox', { name: 'Route', exact: true });
  await expect(routes.locator('option', { hasText: /Round trip/ })).toHaveText(text);
}

async function aFamily() {
  const family = await aFamilyInWizard(own.api, HM_LOWER);
  const api = await staffApi(own.api, family.email);
  const [{ rows }] = (await api.read(`/admin/parents?search=${family.email}`)) as [
    { rows: { id: number }[] },
  ];
  return rows[0]!.id;
}

const ON = (browser: Browser, isPhone: boolean) => own.open(browser, isPhone ? 'phone' : 'desktop');

/** @shows AC2 OF3.1 */
test(
  'a family telephones: an offer accepted from its bank, one on paper, and one that ends, whose seat is sold',
  { tag: '@long' },
  async ({ browser, isMobile }) => {
    test.setTimeout(300_000);
    const office = await ON(browser, isMobile);
    await openBackOffice(office, own.api);
    await makeFamily(office);
    await registerChild(office);
    await chooseContract(office, { paid: 'The family chooses' });
    await send(office);
    const home = await ON(browser, isMobile);
    await enter(home);
    await acceptByBank(home);

    await sellOnPaper(office, await aFamily());

    await leaveOneSeat();
    const [third, fourth] = [await aFamily(), await aFamily()];
    await office.goto(`/admin/sell?family=${third}`);
    await chooseContract(office, { paid: 'The family chooses' });
    await send(office);
    const offer = office.url();
    await expectSeats(office, fourth, /full/);

    const clock = await openClock(own, browser);
    const { items } = await (await own.api.get('/api/server/info')).json();
    await moveClockTo(clock, addDays(items[0].date, 4));
    await office.goto(offer);
    await expect(office.getByText('Ended').first()).toBeVisible();
    // The offer that the demo has open for this route ends too.
    await expectSeats(office, fourth, /2 seats left/);
    await chooseContract(office, { paid: 'The family chooses' });
    await send(office);
    await expectSeats(office, third, /1 seat left/);
  },
);
