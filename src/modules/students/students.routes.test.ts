import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '#server/build-app.ts';
import { aFamily, send, type Person } from '#tests/support/app/people.ts';
import { aStudentForm, anAddressForm } from '#tests/support/forms/student-form.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { getStudent, removeStudent } from './students.service.ts';

let context: TestContext;
let app: FastifyInstance;
let family: Person;
let neighbor: Person;

beforeAll(async () => {
  context = await createTestContext();
  app = await buildApp(context);
});
beforeEach(async () => {
  family = await aFamily(app);
  neighbor = await aFamily(app);
});
afterAll(async () => {
  await app.close();
  await context.close();
});

const register = async (changes: object = {}, who = family) =>
  (await who.call('POST', '/student', aStudentForm(changes))).items[0];

describe('addresses', () => {
  /** @shows A-158 A-325 A-326 A-327 B-286 */
  it('are saved, listed and changed', async () => {
    const {
      items: [saved],
    } = await family.call('POST', '/address', anAddressForm());
    expect(saved).toEqual({ id: saved.id, ...anAddressForm(), is_active: true, version: 1 });
    const {
      items: [changed],
    } = await family.call('PUT', `/address/${saved.id}`, anAddressForm({ apt: '', city: 'Bronx' }));
    expect(changed).toEqual({ ...saved, apt: null, city: 'Bronx', version: 2 });
    expect((await family.call('GET', `/address/${saved.id}`)).items).toEqual([changed]);
    expect((await family.call('GET', '/address')).items).toContainEqual(changed);
  });

  it('are not found when they are another family’s or nobody’s', async () => {
    const {
      items: [saved],
    } = await family.call('POST', '/address', anAddressForm());
    for (const id of [saved.id, 999_999]) {
      for (const [method, form] of [
        ['GET', undefined],
        ['PUT', anAddressForm({ city: 'Mine' })],
      ] as const) {
        const answer = await neighbor.call(method, `/address/${id}`, form);
        expect([answer.status, answer.errors]).toEqual([404, ['Address not found.']]);
      }
    }
    expect((await neighbor.call('GET', '/address')).items).toEqual([]);
  });

  /** @shows MA10.14 */
  it('are removed unless a student lives there; removed students keep their copies', async () => {
    const save = async (city: string) =>
      (await family.call('POST', '/address', anAddressForm({ city }))).items[0];
    const [free, home] = [await save('Free'), await save('Home')];
    const student = await register({ address_id: home.id });
    const remove = (id: number, who = family) => who.call('DELETE', `/address/${id}`);
    expect((await remove(free.id, neighbor)).status).toBe(404);
    expect((await remove(free.id)).status).toBe(200);
    expect((await family.call('GET', `/address/${free.id}`)).status).toBe(404);
    expect((await remove(free.id)).status).toBe(404);
    const refused = await remove(home.id);
    expect([refused.status, refused.errors]).toEqual([
      409,
      ['A student lives at this address. Choose another address for the student first.'],
    ]);
    await family.call('DELETE', `/student/${student.id}`);
    expect((await remove(home.id)).status).toBe(200);
    const cities = (await family.call('GET', '/address')).items.map(({ city }: { city: string }) => city);
    expect(cities).not.toContain('Home');
  });

  /** @shows A-351 */
  it('need a state of the list and keep the bounds', async () => {
    const wrong = { state: 'XX', zip: '1'.repeat(51), city: ' ', apt: 'a'.repeat(256), address: undefined };
    const { status, fields } = await family.call('POST', '/address', anAddressForm(wrong));
    expect([status, Object.keys(fields).toSorted()]).toEqual([
      422,
      ['address', 'apt', 'city', 'state', 'zip'],
    ]);
    const most = {
      address: 'a'.repeat(255),
      apt: 'a'.repeat(255),
      city: 'c'.repeat(255),
      zip: '10463-1234',
    };
    expect((await family.call('POST', '/address', anAddressForm(most))).status).toBe(200);
  });

  /** @shows MA11.3 MA11.4 */
  it('need a ZIP code, and may be in the District of Columbia', async () => {
    for (const zip of ['1', 'ABCDE', '123456', '10463-12', '1'.repeat(50)]) {
      const { status, fields } = await family.call('POST', '/address', anAddressForm({ zip }));
      expect([status, fields.zip]).toEqual([
        422,
        ['The zip field must be in the format 12345 or 12345-6789'],
      ]);
    }
    const capital = anAddressForm({ state: 'DC', zip: '20001' });
    expect((await family.call('POST', '/address', capital)).status).toBe(200);
  });
});

