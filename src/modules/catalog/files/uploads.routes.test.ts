import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#kit/durations.ts';
import { changeCatalog } from '#tests/support/app/change-catalog.ts';
import { drainJobs } from '#tests/support/app/drain-jobs.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { sendFile } from '#tests/support/app/upload-photo.ts';

let shop: SeasonApp;
let staff: StaffMember;

beforeAll(async () => {
  shop = await openSeasonApp();
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(() => shop.close());

const MEGABYTE = 1024 * 1024;
const pdf = (text = 'contract') => Buffer.from(`%PDF-1.7\n1 0 obj << /Title (${text}) >> endobj\n%%EOF`);
const svg = (inside = '<rect width="9" height="9"/>') =>
  Buffer.from(`<svg viewBox="0 0 9 9">${inside}</svg>`);

type Sent = { kind?: string; name?: string; who?: StaffMember };

const upload = (content: Uint8Array, { kind, name = 'a file', who = staff }: Sent = {}) =>
  sendFile(shop.app, `/admin/files${kind ? `?kind=${kind}` : ''}`, { who, content, name });

async function stored(content: Uint8Array, sent: Sent) {
  const { status, items, errors } = await upload(content, sent);
  expect([status, errors]).toEqual([200, []]);
  return items[0] as { file_name: string; key: string; size_bytes: number };
}

const first = async (kind: string) => {
  const { items } = await staff.call('GET', `/admin/catalog/${kind}`);
  return (await staff.call('GET', `/admin/catalog/${kind}/${items[0].id}`)).items[0];
};

async function save(kind: string, fields: object) {
  const { id, version } = await first(kind);
  const { status, errors, items } = await changeCatalog(shop.app, staff, [
    { op: 'update', kind, id, version, fields },
  ]);
  expect([status, errors]).toEqual([200, []]);
  return items[0];
}

const publicFile = (path: string) => shop.app.inject({ url: `/storage/${path}` });

/** @shows SE2.5 */
describe('an uploaded file', () => {
  it('of a printable contract is read by families once the contract names it', async () => {
    const { file_name, key, size_bytes } = await stored(pdf(), {
      kind: 'printable',
      name: 'C:\\Ann\\Our contract (2027).PDF',
    });
    expect(file_name).toMatch(/^Our-contract-2027--[0-9a-f]{16}\.pdf$/);
    expect([key, size_bytes]).toEqual([`uploads/${file_name}`, pdf().length]);
    const { parent } = await first('printable');
    const path = `period-program-groups/${parent.id}/${file_name}`;
    expect((await publicFile(path)).statusCode).toBe(404);
    expect((await publicFile(key)).statusCode).toBe(404);
    await save('printable', { file_name });
    const { statusCode, headers, rawPayload } = await publicFile(path);
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(rawPayload).toEqual(pdf());
  });

  it('of a school is a drawing that its pages show', async () => {
    const { file_name, key } = await stored(svg(), { kind: 'program_group', name: 'school.svg' });
    expect(file_name).toMatch(/^content\/uploads\/school--[0-9a-f]{16}\.svg$/);
    expect(key).toBe(file_name);
    await save('program_group', { drawing_file: file_name });
    const { headers, payload } = await publicFile(file_name);
    expect(headers['content-type']).toBe('image/svg+xml');
    expect(payload).toContain('<rect width="9" height="9">');
    const { items } = await staff.call('GET', '/program_group/read/all');
    expect(items[0].drawing_file).toBe(file_name);
  });

  it.each(['png', 'jpeg', 'webp'] as const)(
    'of the kind %s is painted anew and stays what it is',
    async (type) => {
      const hidden = Buffer.from('<script>alert(1)</script>');
      const drawn = sharp({ create: { width: 4000, height: 40, channels: 4, background: '#3366aa80' } });
      const { file_name, size_bytes } = await stored(
        Buffer.concat([await drawn[type]().toBuffer(), hidden]),
        {
          kind: 'content_block',
          name: `map.${type}`,
        },
      );
      const { rawPayload } = await publicFile(file_name);
      const { width, height, format, hasAlpha } = await sharp(rawPayload).metadata();
      expect([width, height, format, hasAlpha]).toEqual([3000, 30, type, type !== 'jpeg']);
      expect([rawPayload.length, rawPayload.includes('script')]).toEqual([size_bytes, false]);
    },
  );

  it('is a file of its own each time, also with one name and content', async () => {
    const [one, other] = [await stored(pdf(), { name: 'x.pdf' }), await stored(pdf(), { name: 'x.pdf' })];
    expect(one.key).not.toBe(other.key);
  });

  it('without a word of its object is known by its bytes', async () => {
    expect((await stored(pdf(), { name: 'x' })).file_name).toMatch(/^x--.*\.pdf$/);
    expect((await stored(svg(), { name: '…' })).file_name).toMatch(/uploads\/file--.*\.svg$/);
  });

  it('leaves a row in the audit log, and is stored by staff who may change the season alone', async () => {
    await stored(pdf(), { name: 'x.pdf' });
    const { rows } = await shop.context.db.execute(
      `select subject, detail from audit_log where action = 'file.upload' order by id desc limit 1`,
    );
    expect(rows).toEqual([
      { subject: expect.stringMatching(/^upload:\d+$/), detail: { after: { size_bytes: pdf().length } } },
    ]);
    const dispatcher = await aStaffMember(shop.app, shop.context.db, { role: 'userRoleDispatcher' });
    expect((await upload(pdf(), { who: dispatcher })).status).toBe(403);
  });
});

/** @shows SE2.5 */
describe('a file that is refused', () => {
  const PDF = 'must be a PDF of at most 20 MB';
  const PICTURE = 'must be a picture (PNG, JPEG, WebP or SVG) of at most 5 MB';
  const shapes = (part: string) => `may hold shapes and text only: ${part} is not allowed`;

  it.each([
    ['printable', 'words', Buffer.from('words'), `PDF file ${PDF}.`],
    ['printable', 'a drawing', svg(), `PDF file ${PDF}.`],
    [
      'printable',
      'a PDF with a script',
      Buffer.from('%PDF-1.7 << /S /JavaScript /JS (x) >>'),
      `PDF file ${PDF} without scripts, attachments and encryption.`,
    ],
    ['printable', '21 MB', Buffer.concat([pdf(), Buffer.alloc(20 * MEGABYTE)]), `PDF file ${PDF}.`],
    ['program_group', 'a PDF', pdf(), `Drawing ${PICTURE}.`],
    ['program_group', 'a drawing with a script', svg('<script/>'), `Drawing ${shapes('script')}.`],
    ['program_group', 'a drawing with an event', svg('<g onload="x"/>'), `Drawing ${shapes('onload')}.`],
    ['content_block', 'a page', Buffer.from('<html></html>'), `Content ${PICTURE}.`],
    ['content_block', 'a cut picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), `Content ${PICTURE}.`],
    ['content_block', 'more than 5 MB', svg(' '.repeat(5 * MEGABYTE)), `Content ${PICTURE}.`],
    [undefined, 'words', Buffer.from('words'), `File ${PICTURE}.`],
    [undefined, 'more than 5 MB', svg(' '.repeat(5 * MEGABYTE)), `File ${PICTURE}.`],
  ])('for %s: %s', async (kind, _, content, sentence) => {
    const { status, errors, fields } = await upload(content, { kind });
    expect([status, errors, fields]).toEqual([422, [sentence], { file: [sentence] }]);
  });

  it('has no part of the name `file`', async () => {
    const { errors } = await staff.call('POST', '/admin/files?kind=route', { file: 'x' });
    expect(errors).toEqual(['PDF of the contract is missing.']);
  });
});

/** @shows SE2.5 */
describe('a file that no object names', () => {
  it('is deleted after seven days, and a named one stays', async () => {
    const [named, unnamed] = [await stored(pdf(), { name: 'a.pdf' }), await stored(pdf(), { name: 'b.pdf' })];
    await save('route', { contract_pdf: named.file_name });
    shop.context.clock.advanceMs(6 * DAY_MS);
    await drainJobs(shop.context, ['catalog.give-up-files', 'files.delete']);
    expect(await shop.context.files.has(unnamed.key)).toBe(true);
    shop.context.clock.advanceMs(2 * DAY_MS);
    await drainJobs(shop.context, ['catalog.give-up-files', 'files.delete', 'catalog.give-up-files']);
    expect(await shop.context.files.has(unnamed.key)).toBe(false);
    expect(await shop.context.files.has(named.key)).toBe(true);
  });

  it('stays after its object has another one, so that an undo brings it back', async () => {
    staff = await aStaffMember(shop.app, shop.context.db);
    const [one, other] = [
      await stored(pdf('1'), { name: 'a.pdf' }),
      await stored(pdf('2'), { name: 'a.pdf' }),
    ];
    await save('route', { contract_pdf: one.file_name });
    const { id } = await save('route', { contract_pdf: other.file_name });
    shop.context.clock.advanceMs(8 * DAY_MS);
    await drainJobs(shop.context, ['catalog.give-up-files', 'files.delete']);
    expect(await shop.context.files.has(one.key)).toBe(true);
    staff = await aStaffMember(shop.app, shop.context.db);
    const [{ hash }] = (await staff.call('POST', `/admin/catalog/changes/${id}/undo`, {})).items;
    await staff.call('POST', `/admin/catalog/changes/${id}/undo`, { seen: hash });
    expect((await first('route')).fields.contract_pdf).toBe(one.file_name);
  });
});
