import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { email, password, personName, phone, usDate, zip } from '#kit/rules/fields.ts';
import { buildApp } from '#server/build-app.ts';
import { aFamily, registerFamily, send } from '#tests/support/app/people.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { sentences } from '#tests/support/forms/rule-bounds.ts';
import { aStudentForm } from '#tests/support/forms/student-form.ts';

type Row = { field: string; typed: string; right: string };

const FILE = new URL('../support/corpora/field-values.tsv', import.meta.url);

/** What families and staff have typed, and what is right; the third column is what was wrong once. */
const ROWS: Row[] = readFileSync(FILE, 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([field, typed, , right]) => ({ field: field!, typed: typed!, right: right! }));

/** The field of a student, and its rule in forms. */
const FIELDS: [starts: string, name: string, rule: ZodType][] = [
  ['phone', 'phone_home', phone()],
  ['date of birth', 'date_of_birth', usDate()],
  ['zip', 'zip', zip()],
  ['first name', 'first_name', personName()],
  ['name in a PDF', 'first_name', personName()],
  ['e-mail', 'guardian_1_email', email()],
];

const REFUSALS: Record<string, string> = {
  phone_home: 'Must be in format: 123-456-7890',
  date_of_birth: 'There is no such day',
};

const isRefused = ({ right }: Row) => right.startsWith('left as typed') || right === 'no such day';

const valueOf = ({ typed, right }: Row) => {
  if (right === 'taken' || right.startsWith('over ')) return typed.normalize('NFC');
  return right.replace('sent as ', '');
};

const rowsOf = (start: string) => ROWS.filter(({ field }) => field.startsWith(start));

let context: TestContext;
let app: FastifyInstance;
let staff: StaffMember;

beforeAll(async () => {
  context = await createTestContext();
  app = await buildApp(context);
  staff = await aStaffMember(app, context.db);
});
afterAll(async () => {
  await app.close();
  await context.close();
});

// A family of its own for each student: one family registers no child twice.
const register = async (changes: object) =>
  (await aFamily(app)).call('POST', '/student', aStudentForm(changes));

it('each line of the file is tried', () => {
  const tried = [...FIELDS.map(([start]) => start), 'password', 'staff search'];
  expect(ROWS.filter(({ field }) => !tried.some((start) => field.startsWith(start)))).toEqual([]);
  expect(ROWS).toHaveLength(25);
});

/** @shows MD6.1 MD12.1 MD25.1 MD14.1 MD15.1 */
describe.each(FIELDS)('%s', (start, name, rule) => {
  const [refused, taken] = [rowsOf(start).filter(isRefused), rowsOf(start).filter((row) => !isRefused(row))];

  it.runIf(taken.length > 0)('takes what people type, as it is meant', async () => {
    for (const row of taken) {
      expect(rule.parse(row.typed)).toBe(valueOf(row));
      const answer = await register({ [name]: row.typed });
      expect([answer.status, answer.items[0]?.[name]]).toEqual([200, valueOf(row)]);
    }
  });

  it.runIf(refused.length > 0)('refuses what nobody can mean', async () => {
    for (const { typed } of refused) {
      expect(await sentences(rule, typed)).toEqual([REFUSALS[name]]);
      const answer = await register({ [name]: typed });
      expect([typed, answer.status, answer.fields]).toEqual([typed, 422, { [name]: [REFUSALS[name]] }]);
    }
  });
});

/** @shows MD17.1 */
it.each(rowsOf('password'))('a password that was set on another device logs in', async ({ typed }) => {
  const [set, given] = typed.split(' / ') as [string, string];
  expect(password().parse(set)).toBe(password().parse(given));
  for (const [first, later] of [
    [set, given.normalize('NFD')],
    [given.normalize('NFD'), set],
  ] as const) {
    const person = await registerFamily(app, { password: first, password_confirmation: first });
    const payload = { email: person.email, password: later };
    expect((await send(app, { method: 'POST', url: '/login', payload })).status).toBe(200);
  }
});

/** @shows MD16.1 */
it.each(rowsOf('staff search'))('$field is found by $typed', async ({ field, typed }) => {
  const last_name = field.replace('staff search for a parent ', '');
  const parent = await aFamily(app, { last_name });
  const answer = await staff.call('GET', `/admin/parents?search=${encodeURIComponent(typed)}`);
  expect(answer.items[0].rows.map((row: { email: string }) => row.email)).toContain(parent.email);
});
