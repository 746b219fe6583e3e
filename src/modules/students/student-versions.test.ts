import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '#server/build-app.ts';
import { aFamily, type Person } from '#tests/support/app/people.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';

let context: TestContext;
let app: FastifyInstance;
let family: Person;

beforeAll(async () => {
  context = await createTestContext();
  app = await buildApp(context);
});
beforeEach(async () => {
  family = await aFamily(app);
});
afterAll(async () => {
  await app.close();
  await context.close();
});

const register = async () => (await family.call('POST', '/student', aStudentForm())).items[0];
const read = async (id: number) => (await family.call('GET', `/student/${id}`)).items[0];
const save = (id: number, changes: object) => family.call('PUT', `/student/${id}`, aStudentForm(changes));
const ASTHMA = { has_medical_concerns: true, medical_concerns: 'Asthma, inhaler in the front pocket' };

describe('a student who was changed after the form was opened', () => {
  /** @shows MD5.1 */
  it('keeps the medical details of the other tab; the second tab is refused and told', async () => {
    const opened = await register();
    expect(opened.version).toBe(1);
    const first = await save(opened.id, { ...ASTHMA, version: 1 });
    expect(first.items[0]).toMatchObject({ ...ASTHMA, version: 2 });
    const second = await save(opened.id, { first_name: 'Ngozi', version: 1 });
    expect([second.status, second.errors]).toEqual([
      409,
      ['This student was changed after you opened this page. Nothing of yours was saved yet.'],
    ]);
    expect(second.items).toMatchObject([{ id: opened.id, ...ASTHMA, version: 2 }]);
    expect(await read(opened.id)).toMatchObject({ first_name: opened.first_name, ...ASTHMA, version: 2 });
  });

  /** @shows MD5.1 */
  it('is saved by one of ten tabs that save at once', async () => {
    const { id } = await register();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nr) =>
        save(id, { custody_notes: null, email: `t${nr}@x.example`, version: 1 }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    const saved = answers.find(({ status }) => status === 200)!.items[0];
    expect(await read(id)).toMatchObject({ email: saved.email, version: 2 });
  });

  /** @shows MD5.2 */
  it('is saved by a call as it is specified, without a version, and has another one then', async () => {
    const { id } = await register();
    expect((await save(id, { first_name: 'Ngozi' })).items[0]).toMatchObject({
      first_name: 'Ngozi',
      version: 2,
    });
    expect((await save(id, { version: 1 })).status).toBe(409);
  });

  /** @shows OF1.2 */
  it('keeps when a detail was changed, and nothing for a form that is saved as it was', async () => {
    const { id } = await register();
    const changedAt = async () => {
      const { rows } = await context.database.pool.query(`select changed_at from students where id = ${id}`);
      return rows[0].changed_at as Date | null;
    };
    expect((await save(id, { version: 1 })).status).toBe(200);
    expect(await changedAt()).toBeNull();
    expect((await save(id, { ...ASTHMA, version: 2 })).status).toBe(200);
    expect(await changedAt()).toEqual(context.clock.now());
  });

  /** @shows MD5.1 */
  it('is refused for any other version, and not found by another family', async () => {
    const { id } = await register();
    for (const version of [0, 2]) expect((await save(id, { version })).status).toBe(409);
    for (const version of [-1, 2 ** 31 - 1, 'newest']) expect((await save(id, { version })).status).toBe(422);
    const neighbor = await aFamily(app);
    for (const version of [1, 7])
      expect(await neighbor.call('PUT', `/student/${id}`, aStudentForm({ version }))).toMatchObject({
        status: 404,
        errors: ['Student not found.'],
      });
  });
});