describe('a student', () => {
  /** @shows A-149 A-152 A-153 A-154 A-155 A-156 B-137 B-138 B-139 */
  it('comes back with every field as it was written', async () => {
    const {
      items: [home],
    } = await family.call('POST', '/address', anAddressForm());
    const everything = aStudentForm({
      sex: 'f',
      email: 'ngozi@okafor.example',
      phone_mobile: '917-555-0107',
      has_medical_concerns: true,
      medical_concerns: 'Asthma',
      can_exit_bus_alone: true,
      address_id: home.id,
      guardian_2_first_name: 'Obi',
      guardian_2_last_name: 'Okafor',
      guardian_2_phone_mobile: '917-555-0108',
      guardian_2_email: 'obi@okafor.example',
      is_split_custody: true,
      second_address: '9 Oak Road, Bronx',
      custody_notes: 'Weekends',
    });
    const { id } = await register(everything);
    const {
      items: [read],
    } = await family.call('GET', `/student/${id}`);
    expect(read).toEqual({
      ...everything,
      id,
      version: 1,
      images: [],
      contract_details_count: 0,
      created_at: context.clock.now().toISOString(),
    });
  });

  /** @shows A-320 A-321 B-285 */
  it('is registered and listed', async () => {
    const student = await register();
    expect(student).toMatchObject({
      ...aStudentForm(),
      email: null,
      phone_mobile: null,
      guardian_2_first_name: null,
      address_id: null,
      images: [],
      contract_details_count: 0,
    });
    expect(student.created_at).toBe(context.clock.now().toISOString());
    expect((await family.call('GET', `/student/${student.id}`)).items).toEqual([student]);
    expect((await family.call('GET', '/student')).items).toContainEqual(student);
  });

  /** @shows MA6.1 */
  it('was born 2 to 25 years before today, when it is registered and when it is changed', async () => {
    const errors = ['The date of birth must be between 2 and 25 years ago.'];
    const refusal = { status: 422, errors };
    const wrong = { date_of_birth: '03/04/2099' };
    expect(await family.call('POST', '/student', aStudentForm(wrong))).toMatchObject(refusal);
    expect(
      await family.call('POST', '/student', aStudentForm({ date_of_birth: '03/04/1800' })),
    ).toMatchObject(refusal);
    const { id } = await register();
    expect(await family.call('PUT', `/student/${id}`, aStudentForm(wrong))).toMatchObject(refusal);
  });

  /** @shows A-323 B-285 */
  it('without contracts is removed', async () => {
    const { id } = await register();
    const answer = await app.inject({
      method: 'DELETE',
      url: `/api/student/${id}`,
      headers: { authorization: `Bearer ${family.tokens.access_token}` },
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
    expect((await family.call('GET', '/student')).items.map((student) => student.id)).not.toContain(id);
  });

  /** @shows A-322 B-285 */
  it('is changed as a whole', async () => {
    const student = await register();
    const {
      items: [changed],
    } = await family.call('PUT', `/student/${student.id}`, aStudentForm({ first_name: 'Ngozi', sex: 'f' }));
    expect(changed).toEqual({ ...student, first_name: 'Ngozi', sex: 'f', version: 2 });
  });

  it('or an address is saved once for each Idempotency-Key, also by two calls at the same time', async () => {
    for (const [url, payload] of [
      ['/student', aStudentForm()],
      ['/address', anAddressForm()],
    ] as const) {
      const person = await aFamily(app);
      const press = (who: Person, key: string) =>
        send(app, {
          method: 'POST',
          url,
          payload,
          headers: { authorization: `Bearer ${who.tokens.access_token}`, 'idempotency-key': key },
        });
      const answers = [
        ...(await Promise.all([press(person, 'k-1'), press(person, 'k-1')])),
        await press(person, 'k-1'),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(answers.map(({ items }) => items[0].id)).size).toBe(1);
      expect((await person.call('GET', url)).items).toHaveLength(1);
      const others = [await press(person, 'k-2'), await press(neighbor, 'k-1')];
      expect(new Set([answers[0]!, ...others].map(({ items }) => items[0].id)).size).toBe(3);
    }
  });

  it('who was removed is not found under its key again', async () => {
    const headers = { authorization: `Bearer ${family.tokens.access_token}`, 'idempotency-key': 'removed' };
    const register = () => send(app, { method: 'POST', url: '/student', payload: aStudentForm(), headers });
    const {
      items: [{ id }],
    } = await register();
    await family.call('DELETE', `/student/${id}`);
    expect(await register()).toMatchObject({ status: 404, errors: ['Student not found.'] });
  });

  /** @shows A-239 */
  it('lives at a saved address of the own family only', async () => {
    const {
      items: [saved],
    } = await family.call('POST', '/address', anAddressForm());
    expect((await register({ address_id: saved.id })).address_id).toBe(saved.id);
    const foreign = await neighbor.call('POST', '/student', aStudentForm({ address_id: saved.id }));
    expect([foreign.status, foreign.errors]).toEqual([404, ['Address not found.']]);
    expect((await family.call('POST', '/student', aStudentForm({ address_id: 'one' }))).status).toBe(422);
  });

  it('is not found by another family, by nobody’s id or after it was removed', async () => {
    const { id } = await register();
    const removed = (await register()).id;
    expect((await family.call('DELETE', `/student/${removed}`)).status).toBe(200);
    const attempts: [Person, number][] = [
      [neighbor, id],
      [family, 999_999],
      [family, removed],
    ];
    for (const [who, student_id] of attempts) {
      for (const method of ['GET', 'PUT', 'DELETE'] as const) {
        const answer = await who.call(
          method,
          `/student/${student_id}`,
          method === 'PUT' ? aStudentForm({ first_name: 'X' }) : undefined,
        );
        expect([method, answer.status, answer.errors]).toEqual([method, 404, ['Student not found.']]);
      }
    }
    expect((await family.call('GET', `/student/${id}`)).items[0].first_name).toBe('Chidi');
    expect((await family.call('GET', '/student')).items.map((student) => student.id)).not.toContain(removed);
  });

  it('is shown to nobody without a token', async () => {
    expect((await send(app, { url: '/student' })).status).toBe(401);
  });

  it('stays when it has a contract', async () => {
    const { id } = await register();
    const viewer = (await context.authenticate(family.tokens.access_token))!;
    const asked = {
      viewer,
      now: context.clock.now(),
      vault: context.vault,
      countContracts: async () => new Map([[id, 1]]),
      eraseTraces: async () => undefined,
    };
    const removal = context.db.transaction((tx) => removeStudent(tx, asked, id));
    await expect(removal).rejects.toMatchObject({ kind: { code: 'student_has_contracts', status: 409 } });
    expect((await family.call('GET', `/student/${id}`)).status).toBe(200);
  });

  it('cannot be removed while an order takes it', async () => {
    const { id } = await register();
    const viewer = (await context.authenticate(family.tokens.access_token))!;
    let removal: Promise<unknown> = Promise.resolve();
    await context.db.transaction(async (tx) => {
      expect((await getStudent(tx, viewer.user_id, id)).has_photo).toBe(false);
      removal = family.call('DELETE', `/student/${id}`);
      const waited = new Promise((resolve) => setTimeout(() => resolve('waits'), 100));
      expect(await Promise.race([removal, waited])).toBe('waits');
    });
    expect(await removal).toMatchObject({ status: 200 });
  });

  it('keeps no text whose box is not shown', async () => {
    const texts = { medical_concerns: 'Peanuts', second_address: '9 Oak Road', custody_notes: 'Weekends' };
    expect(await register(texts)).toMatchObject({
      medical_concerns: null,
      second_address: null,
      custody_notes: null,
    });
    expect(await register({ ...texts, has_medical_concerns: true, is_split_custody: true })).toMatchObject(
      texts,
    );
  });

  it('takes owner, dates and counts from nobody', async () => {
    const before = (await neighbor.call('GET', '/student')).items;
    const viewer = await context.authenticate(neighbor.tokens.access_token);
    const extra = {
      id: 5,
      user_id: viewer!.user_id,
      created_at: '2000-01-01T00:00:00Z',
      contract_details_count: 7,
      deleted_at: '2000-01-01',
      images: [{ path: '/x' }],
    };
    const student = await register(extra);
    expect(student).toMatchObject({
      created_at: context.clock.now().toISOString(),
      contract_details_count: 0,
      images: [],
    });
    await family.call('PUT', `/student/${student.id}`, aStudentForm(extra));
    expect((await neighbor.call('GET', '/student')).items).toEqual(before);
    expect((await family.call('GET', `/student/${student.id}`)).status).toBe(200);
  });

  it('may have quotes, tags and statements for names, which stay what they are', async () => {
    const name = `Robert'); drop table students;-- <b>"O’Neil"</b>`;
    expect((await register({ first_name: name })).first_name).toBe(name);
    const { rows } = await context.db.execute(sql`select 1 from students limit 1`);
    expect(rows).toHaveLength(1);
  });
});

describe('the second guardian', () => {
  const refused = async (changes: object) =>
    Object.keys((await family.call('POST', '/student', aStudentForm(changes))).fields);

  it('may be left out', async () => {
    expect(await refused({ guardian_2_first_name: '', guardian_2_last_name: ' ' })).toEqual([]);
  });

  it.each(['guardian_2_first_name', 'guardian_2_last_name'])(
    'needs phone and e-mail as soon as %s is filled',
    async (name) => {
      expect(await refused({ [name]: 'Emeka' })).toEqual(['guardian_2_phone_mobile', 'guardian_2_email']);
      expect(
        await refused({
          [name]: 'Emeka',
          guardian_2_phone_mobile: '914-555-0103',
          guardian_2_email: 'Emeka@okafor.example',
        }),
      ).toEqual([]);
    },
  );

  it('is asked for even when other fields are wrong too', async () => {
    expect(await refused({ guardian_2_first_name: 'Emeka', first_name: '' })).toEqual(
      expect.arrayContaining(['first_name', 'guardian_2_phone_mobile', 'guardian_2_email']),
    );
  });
});

describe('the bounds of a student form', () => {
  it.each([
    ['first_name', '', 'The first name field is required'],
    ['last_name', 'x'.repeat(256), 'The last name field may not be greater than 255 characters'],
    ['sex', 'x', 'The sex value is not valid'],
    ['date_of_birth', '2018-09-14', 'The date of birth field must be in the format MM/dd/yyyy'],
    ['date_of_birth', '02/30/2018', 'There is no such day'],
    ['phone_home', '+65 9123 4567', 'Must be in format: 123-456-7890'],
    ['phone_mobile', '1234567', 'Must be in format: 123-456-7890'],
    ['guardian_1_phone_mobile', '1234567', 'Must be in format: 123-456-7890'],
    ['guardian_2_phone_mobile', '1234567', 'Must be in format: 123-456-7890'],
    ['address_id', 'x', 'The address value is not valid'],
    ['phone_mobile', '12-34', 'Must be in format: 123-456-7890'],
    ['email', 'abc', 'The student’s email field must be a valid email'],
    ['guardian_1_email', 'abc', 'The guardian 1 email field must be a valid email'],
    ['guardian_1_phone_mobile', undefined, 'The guardian 1 work or cell number field is required'],
  ])('hold at %s = %s', async (field, value, sentence) => {
    const { status, fields } = await family.call('POST', '/student', aStudentForm({ [field]: value }));
    expect([status, fields]).toEqual([422, { [field]: [sentence] }]);
  });

  it('let the longest through', async () => {
    const student = await register({
      first_name: 'x'.repeat(255),
      has_medical_concerns: true,
      medical_concerns: 'm'.repeat(8192),
    });
    expect(student.medical_concerns).toHaveLength(8192);
  });
});
