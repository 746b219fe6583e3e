import { expect, test } from '@playwright/test';
import { newAccount, signIn } from '#tests/support/browser/account.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { isDrawn, picture } from '#tests/support/browser/pictures.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';
import { cardOf, fillAddress, fillStudent, save, sentence } from '#tests/support/browser/student-page.ts';

const NOT_AN_IMAGE = 'The photo must be an image file (JPEG, PNG or WebP).';

/** @shows A-129 A-151 A-238 A-324 */
test('a photo is seen before it is sent, stands on the card, and gives way to a newer one', async ({
  page,
  request,
}) => {
  const family = await newAccount(request);
  await signIn(page, family.tokens);
  await page.goto('/dashboard/students/create');
  const photo = page.getByLabel('Photo');
  await expect(photo).toHaveAttribute('accept', /image\/png/);
  await photo.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(sentence(page, NOT_AN_IMAGE)).toBeVisible();
  // A text that calls itself a picture.
  await photo.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(sentence(page, NOT_AN_IMAGE)).toBeVisible();
  await photo.setInputFiles(await picture('ngozi.png', '#aa3300'));
  await expect(sentence(page, NOT_AN_IMAGE)).toHaveCount(0);
  await expect(page.getByText('ngozi.png')).toBeVisible();
  await isDrawn(page, 'The photo you chose, ngozi.png');
  await expectAccessible(page, 'a chosen photo');
  await fillStudent(page, 'Ngozi');
  await fillAddress(page);
  await save(page).click();
  await isDrawn(page, 'Photo of Ngozi Okafor');
  await expectAccessible(page, 'a student with a photo');

  await cardOf(page, 'Ngozi Okafor').getByRole('link', { name: 'Edit' }).click();
  await isDrawn(page, 'Photo of Ngozi Okafor');
  await page.getByLabel('New photo').setInputFiles(await picture('newer.png', '#0033aa'));
  await isDrawn(page, 'The photo you chose, newer.png');
  await save(page).click();
  await expect(page).toHaveURL('/dashboard/students');
  await isDrawn(page, 'Photo of Ngozi Okafor');
  const [{ images }] = await family.call('GET', '/student');
  expect(images).toHaveLength(2);
  await expect(page.getByRole('img', { name: 'Photo of Ngozi Okafor' })).toHaveAttribute(
    'src',
    new RegExp(images[0].path.split('?')[0]),
  );
  const answer = await request.get(`/storage/${images[0].path}`);
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/jpeg']);
});

test(
  'a photo that does not get through loses nothing, and is sent again',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await newAccount(request);
    await signIn(page, family.tokens);
    let isBroken = true;
    await page.route('**/api/student/photo/*', (route) =>
      isBroken
        ? route.fulfill({ status: 503, json: { success: false, errors: ['The store is full.'] } })
        : route.fallback(),
    );
    await page.goto('/dashboard/students/create');
    await fillStudent(page, 'Ngozi');
    await fillAddress(page);
    await page.getByLabel('Photo').setInputFiles(await picture('ngozi.png', '#aa3300'));
    await save(page).click();
    await expect(page.getByRole('alert')).toContainText('Ngozi Okafor is saved, but the new photo isn’t.');
    await expect(page.getByText('The store is full.')).toBeVisible();
    await expect(page).toHaveURL('/dashboard/students/create');
    await expect(page.getByText('ngozi.png')).toBeVisible();
    await expectAccessible(page, 'a photo that did not get through');
    isBroken = false;
    await save(page).click();
    await expect(page).toHaveURL('/dashboard/students');
    await isDrawn(page, 'Photo of Ngozi Okafor');
    expect(await family.call('GET', '/student')).toHaveLength(1);
  },
);

test(
  'a card whose photo cannot be loaded shows the icon',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await newAccount(request);
    await family.call('POST', '/student', aStudentForm());
    await signIn(page, family.tokens);
    await page.route('**/api/student', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.items[0].images = [{ id: 1, path: 'students/gone.jpg' }];
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto('/dashboard/students');
    await expect(cardOf(page, 'Chidi Okafor')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Photo of Chidi Okafor' })).toHaveCount(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

/** @shows MD8.2 */
test(
  'a photo whose link has ended is asked for again and drawn',
  { tag: ['@once', '@long'] },
  async ({ page, request }) => {
    const family = await newAccount(request);
    const [{ id }] = await family.call('POST', '/student', aStudentForm());
    await signIn(page, family.tokens);
    await page.goto(`/dashboard/students/edit/${id}`);
    await page.getByLabel('Photo').setInputFiles(await picture('chidi.png', '#aa3300'));
    let lists = 0;
    await page.route('**/api/student', async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      lists += 1;
      const answer = await route.fetch();
      const body = await answer.json();
      if (lists === 1) for (const image of body.items[0].images) image.path = 'students/ended.jpg?until=1';
      return route.fulfill({ response: answer, json: body });
    });
    await save(page).click();
    await expect(page).toHaveURL('/dashboard/students');
    await isDrawn(page, 'Photo of Chidi Okafor');
    expect(lists).toBeGreaterThan(1);
  },
);

/** @shows MA11.12 */
test(
  'a photo is removed after a question, and nothing that is typed is lost',
  { tag: '@long' },
  async ({ page, request }) => {
    const family = await newAccount(request);
    const [{ id }] = await family.call('POST', '/student', aStudentForm());
    await signIn(page, family.tokens);
    await page.goto(`/dashboard/students/edit/${id}`);
    await expect(page.getByRole('button', { name: 'Remove photo' })).toHaveCount(0);
    await page.getByLabel('Photo').setInputFiles(await picture('chidi.png', '#aa3300'));
    await save(page).click();
    await expect(page).toHaveURL('/dashboard/students');
    await cardOf(page, 'Chidi Okafor').getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Last name').first().fill('Okafor-Bello');
    await page.getByRole('button', { name: 'Remove photo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Chidi Okafor’s photo?' });
    await expectAccessible(page, 'a question before a photo is removed');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await isDrawn(page, 'Photo of Chidi Okafor');
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await dialog.getByRole('button', { name: 'Remove photo' }).click();
    await expect(page.getByText('Photo removed.').first()).toBeVisible();
    await expect(page.getByRole('img', { name: 'Photo of Chidi Okafor' })).toHaveCount(0);
    await expect(page.getByLabel('Photo', { exact: true })).toBeFocused();
    await expect(page.getByLabel('Last name').first()).toHaveValue('Okafor-Bello');
    const [{ images }] = await family.call('GET', '/student');
    expect(images).toEqual([]);
  },
);
