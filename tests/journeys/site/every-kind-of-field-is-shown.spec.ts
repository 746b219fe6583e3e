import { expect, test, type Page } from '@playwright/test';
import sharp from 'sharp';
import { messageOf } from '#tests/support/browser/form-steps.ts';
import { openRendered } from '#tests/support/browser/rendered-page.ts';

const part = (page: Page, name: 'At rest' | 'In error' | 'Switched off' | 'HTML') =>
  page.getByRole('region', { name });

test.beforeEach(({ page }) => openRendered(page, 'every-field'));

/** @shows A-276 A-278 A-283 A-357 */
test(
  'a field has its name, note and hint, and can be fixed or switched off',
  { tag: '@long' },
  async ({ page }) => {
    const rest = part(page, 'At rest');
    const text = rest.getByRole('textbox', { name: 'Text', exact: true });
    await expect(text).toHaveAttribute('name', 'rest_text');
    await expect(text).toHaveAttribute('pattern', '[a-z]+');
    await expect(text).toHaveAttribute('placeholder', 'A placeholder');
    await expect(text).toHaveAccessibleDescription('A note');
    await expect(rest.getByRole('textbox', { name: 'Fixed text' })).not.toBeEditable();
    await expect(rest.getByRole('textbox', { name: 'Long text' })).toHaveAttribute('rows', '3');
    const time = rest.getByRole('combobox', { name: 'Time' });
    await expect(time.locator('option[value="am"]')).toHaveText('Morning');
    await expect(time.locator('option[value="eve"]')).toBeDisabled();
    for (const role of ['textbox', 'combobox', 'checkbox', 'radio'] as const) {
      for (const field of await part(page, 'Switched off').getByRole(role).all())
        await expect(field).toBeDisabled();
    }
  },
);

/** @shows A-281 A-282 */
test(
  'a choice is pressed anywhere on its card, with words above and below it',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    const rest = part(page, 'At rest');
    const yes = rest.getByRole('checkbox', { name: 'One yes or no' });
    await rest.getByText('One yes or no').click();
    await expect(yes).toBeChecked();
    const several = rest.getByRole('group', { name: 'Several' });
    await several.getByText('Small bus').click();
    await several.getByText('Twenty seats').click();
    await expect(several.getByRole('checkbox', { checked: true })).toHaveCount(2);
    await expect(several.getByRole('checkbox', { name: 'Large bus' })).toBeDisabled();
    const one = rest.getByRole('group', { name: 'One of them' });
    await expect(one.getByRole('radio', { name: 'Middle bus' })).toHaveAccessibleDescription(
      'Most chosen Twenty seats',
    );
    const [before, name, after] = await Promise.all(
      ['Most chosen', 'Middle bus', 'Twenty seats'].map(
        async (words) => (await one.getByText(words).boundingBox())?.y ?? 0,
      ),
    );
    expect([before, name, after]).toEqual([before, name, after].sort((a, b) => (a ?? 0) - (b ?? 0)));
    await one.getByText('Small bus').click();
    await one.getByText('Most chosen').click();
    await expect(one.getByRole('radio', { checked: true })).toHaveCount(1);
  },
);

/** @shows A-209 A-210 */
test(
  'a field in error is red, starred and says why, whatever its kind',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    const wrong = part(page, 'In error');
    for (const field of await wrong.locator('[data-field]').all()) {
      await expect(field.getByText('The field field is required')).toHaveCount(1);
      await expect(field.locator('label, legend').filter({ hasText: /^\* / })).toHaveCount(1);
      expect(await field.locator('[aria-invalid="true"]').count()).toBeGreaterThan(0);
    }
  },
);

/** @shows A-274 A-284 */
test(
  'a file is named once chosen, and a picture can be held to its size',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    const badge = part(page, 'HTML').getByLabel('Badge');
    const png = async (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#ffc21a' } })
        .png()
        .toBuffer();
    const choose = async (name: string, buffer: Buffer) => {
      await badge.focus();
      await badge.setInputFiles({ name, mimeType: 'image/png', buffer });
      await expect(part(page, 'HTML').getByText(name)).toBeVisible();
      await badge.blur();
    };
    await choose('square.png', await png(1, 1));
    await expect(messageOf(badge)).toHaveText('The badge value is not valid');
    await choose('badge.png', await png(2, 1));
    await expect(messageOf(badge)).toHaveText('');
    await choose('broken.png', Buffer.from('no picture'));
    await expect(messageOf(badge)).toHaveText('The badge value is not valid');
    await expect(part(page, 'At rest').locator('input[type="file"]')).toHaveAttribute('accept', 'image/*');
  },
);
