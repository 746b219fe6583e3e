import { expect, test } from '@playwright/test';
import { newAccount } from '#tests/support/browser/account.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { mailsTo } from '#tests/support/browser/mails.ts';
import { isDrawn, picture } from '#tests/support/browser/pictures.ts';
import { save } from '#tests/support/browser/student-page.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';

/** @shows OF10.4 */
test('staff store the photo that a family has sent, and remove the photo again', async ({
  page,
  request,
}) => {
  const family = await newAccount(request);
  const [child] = await family.call('POST', '/student', aStudentForm());
  await openBackOffice(page, request, `/admin/students/${child.id}/edit`);
  const name = `Photo of ${child.first_name} ${child.last_name}`;
  await page.getByLabel('Photo').setInputFiles(await picture('sent.png', '#0033aa'));
  await save(page).click();
  await expect(page).toHaveURL(new RegExp(`/admin/students/${child.id}$`));
  await isDrawn(page, name);

  await page.getByRole('link', { name: 'Edit details' }).click();
  await isDrawn(page, name);
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove photo' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('img', { name })).toHaveCount(0);
  await expect(page.getByLabel('Photo', { exact: true })).toBeFocused();
  await expect
    .poll(async () => (await mailsTo(family.email)).filter(({ text }) => /details of .*: Photo\./.test(text)))
    .toHaveLength(2);
});
