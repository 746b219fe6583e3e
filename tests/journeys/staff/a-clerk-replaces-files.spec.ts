import { randomUUID } from 'node:crypto';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { DEMO, logInByApi } from '#tests/support/browser/account.ts';
import { openBackOffice } from '#tests/support/browser/back-office.ts';

type Stored = { id: number; version: number; fields: Record<string, any>; parent: { id: number } | null };

async function theCatalog(request: APIRequestContext) {
  const { access_token } = await logInByApi(request, DEMO.superAdmin);
  const headers = { authorization: `Bearer ${access_token}` };
  const itemsOf = async (answer: Promise<{ json(): Promise<any> }>): Promise<any[]> =>
    (await (await answer).json()).items;
  const list = (kind: string) => itemsOf(request.get(`/api/admin/catalog/${kind}`, { headers }));
  async function read(kind: string, id: number): Promise<Stored> {
    return (await itemsOf(request.get(`/api/admin/catalog/${kind}/${id}`, { headers })))[0];
  }
  async function put(kind: string, id: number, fields: object): Promise<void> {
    const { version } = await read(kind, id);
    const changes = [{ op: 'update', kind, id, version, fields }];
    const [{ hash }] = await itemsOf(
      request.post('/api/admin/catalog/preview', { headers, data: { changes } }),
    );
    await request.post('/api/admin/catalog/changes', {
      headers: { ...headers, 'idempotency-key': randomUUID() },
      data: { changes, seen: hash },
    });
  }
  return { list, read, put };
}

const formOf = (page: Page) => page.getByRole('dialog').first();

/** Saves, and agrees to what families will see. */
async function save(page: Page): Promise<void> {
  await formOf(page).getByRole('button', { name: 'Save', exact: true }).click();
  const effects = page.getByRole('dialog', { name: 'What families will see' });
  await effects.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).not.toHaveURL(/object=/);
}

const PDF = { name: 'Contract of April.pdf', mimeType: 'application/pdf' };
const SVG = { name: 'our school.svg', mimeType: 'image/svg+xml' };
const drawing = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 90">${inside}</svg>`);

/** @shows SE2.5 SE2.6 */
test(
  'a clerk replaces a contract to print and the drawing of a school, and parents see both',
  { tag: '@long' },
  async ({ page, request, isMobile }) => {
    const catalog = await theCatalog(request);
    // The narrow and the wide window change other objects, as they may do so at the same time.
    const own = isMobile ? 1 : 0;
    const id = (await catalog.list('printable'))[own].id;
    const before = await catalog.read('printable', id);
    const school = (await catalog.list('program_group'))[own];
    await openBackOffice(page, request, '/admin/schools');
    try {
      await page.goto(`/admin/schools?object=printable:${id}`);
      const form = formOf(page);
      await expect(form.getByText(before.fields.file_name, { exact: true })).toBeVisible();
      const content = Buffer.from('%PDF-1.7 of April');
      await form.getByLabel('PDF file').setInputFiles({ ...PDF, buffer: content });
      await expect(form.getByText('Contract of April.pdf is uploaded.')).toBeVisible();
      await expectAccessible(page, 'an uploaded contract');
      await save(page);
      const { file_name } = (await catalog.read('printable', id)).fields;
      const shown = await request.get(`/storage/period-program-groups/${before.parent!.id}/${file_name}`);
      expect((await shown.body()).toString()).toBe(content.toString());

      await page.goto(`/admin/schools?object=program_group:${school.id}`);
      const buffer = drawing('<rect width="120" height="90" fill="#123456"/>');
      await form.getByLabel('Drawing').setInputFiles({ ...SVG, buffer });
      await expect(form.getByRole('img', { name: 'Drawing as it is now' })).toBeVisible();
      await expect(form.getByRole('button', { name: 'Remove our-school.svg' })).toBeVisible();
      await save(page);
      const { drawing_file } = (await catalog.read('program_group', school.id)).fields;
      await page.goto(`/${school.name}`);
      await expect(page.locator(`img[src="/storage/${drawing_file}"]`)).toBeAttached();

      await page.goto(`/admin/schools?object=program_group:${school.id}`);
      await form.getByRole('button', { name: 'Remove our-school.svg' }).click();
      await expect(form.getByLabel('Drawing')).toBeFocused();
      await save(page);
      expect((await catalog.read('program_group', school.id)).fields.drawing_file).toBeNull();
    } finally {
      await catalog.put('program_group', school.id, { drawing_file: null });
      await catalog.put('printable', id, { file_name: before.fields.file_name });
    }
  },
);

/** @shows SE2.5 */
test(
  'a file that may not be stored says why below its field',
  { tag: '@long' },
  async ({ page, request }) => {
    const catalog = await theCatalog(request);
    const [{ id }] = await catalog.list('printable');
    const [school] = await catalog.list('program_group');
    await openBackOffice(page, request, '/admin/schools');
    await page.goto(`/admin/schools?object=printable:${id}`);
    const form = formOf(page);
    const pdf = form.getByLabel('PDF file');
    for (const [buffer, sentence] of [
      [Buffer.from('words'), 'PDF file must be a PDF of at most 20 MB.'],
      [
        Buffer.from('%PDF-1.7 << /S /JavaScript /JS (app.alert(1)) >>'),
        'PDF file must be a PDF of at most 20 MB without scripts, attachments and encryption.',
      ],
      [Buffer.alloc(21 * 1024 * 1024, '%PDF-'), 'PDF file must be a PDF of at most 20 MB.'],
    ] as const) {
      await pdf.setInputFiles({ ...PDF, buffer });
      await expect(form.getByText(sentence, { exact: true })).toBeVisible();
    }
    await expectAccessible(page, 'a refused contract');
    await page.goto(`/admin/schools?object=program_group:${school.id}`);
    const picture = form.getByLabel('Drawing');
    for (const [buffer, sentence] of [
      [drawing('<script>alert(1)</script>'), 'Drawing may hold shapes and text only: script is not allowed.'],
      [drawing('<g onload="alert(1)"/>'), 'Drawing may hold shapes and text only: onload is not allowed.'],
      [Buffer.from('%PDF-1.7'), 'Drawing must be a picture (PNG, JPEG, WebP or SVG) of at most 5 MB.'],
    ] as const) {
      await picture.setInputFiles({ ...SVG, buffer });
      await expect(form.getByText(sentence, { exact: true })).toBeVisible();
    }
  },
);
