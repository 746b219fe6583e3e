import { expect, test } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';
import { anOwingFamily } from '#tests/support/browser/owing-family.ts';

/** @shows OF10.2 OF10.3 */
test('staff note something about a child, and open the child only then', async ({ page, request }) => {
  const family = await anOwingFamily(request);
  const [{ id }] = await family.call('GET', '/user');
  const opened: string[] = [];
  page.on('request', (sent) => {
    if (/\/api\/admin\/students\/\d+$/.test(sent.url())) opened.push(sent.url());
  });
  await openBackOffice(page, request, `/admin/users/parents/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Adaeze Okafor/);
  await expect(page.getByText('Owes in all')).toBeVisible();
  await expect(page.getByText('No notes yet.')).toBeVisible();
  expect(opened).toEqual([]);
  await page.getByRole('button', { name: 'Details of Chidi Okafor' }).click();
  await expect(page.getByText('Date of birth')).toBeVisible();
  expect(opened).toHaveLength(1);

  await page.getByRole('button', { name: 'New note' }).click();
  const form = page.getByRole('form', { name: 'Note' });
  await form.getByRole('combobox', { name: 'About' }).selectOption({ label: 'Chidi Okafor' });
  await form.getByRole('button', { name: 'Save the note' }).click();
  await expect(form.getByRole('textbox', { name: 'Note' })).toHaveAccessibleDescription(/required|fill/i);
  await form.getByRole('textbox', { name: 'Note' }).fill('Waits at the side door.');
  await expectAccessible(page, 'a new note');
  await form.getByRole('button', { name: 'Save the note' }).click();
  const note = page.getByRole('listitem').filter({ hasText: 'Waits at the side door.' });
  await expect(note).toContainText('About Chidi Okafor');
  await note.getByRole('button', { name: 'Keep on top' }).click();
  await expect(note).toContainText('On top');
  await note.getByRole('button', { name: 'Change' }).click();
  await form.getByRole('textbox', { name: 'Note' }).fill('Waits at the front door.');
  await form.getByRole('button', { name: 'Save the note' }).click();
  const changed = page.getByRole('listitem').filter({ hasText: 'Waits at the front door.' });
  await expect(changed).toContainText('changed');
  await expectAccessible(page, 'the page of a family');
  if (process.env.SHOTS)
    await page.screenshot({ path: `${process.env.SHOTS}-${page.viewportSize()!.width}.png`, fullPage: true });
  await changed.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No notes yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Notes', exact: true }).click();
  await expect(page.getByText('No notes yet.')).toHaveCount(0);
});
