import { readFile } from 'node:fs/promises';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { addMonthsClamped } from '#kit/plain-date.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { signIn } from '#tests/support/browser/account.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import {
  aFamilyInWizard,
  buyByApi,
  HM_MORNING,
  type FamilyInWizard,
} from '#tests/support/browser/wizard/prepared-draft.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import {
  moveClockTo,
  openClock,
  startPortalWithClock,
  type PortalWithClock,
} from '#tests/support/portal/portal-with-clock.ts';

// A portal of this file: its clock moves, and a text in force is asked of every open checkout.
let rehearsal: PortalWithClock;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  rehearsal = await startPortalWithClock();
});
test.afterAll(() => rehearsal.stop());

const SENTENCE = 'The lawyer has written this.';

/** A family that signs the contract text of today. */
async function signToday(): Promise<{ family: FamilyInWizard; order_id: number }> {
  const family = await aFamilyInWizard(rehearsal.api, HM_MORNING);
  const { id: order_id } = await buyByApi(family, HM_MORNING);
  return { family, order_id };
}

/** The contract text as the family reads the contract on its page, and the signed copy as PDF. */
async function readContract(
  browser: Browser,
  { family, order_id }: Awaited<ReturnType<typeof signToday>>,
): Promise<{ onPage: string; inPdf: string }> {
  const page = await rehearsal.open(browser, 'desktop');
  await signIn(page, family.tokens);
  await page.goto(`/dashboard/orders/${order_id}/contract`);
  await expect(page.getByRole('heading', { name: 'Transportation Contract' })).toBeVisible();
  const onPage = await page.getByRole('main').innerText();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download signed copy (PDF)' }).click();
  const { text: inPdf } = await readPdf(await readFile(await (await download).path()));
  await page.close();
  return { onPage, inPdf };
}

/** Opens the contract text of a program from the table of the season. */
async function openText(page: Page): Promise<void> {
  await page.getByRole('link', { name: '2027–2028 school year', exact: true }).click();
  await page.getByRole('link', { name: 'Texts of the school year' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Texts: 2027–2028 school year');
  await expectAccessible(page, 'the texts of a season');
  await page.getByRole('link', { name: /^Contract: Hillmark School \(HM\) · Lower Division/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Contract: Hillmark School (HM)');
}

/** @shows AC9 SE4.1 SE4.3 SE4.4 SE4.5 SE4.6 SE4.7 SE4.8 SE4.9 */
test(
  'a new contract text is drafted, compared and put in force, and last month’s contract reads as signed',
  { tag: ['@once', '@long'] },
  async ({ browser }) => {
    test.setTimeout(300_000);
    const signed = await signToday();
    const asSigned = await readContract(browser, signed);
    const [{ date }] = await signed.family.call('GET', '/server/info');
    const clock = await openClock(rehearsal, browser);
    await moveClockTo(clock, addMonthsClamped(date, 1));
    await clock.close();

    const page = await rehearsal.open(browser, 'desktop');
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML/.test(message.text())) refused.push(message.text());
    });
    await openBackOffice(page, rehearsal.api, '/admin/seasons');
    await openText(page);

    const text = page.getByRole('textbox', { name: 'Contract' });
    const tools = page.getByRole('toolbar', { name: 'Tools of the text' });
    await text.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type(`${SENTENCE} `);
    await text.evaluate((target) => {
      const data = new DataTransfer();
      data.setData('text/html', '<p style="color:red">Pasted <b>words</b> </p>');
      target.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expect(text.locator('strong', { hasText: 'words' })).toBeVisible();
    await tools.getByRole('button', { name: 'Bold' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(tools.getByRole('button', { name: 'Italic' })).toBeFocused();
    await expectAccessible(page, 'the editor of a text');

    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText('Draft saved. Families see no difference.')).toBeVisible();

    await page.getByRole('tab', { name: 'Compare' }).click();
    await expect(page.locator('ins').first()).toContainText(SENTENCE);
    await expectAccessible(page, 'the comparison of a text');

    await page.getByRole('tab', { name: 'Preview' }).click();
    await expect(page.getByText('Parents read this text at the step Contract Terms.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Preview at 390 pixels' })).toContainText(SENTENCE);
    await expectAccessible(page, 'the preview of a text');

    await page.getByRole('tab', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Put in force' }).click();
    const question = page.getByRole('dialog');
    await question.getByRole('textbox', { name: 'Note' }).fill('Letter of the lawyer');
    await question.getByRole('checkbox').first().check();
    await expect(question).toContainText('families accept another text');
    await expectAccessible(page, 'the question before a text is in force');
    await question.getByRole('button', { name: 'Put in force' }).click();
    await expect(question).toHaveCount(0);

    const later = await readContract(browser, signed);
    expect(later).toEqual(asSigned);
    expect(`${later.onPage} ${later.inPdf}`).not.toContain(SENTENCE);
    const ofToday = await readContract(browser, await signToday());
    expect(ofToday.onPage).toContain(SENTENCE);
    expect(ofToday.inPdf).toContain(SENTENCE);

    await page.getByRole('tab', { name: 'Versions' }).click();
    const versions = page.getByRole('table', { name: 'Versions' });
    await expect(versions.getByRole('row').nth(1)).toContainText('Letter of the lawyer');
    await expectAccessible(page, 'the versions of a text');
    await versions
      .getByRole('button', { name: /^Bring back version/ })
      .first()
      .click();
    await expect(page.getByText(/is the draft now\.$/)).toBeVisible();
    await expect(text).not.toContainText(SENTENCE);
    expect(refused).toEqual([]);
  },
);
