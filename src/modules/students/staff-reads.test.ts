import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/build-app.ts';
import { aFamily, type Person } from '#tests/support/app/people.ts';
import { anAddressForm, aStudentForm } from '#tests/support/forms/student-form.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { storePhoto } from './photos.service.ts';

let context: TestContext;
let app: FastifyInstance;
let throughTheirEyes: FastifyInstance;
let family: Person;
let staff: Person;
let ids: { student: number; family: number; staff: number };

beforeAll(async () => {
  context = await createTestContext();
  app = await buildApp(context);
  family = await aFamily(app);
  staff = await aFamily(app);
  await context.db.execute(sql`insert into user_roles (user_id, role_type_id)
    select u.id, o.id from users u, options o where u.email = ${staff.email} and o.key = 'userRoleAdmin'`);
  const student = (await family.call('POST', '/student', aStudentForm())).items[0].id;
  const idOf = async (who: Person) => (await context.authenticate(who.tokens.access_token))!.user_id;
  ids = { student, family: await idOf(family), staff: await idOf(staff) };
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  await storePhoto(context.db, context.files, context.clock.now(), {
    user_id: ids.family,
    student_id: student,
    upload: { k: 'file', bytes },
  });
  const authenticate = async (token: string) => {
    const viewer = await context.authenticate(token);
    return viewer && { ...viewer, impersonator_id: ids.staff };
  };
  throughTheirEyes = await buildApp({ ...context, authenticate });
});
afterAll(async () => {
  await app.close();
  await throughTheirEyes.close();
  await context.close();
});

type Row = { action: string; subject: string; actor_id: number; on_behalf_of_id: number | null };

async function noted(doing: () => Promise<unknown>): Promise<Row[]> {
  const read = async () =>
    (
      await context.db.execute<Row>(
        sql`select action, subject, actor_id::int, on_behalf_of_id::int from audit_log order by id`,
      )
    ).rows;
  const before = await read();
  await doing();
  return (await read()).slice(before.length);
}

const get = (via: FastifyInstance, url: string, who: Person) =>
  via.inject({ url, headers: { authorization: `Bearer ${who.tokens.access_token}` } });
const photo = async () =>
  `/storage/${(await family.call('GET', '/student')).items[0].images[0].path.split('?')[0]}`;

describe('what staff read of a child', () => {
  it('through a parent’s eyes is written down, child by child', async () => {
    const entry = { subject: `student:${ids.student}`, actor_id: ids.staff, on_behalf_of_id: ids.family };
    expect(await noted(() => get(throughTheirEyes, '/api/student', family))).toEqual([
      { action: 'student.read', ...entry },
    ]);
    expect(await noted(() => get(throughTheirEyes, `/api/student/${ids.student}`, family))).toEqual([
      { action: 'student.read', ...entry },
    ]);
    const path = await photo();
    expect(await noted(() => get(throughTheirEyes, path, family))).toEqual([
      { action: 'student.photo.read', ...entry },
    ]);
  });

  it('as a photo is written down', async () => {
    const path = await photo();
    expect(await noted(() => get(app, path, staff))).toEqual([
      {
        action: 'student.photo.read',
        subject: `student:${ids.student}`,
        actor_id: ids.staff,
        on_behalf_of_id: null,
      },
    ]);
  });

  it('is not written down when the family reads it', async () => {
    const path = await photo();
    expect(
      await noted(() => Promise.all([get(app, '/api/student', family), get(app, path, family)])),
    ).toEqual([]);
  });
});

describe('what staff remove through a parent’s eyes', () => {
  const remove = (via: FastifyInstance, url: string) => () =>
    via.inject({ method: 'DELETE', url, headers: { authorization: `Bearer ${family.tokens.access_token}` } });
  const made = async () => {
    const address = (await family.call('POST', '/address', anAddressForm())).items[0].id;
    const child = { ...aStudentForm(), first_name: 'Ngozi' };
    return { address, student: (await family.call('POST', '/student', child)).items[0].id };
  };

  it('leaves one row each: a photo, an address and a student', async () => {
    const { address, student } = await made();
    const staffRow = { actor_id: ids.staff, on_behalf_of_id: ids.family };
    expect(await noted(remove(throughTheirEyes, `/api/student/photo/${student}`))).toEqual(
      expect.arrayContaining([{ action: 'removeStudentPhotos', subject: `student:${student}`, ...staffRow }]),
    );
    expect(await noted(remove(throughTheirEyes, `/api/address/${address}`))).toEqual([
      { action: 'removeAddress', subject: `address:${address}`, ...staffRow },
    ]);
    expect(await noted(remove(throughTheirEyes, `/api/student/${student}`))).toEqual([
      { action: 'deleteStudent', subject: `student:${student}`, ...staffRow },
    ]);
    expect((await family.call('GET', `/student/${student}`)).status).toBe(404);
  });

  it('is not written down when the family removes it', async () => {
    const { address, student } = await made();
    expect(
      await noted(async () => {
        await remove(app, `/api/student/photo/${student}`)();
        await remove(app, `/api/address/${address}`)();
        await remove(app, `/api/student/${student}`)();
      }),
    ).toEqual([]);
  });
});
