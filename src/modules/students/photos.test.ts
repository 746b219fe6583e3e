import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aFamily, type Person } from '#tests/support/app/people.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';
import type { TestContext } from '#tests/support/app/test-context.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';
import { m } from '#i18n/messages.js';
import { FilesAway } from '#platform/files/file-store.ts';
import { deriveToken } from '#platform/tokens/tokens.ts';
import { uploadPhoto } from '#tests/support/app/upload-photo.ts';
import { readStudent } from './students.service.ts';

let context: TestContext;
let app: FastifyInstance;
let family: Person;
let student_id: number;

beforeAll(async () => {
  ({ context, app } = await openTestApp());
  family = await aFamily(app);
  student_id = (await family.call('POST', '/student', aStudentForm())).items[0].id;
});

beforeEach(async () => {
  await family.call('DELETE', `/student/photo/${student_id}`);
});

const GPS = {
  IFD0: { Make: 'SecretCamera', Copyright: 'SecretOwner' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 56/1 0/1' },
};

const picture = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#3366aa' } });
const jpeg = () => picture().withExif(GPS).jpeg().toBuffer();

const upload = (
  content: Uint8Array,
  { who = family, ...claimed }: { who?: Person; part?: string; name?: string; type?: string } = {},
) => uploadPhoto(app, { who, student_id, content, ...claimed });

const open = (path: string, who?: Person) =>
  app.inject({
    url: `/storage/${path}`,
    ...(who && { headers: { authorization: `Bearer ${who.tokens.access_token}` } }),
  });

describe('a photo', () => {
  /** @shows B-361 */
  it('is painted anew: no place, no camera, nothing hidden behind it', async () => {
    const hidden = Buffer.concat([await jpeg(), Buffer.from('<script>alert(1)</script>')]);
    expect(hidden.includes('SecretCamera')).toBe(true);
    const {
      images: [image],
    } = await upload(hidden);
    const { rawPayload, headers, statusCode } = await open(image.path);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg']);
    const { exif, format } = await sharp(rawPayload).metadata();
    expect([exif, format]).toEqual([undefined, 'jpeg']);
    for (const secret of ['SecretCamera', 'SecretOwner', 'script'])
      expect(rawPayload.includes(secret)).toBe(false);
  });

  /** @shows A-151 A-324 B-285 */
  it('joins the ones before it, newest first, each under a path of its own', async () => {
    const before = (await upload(await jpeg())).images;
    const { images } = await upload(await picture().png().toBuffer(), {
      name: 'photo.png',
      type: 'image/png',
    });
    expect(images).toHaveLength(before.length + 1);
    expect(images[1].id).toBe(before[0].id);
    expect(new Set(images.map((image: { path: string }) => image.path)).size).toBe(images.length);
  });

  it('counts for the child that it shows, and for no other, when an order asks', async () => {
    const { user_id } = (await context.authenticate(family.tokens.access_token))!;
    const other = (await family.call('POST', '/student', aStudentForm())).items[0].id;
    await upload(await jpeg());
    const hasPhoto = async (id: number) => (await readStudent(context.db, user_id, id)).has_photo;
    expect([await hasPhoto(student_id), await hasPhoto(other)]).toEqual([true, false]);
    await uploadPhoto(app, { who: family, student_id: other, content: await jpeg() });
    expect(await hasPhoto(other)).toBe(true);
  });

  it('has its longer side cut to 1024 pixels and stands upright', async () => {
    const {
      images: [image],
    } = await upload(await picture(3000, 1500).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    const { width, height } = await sharp((await open(image.path)).rawPayload).metadata();
    expect([width, height]).toEqual([512, 1024]);
  });

  /** @shows MD10.1 */
  it('may have 60 megapixels and more, or 50 where it is not drawn small while it is read', async () => {
    const { images } = await upload(await picture(10_000, 6_000).jpeg().toBuffer());
    const { width, height } = await sharp((await open(images[0].path)).rawPayload).metadata();
    expect([width, height]).toEqual([1024, 614]);
    expect((await upload(await picture(8_160, 6_120).jpeg({ progressive: true }).toBuffer())).status).toBe(
      200,
    );
  });

  it('may be a WebP', async () => {
    expect((await upload(await picture().webp().toBuffer())).status).toBe(200);
  });

  it('is refused above 5 MB', async () => {
    const large = Buffer.concat([await jpeg(), Buffer.alloc(5 * 1024 * 1024)]);
    const { status, errors } = await upload(large);
    expect([status, errors]).toEqual([422, ['The photo can’t be larger than 5 MB.']]);
  });

  it('is asked for by its part’s name', async () => {
    expect((await upload(await jpeg(), { part: 'photo' })).status).toBe(422);
    expect((await family.call('POST', `/student/photo/${student_id}`, { file: 'x' })).status).toBe(422);
  });
});

describe('a stored photo', () => {
  it('is for its family and for staff alone', async () => {
    const {
      images: [image],
    } = await upload(await jpeg());
    const [path] = image.path.split('?') as [string];
    const neighbor = await aFamily(app);
    const staff = await aFamily(app);
    await context.db.execute(sql`insert into user_roles (user_id, role_type_id)
      select u.id, o.id from users u, options o where u.email = ${staff.email} and o.key = 'userRoleAdmin'`);
    const answers = await Promise.all([
      open(path),
      open(path, neighbor),
      open(path, family),
      open(path, staff),
    ]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([401, 404, 200, 200]);
    expect(answers[2]!.headers['cache-control']).toBe('private, max-age=300');
    expect((await upload(await jpeg(), { who: neighbor })).errors).toEqual(['Student not found.']);
  });

  it('opens by its link without a token, for five minutes and while the session lasts', async () => {
    const {
      images: [image],
    } = await upload(await jpeg());
    expect((await open(image.path)).statusCode).toBe(200);
    context.clock.advanceMs(5 * 60_000);
    expect((await open(image.path)).statusCode).toBe(401);
    const visitor = await aFamily(app);
    const id = (await visitor.call('POST', '/student', aStudentForm())).items[0].id;
    student_id = id;
    const {
      images: [own],
    } = await upload(await jpeg(), { who: visitor });
    await visitor.call('POST', '/logout');
    expect((await open(own.path)).statusCode).toBe(401);
  });

  it('opens by no forged link', async () => {
    student_id = (await family.call('POST', '/student', aStudentForm())).items[0].id;
    const {
      images: [first],
    } = await upload(await jpeg());
    const {
      images: [second],
    } = await upload(await jpeg());
    const [path, query] = first.path.split('?');
    const later = new URLSearchParams(query);
    later.set('until', String(Number(later.get('until')) + 3600));
    const forged = [
      `${path}?${later}`,
      `${second.path.split('?')[0]}?${query}`,
      `${path}?${query.slice(0, -1)}`,
      `students/../students/x.jpg?${query}`,
    ];
    for (const url of forged) expect([401, 404]).toContain((await open(url)).statusCode);
  });

  /** @shows H14.1 */
  it('opens by no link that was made from the rows of the database', async () => {
    student_id = (await family.call('POST', '/student', aStudentForm())).items[0].id;
    const { images } = await upload(await jpeg());
    const [path, query] = images[0].path.split('?');
    const link = new URLSearchParams(query);
    const session = link.get('session')!;
    const until = Number(link.get('until'));
    const { rows } = await context.db.execute<{ secret: Buffer }>(
      sql`select secret from sessions where id = ${session}`,
    );
    for (const text of [`${until} /storage/${path}`, `${session} ${until} /storage/${path}`]) {
      link.set('signature', deriveToken(rows[0]!.secret, 'link', text));
      expect((await open(`${path}?${link}`)).statusCode).toBe(401);
    }
  });

  /** @shows H14.1 */
  it('opens by no link of more than five minutes, which is also what browsers keep it for', async () => {
    student_id = (await family.call('POST', '/student', aStudentForm())).items[0].id;
    const { images } = await upload(await jpeg());
    const [path, query] = images[0].path.split('?');
    const session = new URLSearchParams(query).get('session')!;
    const signed = (until: number) => {
      const signature = context.vault.sign('link', `${session} ${until} /storage/${path}`);
      return open(`${path}?${new URLSearchParams({ session, until: String(until), signature })}`);
    };
    const nowS = Math.floor(context.clock.now().getTime() / 1000);
    expect((await signed(nowS + 301)).statusCode).toBe(401);
    const opened = await signed(nowS + 90);
    expect([opened.statusCode, opened.headers['cache-control']]).toEqual([200, 'private, max-age=90']);
  });

  /** @shows MA11.13 */
  it('is removed by the family, with those before it and their files', async () => {
    const first = (await upload(await jpeg())).images[0];
    const { images } = await upload(await jpeg());
    const paths: string[] = images.map(({ path }: { path: string }) => path.split('?')[0]);
    const neighbor = await aFamily(app);
    expect((await neighbor.call('DELETE', `/student/photo/${student_id}`)).status).toBe(404);
    expect((await open(first.path)).statusCode).toBe(200);
    const { items } = await family.call('DELETE', `/student/photo/${student_id}`);
    expect([items[0].id, items[0].images]).toEqual([student_id, []]);
    expect((await open(first.path)).statusCode).toBe(404);
    for (const path of paths) expect(await context.files.find(path)).toBeUndefined();
    // Once more, as after a lost answer.
    expect((await family.call('DELETE', `/student/photo/${student_id}`)).status).toBe(200);
  });

  it('is gone with its student', async () => {
    const {
      images: [image],
    } = await upload(await jpeg());
    const [path] = image.path.split('?');
    expect(await context.files.find(path)).toBeDefined();
    await family.call('DELETE', `/student/${student_id}`);
    expect((await open(image.path)).statusCode).toBe(404);
    expect(await context.files.find(path)).toBeUndefined();
  });
});

/** @shows MO9.8 */
describe('a photo while the store of files is away', () => {
  it('is refused with a sentence, leaves no row, and is taken afterwards', async () => {
    const [child] = (await family.call('POST', '/student', aStudentForm({ first_name: 'Ngozi' }))).items;
    const send = async () => uploadPhoto(app, { who: family, student_id: child.id, content: await jpeg() });
    const away = vi.spyOn(context.files, 'put').mockRejectedValue(new FilesAway(new Error('no answer')));
    const { status, errors } = await send();
    away.mockRestore();
    expect([status, errors]).toEqual([503, [m.portal_files_away()]]);
    const [kept] = (await family.call('GET', `/student/${child.id}`)).items;
    expect(kept.images).toEqual([]);
    expect((await send()).images).toHaveLength(1);
  });
});
