import type { FastifyInstance } from 'fastify';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aFamily, send, type Person } from '#tests/support/app/people.ts';
import { openTestApp } from '#tests/support/app/test-app.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';

let app: FastifyInstance;
let family: Person;

beforeAll(async () => {
  ({ app } = await openTestApp());
});
beforeEach(async () => {
  family = await aFamily(app);
});

const save = (changes: object = {}, who = family) =>
  who.call('POST', '/student', aStudentForm({ is_another: false, ...changes }));
const change = (id: number, changes: object) =>
  family.call('PUT', `/student/${id}`, aStudentForm({ is_another: false, ...changes }));
const names = async () => (await family.call('GET', '/student')).items.map(({ first_name }) => first_name);

const OTHERS = { date_of_birth: '09/15/2018' };

/** @shows MC10.1 */
describe('a student with the name and date of birth of a registered one', () => {
  it('is asked about, with the registered record, and saved by nobody meanwhile', async () => {
    const known = (await save()).items[0];
    const answer = await save({ phone_home: '914-555-0177' });
    expect([answer.status, answer.errors, answer.data]).toEqual([
      409,
      ['Is this Chidi Okafor, whom you registered already?'],
      { registered_id: known.id },
    ]);
    expect(answer.items).toEqual([known]);
    expect(await names()).toEqual(['Chidi']);
  });

  it.each(['CHIDI', ' chidi ', 'Chídi', 'Chi-di', 'Chi’di'])('is so when typed as %s', async (first_name) => {
    await save();
    expect((await save({ first_name })).status).toBe(409);
  });

  it.each([
    ['another day of birth', OTHERS],
    ['another first name', { first_name: 'Ngozi' }],
    ['another last name', { last_name: 'Okafors' }],
  ])('is nobody with %s', async (_, changes) => {
    await save();
    expect((await save(changes)).status).toBe(200);
  });

  it('is saved once the family says that the child is another one', async () => {
    await save();
    expect((await save({ is_another: true })).status).toBe(200);
    expect(await names()).toEqual(['Chidi', 'Chidi']);
  });

  it('is saved by a call as it is specified, without a question', async () => {
    await save();
    expect((await family.call('POST', '/student', aStudentForm())).status).toBe(200);
  });

  it('is asked about when a student is changed into another one, and not for other fields', async () => {
    await save();
    const sister = (await save({ first_name: 'Ngozi' })).items[0];
    expect((await change(sister.id, {})).status).toBe(409);
    expect((await change(sister.id, { is_another: true })).status).toBe(200);
    expect((await change(sister.id, { phone_home: '914-555-0177' })).status).toBe(200);
  });

  it('is nobody when the other one was removed, or belongs to another family', async () => {
    const { id } = (await save()).items[0];
    await family.call('DELETE', `/student/${id}`);
    expect((await save()).status).toBe(200);
    expect((await save({}, await aFamily(app))).status).toBe(200);
  });

  it('is the one whose answer was lost, under its key', async () => {
    const headers = { authorization: `Bearer ${family.tokens.access_token}`, 'idempotency-key': 'lost' };
    const payload = aStudentForm({ is_another: false });
    const press = () => send(app, { method: 'POST', url: '/student', payload, headers });
    const [first, second] = [await press(), await press()];
    expect([second.status, second.items]).toEqual([200, first.items]);
  });

  it('is saved once by two forms at the same time', async () => {
    const answers = await Promise.all([save(), save()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
