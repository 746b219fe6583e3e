import { expect, test, type Page } from '@playwright/test';
import { sanitize } from '#platform/html/sanitize.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { openRendered } from '#tests/support/browser/rendered-page.ts';

const editor = (page: Page) => page.getByRole('region', { name: 'HTML' });
const open = (page: Page, pane: 'Edit' | 'Preview') => editor(page).getByRole('tab', { name: pane }).click();

/** Types a source and opens its preview. */
async function preview(page: Page, html: string): Promise<void> {
  await open(page, 'Edit');
  await editor(page).getByRole('textbox', { name: 'About the school' }).fill(html);
  await open(page, 'Preview');
}

test.beforeEach(({ page }) => openRendered(page, 'every-field'));

/** @shows A-279 A-280 A-357 */
test('the source has 30 rows, and the preview shows how it reads', { tag: '@long' }, async ({ page }) => {
  await expect(editor(page).getByRole('textbox', { name: 'About the school' })).toHaveAttribute('rows', '30');
  await open(page, 'Preview');
  await expect(editor(page).getByText('Nothing to preview yet.')).toBeVisible();
  await preview(page, '<h2>Bus days</h2><ul><li>Monday</li></ul><p>See the <a href="/news">news</a>.</p>');
  await expect(editor(page).getByRole('heading', { name: 'Bus days' })).toBeVisible();
  await expect(editor(page).getByRole('listitem')).toHaveText('Monday');
  await expect(editor(page).getByRole('link', { name: 'news' })).toHaveAttribute('href', '/news');
  await expectAccessible(page, 'every kind of field and a preview');
  await open(page, 'Edit');
  await expect(editor(page).getByRole('textbox', { name: 'About the school' })).toHaveValue(/Bus days/);
});

test('what stands against the text brings its source back', { tag: '@long' }, async ({ page }) => {
  await open(page, 'Preview');
  await editor(page).getByRole('button', { name: 'Save' }).click();
  await expect(editor(page).getByRole('textbox', { name: 'About the school' })).toHaveAccessibleDescription(
    'The about field is required',
  );
});

const HOSTILE = [
  '<p onclick="alert(1)">Hi<script>alert(1)</script><img src="x" onerror="alert(1)">' +
    '<iframe src="/"></iframe><a href="javascript:alert(1)">there</a></p>',
  '<svg onload="alert(1)"><a href="/x">in svg</a></svg><math><mtext><p>deep</p></mtext></math>',
  '<a href="java\tscript:alert(1)">tab</a> <a href=" javascript:alert(1)">space</a> ' +
    '<a href="data:text/html,x">data</a>',
  '<a href="//elsewhere.test">elsewhere</a> <a href="https://school.test/a?b=1&amp;c=2">school</a> ' +
    '<a href="mailto:a@b.test">mail</a> <a href="#top">top</a>',
  '<style>body{display:none}</style><div style="color:red" class="x" id="root">a <b>bold</b> block</div>' +
    '<textarea>kept?</textarea>',
  '<table><thead><tr><th scope="col" colspan="2" onclick="x()">Day</th></tr></thead>' +
    '<tbody><tr><td rowspan="2">1</td></tr></tbody></table>',
  '<form action="/api/logout"><input autofocus onfocus="alert(1)"><button>press</button></form>',
  '<p>a < b & c <b>bold</b> “quoted”</p><!-- a note -->',
];

test(
  'the preview keeps what the server would keep, and runs nothing',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    // A page of the portal lets nobody make elements of a text that is not marked.
    const blank = await page.context().newPage();
    for (const html of HOSTILE) {
      await preview(page, html);
      const shown = await editor(page)
        .getByRole('tabpanel', { name: 'Preview' })
        .locator('> div > div')
        .innerHTML();
      const kept = await blank.evaluate((clean) => {
        const box = document.createElement('div');
        box.innerHTML = clean;
        return box.innerHTML;
      }, sanitize(html));
      expect(shown.trim()).toBe(kept);
    }
    expect(dialogs).toEqual([]);
  },
);
