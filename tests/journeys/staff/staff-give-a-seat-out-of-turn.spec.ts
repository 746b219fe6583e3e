import { expect, test, type APIRequestContext } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { newAccount, type Account } from '#tests/support/browser/account.ts';
import { officeMenu, openBackOffice } from '#tests/support/browser/back-office.ts';
import { mailsTo } from '#tests/support/browser/mails.ts';
import { buyByApi, type FamilyInWizard } from '#tests/support/browser/wizard/prepared-draft.ts';
import { picture } from '#tests/support/browser/picture.ts';
import { startPortalWithClock, type PortalWithClock } from '#tests/support/portal/portal-with-clock.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';

const REASON = 'Needs this seat from Monday on';
const CHOSEN = {
  school: 'ecfs',
  program: 'ecfs-ms-us',
  grade: true,
  route: 'Late bus only',
  term: 'Pay in full',
};

let own: PortalWithClock;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  own = await startPortalWithClock();
});
test.afterAll(() => own.stop());

const lateBus = async (): Promise<number> =>
  (await own.query("select id::int from routes where name = 'Late bus only' and is_active limit 1"))[0].id;

type Waiting = Account & { student_id: number };

async function aWaitingFamily(
  api: APIRequestContext,
  first_name: string,
  route_id: number,
): Promise<Waiting> {
  const account = await newAccount(api);
  await own.query('update users set email_verified_at = now() where email = $1', [account.email]);
  const form = aStudentForm({ first_name, guardian_1_email: account.email });
  const [{ id: student_id }] = await account.call('POST', '/student', form);
  await account.call('POST', `/route/${route_id}/waiting-list`, { student_id });
  return { ...account, student_id };
}

/** The round of the machine comes within a minute, and its mail within another. */
const expectMail = ({ email }: Account, subject: RegExp) =>
  expect
    .poll(
      async () => (await mailsTo(email, own.portal.dataDir)).filter((mail) => subject.test(mail.subject)),
      {
        timeout: 180_000,
      },
    )
    .toHaveLength(1);

/** Counts presses of a pointer and chosen options (office-2 8.5). */
const effort = { clicks: 0, typed: 0 };
async function click(target: { click(): Promise<void> }): Promise<void> {
  effort.clicks += 1;
  await target.click();
}

/** @shows AC8 OF6.1 OF6.2 OF6.3 OF6.4 OF6.5 */
test(
  'staff give a seat out of turn, and the next child buys a seat of a raised capacity',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(600_000);
    const page = await own.open(browser, test.info().project.name === 'phone' ? 'phone' : 'desktop');
    const route_id = await lateBus();
    await own.query('update routes set seats_taken = 0, capacity = 0 where id = $1', [route_id]);
    const ada = await aWaitingFamily(own.api, 'Ada', route_id);
    const ben = await aWaitingFamily(own.api, 'Ben', route_id);
    const cleo = await aWaitingFamily(own.api, 'Cleo', route_id);
    await openBackOffice(page, own.api, '/admin/waiting');
    await expect(page.getByRole('table', { name: 'Routes' })).toContainText('Late bus only');
    const turn = page.getByRole('button', { name: /^Offer out of turn: Cleo/ });
    await expect(turn).toHaveAccessibleDescription('No seat is free on Late bus only.');
    await expectAccessible(page, 'the waiting list of a full route');
    await picture(page, 'waiting-full');

    // One seat opens up, and the machine offers the seat to the first child.
    await own.query('update routes set capacity = 1 where id = $1', [route_id]);
    await expectMail(ada, /A seat has opened up/);
    await page.goto('/admin');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    Object.assign(effort, { clicks: test.info().project.name === 'phone' ? 1 : 0, typed: REASON.length });
    await click((await officeMenu(page)).getByRole('link', { name: 'Waiting list' }));
    await click(page.getByRole('button', { name: /^Take back the offer to Ada/ }));
    const dialog = page.getByRole('dialog');
    effort.clicks += 1;
    await dialog.getByRole('combobox', { name: 'The seat goes to' }).selectOption({ label: 'Cleo Okafor' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(REASON);
    await expectAccessible(page, 'the question before an offer is taken back');
    await picture(page, 'waiting-take-back');
    await click(dialog.getByRole('button', { name: 'Take back the offer' }));
    await expect(page.getByText('The offer was taken back.')).toBeVisible();
    expect(effort).toEqual({ clicks: expect.any(Number), typed: 30 });
    expect(effort.clicks).toBeLessThanOrEqual(5);
    await expectMail(cleo, /A seat has opened up/);
    await expectMail(ada, /no longer holding the seat/);
    const row = (child: string) => page.getByRole('row').filter({ hasText: child });
    await expect(row('Ada Okafor')).toContainText('Paused until');
    await expect(row('Cleo Okafor')).toContainText('Offered until');
    await row('Cleo Okafor')
      .getByRole('button', { name: /^History of/ })
      .click();
    await expect(dialog).toContainText('offered Cleo Okafor a seat on Late bus only, and passed 1 child.');
    await expect(dialog).toContainText(REASON);
    await picture(page, 'waiting-history');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Show only Late bus only' }).click();
    await expect(page.getByText('With 2 seats, 1 waiting child gets a seat.')).toBeVisible();
    await picture(page, 'waiting-route');
    await page.getByRole('link', { name: 'Change the capacity of Late bus only' }).click();
    const capacity = dialog.getByRole('textbox', { name: 'Capacity' });
    await capacity.fill('2');
    await dialog
      .getByRole('button', { name: /^(Review|Save)/ })
      .first()
      .click();
    await expect(page.getByText(/1 waiting child is offered a seat/)).toBeVisible();
    await page.getByRole('button', { name: /^Save/ }).last().click();
    await expectMail(ben, /A seat has opened up/);
    const order = await buyByApi(ben as unknown as FamilyInWizard, CHOSEN);
    expect(order.order_detail.contract.contract_number).toMatch(/^27-ECFS-/);
    await page.goto(`/admin/waiting?line=${route_id}&state=ended`);
    await expect(row('Ben Okafor')).toContainText('Signed on');
  },
);
