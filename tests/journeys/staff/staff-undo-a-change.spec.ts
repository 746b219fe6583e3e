import { randomUUID } from 'node:crypto';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { DEMO, logInByApi } from '#tests/support/browser/account.ts';
import { openBackOffice, openListTools } from '#tests/support/browser/back-office.ts';

type Written = { id: number; version: number };

/** Saves changes of the catalog as a form does, after a look at the preview. */
async function save(request: APIRequestContext, title: string, change: object): Promise<Written> {
  const { access_token } = await logInByApi(request, DEMO.admin);
  const headers = { 'X-Requested-With': 'XMLHttpRequest', Authorization: `Bearer ${access_token}` };
  const send = async (path: string, data: object) => {
    const sent = { headers: { ...headers, 'Idempotency-Key': randomUUID() }, data };
    const answer = await request.post(`/api/admin/catalog/${path}`, sent);
    return (await answer.json()).items[0];
  };
  const { hash } = await send('preview', { changes: [change] });
  const { rows } = await send('changes', { title, changes: [change], seen: hash });
  return rows[0];
}

/** @shows SE3.7 SE3.8 */
test(
  'staff find a change, undo the change and see the old value',
  { tag: '@long' },
  async ({ page, request }) => {
    const key = `note-${randomUUID().slice(0, 8)}`;
    const fields = { key, category: 'notes', content: 'https://harborline.example/note', is_active: false };
    const block = { kind: 'content_block', parent: null };
    const { id, version } = await save(request, `Add ${key}`, {
      ...block,
      op: 'create',
      fields: { ...fields, helper_text: 'The old words' },
    });
    await save(request, `Reword ${key}`, {
      op: 'update',
      kind: 'content_block',
      id,
      version,
      fields: { helper_text: 'The new words' },
    });

    await openBackOffice(page, request, '/admin/changes');
    await expect(page.getByRole('heading', { level: 1, name: 'Changes' })).toBeVisible();
    await openListTools(page);
    const filters = page.getByRole('button', { name: /^Filters/ });
    if (await filters.isVisible()) await filters.click();
    await page.getByRole('checkbox', { name: 'Content blocks' }).check();
    await expect(page).toHaveURL(/kind=content_block/);
    await expectAccessible(page, 'the list of changes');
    await page.getByRole('link', { name: `Reword ${key}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Reword ${key}` })).toBeVisible();
    const field = page.getByRole('row').filter({ hasText: 'Helper text' });
    await expect(field).toContainText('The old words');
    await expect(field).toContainText('The new words');
    await expectAccessible(page, 'a change');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
    await expect(dialog).toContainText('1 object goes back to what it was on');
    await expectAccessible(page, 'an undo');
    await dialog.getByRole('button', { name: 'Undo 1 change' }).click();
    await expect(page.getByText('The change is undone.')).toBeVisible();
    await page.getByRole('link', { name: /^Change \d+$/ }).click();
    const undone = page.getByRole('row').filter({ hasText: 'Helper text' });
    await expect(undone.getByRole('cell').last()).toContainText('The old words');
  },
);
