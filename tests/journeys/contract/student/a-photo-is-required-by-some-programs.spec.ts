import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { breakCall } from '#tests/support/browser/changed-responses.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { next } from '#tests/support/browser/wizard/steps.ts';
import {
  aFamilyOf,
  draftText,
  expectStep,
  missing,
  previousButton,
  toStudentStep,
} from '#tests/support/browser/wizard/family.ts';

const RIDGEWAY_LOWER = { school: 'rcs', program: /Lower School/ };
const TOO_LARGE = 'The photo can’t be larger than 5 MB. This one is 5.1 MB.';
const NOT_AN_IMAGE = 'The photo must be an image file (JPEG, PNG or WebP).';

const picture = () =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: '#aa3300' } })
    .png()
    .toBuffer();

/** @shows B-051 B-132 B-229 MD9.1 */
test(
  'Ridgeway’s lower school requires a photo, checks it before sending, and shows it afterwards',
  { tag: '@long' },
  async ({ page }) => {
    const family = await aFamilyOf(page, [{}]);
    await toStudentStep(page, RIDGEWAY_LOWER);
    await page.getByRole('button', { name: 'Choose an existing student' }).click();
    await page.getByRole('button', { name: 'Select Chidi Okafor' }).click();
    await expect(page.getByRole('img', { name: /Photo of/ })).toHaveCount(0);
    const photo = page.getByLabel('Photo', { exact: true });
    await next(page);
    await expect(missing(page)).toBeVisible();
    await expect(photo).toBeFocused();
    await expect(photo).toHaveAccessibleDescription(/The photo field is required/);
    const sentBytes: number[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/student/photo/'))
        sentBytes.push(Number(request.headers()['content-length'] ?? request.postDataBuffer()?.length));
    });
    for (const [file, sentence] of [
      [{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }, NOT_AN_IMAGE],
      [{ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }, TOO_LARGE],
    ] as const) {
      await photo.setInputFiles(file);
      await expect(photo).toHaveAccessibleDescription(new RegExp(sentence.replace(/[.()]/g, '\\$&')));
      await next(page);
      await expectStep(page, 1);
    }
    expect(sentBytes).toEqual([]);
    await expectAccessible(page, 'a file that is no photo');
    const heavy = Buffer.concat([await picture(), Buffer.alloc(5 * 1024 * 1024)]);
    await photo.setInputFiles({ name: 'chidi.png', mimeType: 'image/png', buffer: heavy });
    await expect(page.getByRole('img', { name: 'The photo you chose, chidi.png' })).toBeVisible();
    // The store is down for a moment; the second press sends the photo, and saves nobody twice.
    const store = await breakCall(page, '**/api/student/photo/**', {
      status: 503,
      errors: ['The store is full.'],
    });
    await next(page);
    await expect(page.getByRole('alert').filter({ hasText: 'The store is full.' })).toBeVisible();
    await expectStep(page, 1);
    store.mend();
    await next(page);
    await expectStep(page, 2);
    expect(await draftText(page)).not.toMatch(/photo|chidi\.png/);
    expect(Math.max(...sentBytes)).toBeLessThan(500_000);
    const students = await family.call('GET', '/student');
    expect(students.map((student) => student.images.length)).toEqual([1]);

    await previousButton(page).click();
    const shown = page.getByRole('img', { name: 'Photo of Chidi Okafor' }).first();
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeGreaterThan(0);
    await expect(page.getByLabel('New photo')).toBeVisible();
    await expectAccessible(page, 'a child with a photo');
    // The one that is stored is enough.
    await next(page);
    await expectStep(page, 2);
  },
);

/** @shows B-051 */
test(
  'a new child is saved once although its photo had to be sent twice',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    const family = await aFamilyOf(page, [{}]);
    await toStudentStep(page, RIDGEWAY_LOWER);
    await page.getByRole('button', { name: 'Copy from another student' }).click();
    await page.getByRole('button', { name: 'Copy Chidi Okafor' }).click();
    const child = page.getByRole('group', { name: 'Student', exact: true });
    await child.getByLabel('First name').fill('Emeka');
    await child.getByLabel('Last name').fill('Okafor');
    await child.getByRole('radio', { name: 'Male', exact: true }).check();
    await child.getByLabel('Date of birth').fill('04/09/2018');
    if (await page.getByRole('textbox', { name: 'Address', exact: true }).isVisible()) {
      await page.getByRole('textbox', { name: 'Address', exact: true }).fill('120 Waldo Avenue');
      await page.getByLabel('City').fill('Bronx');
      await page.getByLabel('State').selectOption('NY');
      await page.getByLabel('Zip').fill('10471');
    }
    await page
      .getByLabel('Photo', { exact: true })
      .setInputFiles({ name: 'emeka.png', mimeType: 'image/png', buffer: await picture() });
    const store = await breakCall(page, '**/api/student/photo/**', { errors: ['The store is full.'] });
    await next(page);
    await expect(page.getByRole('alert').filter({ hasText: 'The store is full.' })).toBeVisible();
    await expect(page.getByText('Existing student selected')).toBeVisible();
    store.mend();
    await next(page);
    await expectStep(page, 2);
    const students = await family.call('GET', '/student');
    expect(students.map(({ first_name, images }) => [first_name, images.length]).sort()).toEqual([
      ['Chidi', 0],
      ['Emeka', 1],
    ]);
  },
);

/** @shows B-051 B-052 */
test(
  'the photo field is there where one is required, getting off alone where it is allowed',
  { tag: '@long' },
  async ({ page }) => {
    await aFamilyOf(page);
    const alone = page.getByRole('checkbox', { name: /exit bus alone/ });
    const photo = page.locator('input[type=file]');
    for (const [school, program, counts] of [
      ['hm', /Lower Division/, [0, 0]],
      ['hm', /Middle and Upper/, [0, 1]],
      ['rcs', /Lower School/, [1, 0]],
    ] as const) {
      await toStudentStep(page, { school, program });
      expect([await photo.count(), await alone.count()]).toEqual(counts);
    }
  },
);
