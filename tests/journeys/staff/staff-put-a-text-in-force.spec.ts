import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';

/** Opens the contract text of a program from the table of the season. */
async function openText(page: Page): Promise<void> {
  await page.getByRole('link', { name: '2027–2028 school year', exact: true }).click();
  await page.getByRole('link', { name: 'Texts of the school year' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Texts: 2027–2028 school year');
  await expectAccessible(page, 'the texts of a season');
  await page
    .getByRole('link', { name: /^Contract: Ridgeway Country School \(RCS\) · Middle and Upper School/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'Contract: Ridgeway Country School (RCS)',
  );
}

// Families of other journeys would be asked to read the text again.
/** @shows SE4.1 SE4.3 SE4.4 SE4.5 SE4.6 SE4.7 SE4.8 SE4.9 */
test(
  'a new contract text is drafted, compared and put in force',
  { tag: '@once' },
  async ({ page, request }) => {
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedHTML/.test(message.text())) refused.push(message.text());
    });
    await openBackOffice(page, request, '/admin/seasons');
    await openText(page);

    const text = page.getByRole('textbox', { name: 'Contract' });
    const tools = page.getByRole('toolbar', { name: 'Tools of the text' });
    await text.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('The lawyer has written this. ');
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
    await expect(page.locator('ins').first()).toContainText('The lawyer has written this.');
    await expectAccessible(page, 'the comparison of a text');

    await page.getByRole('tab', { name: 'Preview' }).click();
    await expect(page.getByText('Parents read this text at the step Contract Terms.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Preview at 390 pixels' })).toContainText(
      'The lawyer has written this.',
    );
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

    await page.getByRole('tab', { name: 'Versions' }).click();
    const versions = page.getByRole('table', { name: 'Versions' });
    await expect(versions.getByRole('row').nth(1)).toContainText('Letter of the lawyer');
    await expectAccessible(page, 'the versions of a text');
    await versions
      .getByRole('button', { name: /^Bring back version/ })
      .first()
      .click();
    await expect(page.getByText(/is the draft now\.$/)).toBeVisible();
    await expect(text).not.toContainText('The lawyer has written this.');
    expect(refused).toEqual([]);
  },
);
