import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { aFamily, type Person } from '#tests/support/app/people.ts';
import type { TestContext } from '#tests/support/app/test-context.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';
import { uploadPhoto } from '#tests/support/app/upload-photo.ts';
import { aStudentForm, anAddressForm } from '#tests/support/forms/student-form.ts';

let context: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  ({ context, app } = await openTestApp());
});

type Saved = { status: number; errors: string[]; items: { id: number }[] };

const saved = (answers: Saved[]) => answers.filter(({ status }) => status === 200);
const refusals = (answers: Saved[]) =>
  answers.filter(({ status }) => status !== 200).map(({ status, errors }) => [status, errors]);

async function atOnce(times: number, save: () => Promise<Saved>): Promise<Saved[]> {
  return Promise.all(Array.from({ length: times }, save));
}

const register = (who: Person) => who.call('POST', '/student', aStudentForm());

/** @shows H8.5 */
it('a family has at most 12 students, also when 15 are registered at once', async () => {
  const family = await aFamily(app);
  const answers = await atOnce(15, () => register(family));
  expect(saved(answers)).toHaveLength(12);
  const sentence = 'An account can have up to 12 students. Please remove one first, or call us.';
  expect(refusals(answers)).toEqual([1, 2, 3].map(() => [409, [sentence]]));
  await family.call('DELETE', `/student/${saved(answers)[0]!.items[0]!.id}`);
  expect((await register(family)).status).toBe(200);
});

/** @shows H8.5 */
it('a family has at most 20 saved addresses, also when 22 are saved at once', async () => {
  const family = await aFamily(app);
  const save = () => family.call('POST', '/address', anAddressForm());
  const answers = await atOnce(22, save);
  expect(saved(answers)).toHaveLength(20);
  const sentence = 'An account can have up to 20 saved addresses. Please remove one first.';
  expect(refusals(answers)).toEqual([1, 2].map(() => [409, [sentence]]));
  await family.call('DELETE', `/address/${saved(answers)[0]!.items[0]!.id}`);
  expect((await save()).status).toBe(200);
});

/** @shows H8.5 */
it('a family has at most 10 photos of all students, and no file of an eleventh is left', async () => {
  const family = await aFamily(app);
  const [older, younger] = [await register(family), await register(family)].map(({ items }) => items[0].id);
  const content = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#3366aa' } })
    .jpeg()
    .toBuffer();
  const kept: string[] = [];
  const put = context.files.put;
  const remove = context.files.delete;
  context.files.put = async (key, ...rest) => {
    kept.push(key);
    return put.call(context.files, key, ...rest);
  };
  context.files.delete = async (key) => {
    kept.splice(kept.indexOf(key), 1);
    return remove.call(context.files, key);
  };
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      uploadPhoto(app, { who: family, student_id: n % 2 ? older : younger, content }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    status: 409,
    errors: [
      'An account can have up to 10 photos, including older ones. Please remove a student’s photos first.',
    ],
  });
  expect(kept).toHaveLength(10);
  await family.call('DELETE', `/student/photo/${older}`);
  expect((await uploadPhoto(app, { who: family, student_id: older, content })).status).toBe(200);
});

/** @shows H8.5 */
it('a student whose answer was lost is answered again at the limit', async () => {
  const family = await aFamily(app);
  for (let n = 0; n < 11; n += 1) await register(family);
  const withKey = () =>
    app.inject({
      method: 'POST',
      url: '/api/student',
      payload: aStudentForm(),
      headers: { authorization: `Bearer ${family.tokens.access_token}`, 'idempotency-key': 'the-twelfth' },
    });
  const first = await withKey();
  expect([(await withKey()).json().items, (await register(family)).status]).toEqual([
    first.json().items,
    409,
  ]);
});
