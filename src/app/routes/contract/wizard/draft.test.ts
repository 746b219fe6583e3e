import { expect, test } from 'vitest';
import { emptyDraft, readDraft, writeDraft, type Draft } from './draft.ts';

const card = {
  type: 'Visa',
  number: '4242424242424242',
  name: 'A Okafor',
  exp_month: 4,
  exp_year: 2030,
  ccid: '123',
} as const;

/** @shows B-133 */
test('what a family typed is there again after a reload', () => {
  const draft = emptyDraft();
  const typed = {
    ...draft,
    isAccepted: true,
    student: { ...draft.student, first_name: 'Chidi' },
    program: { ...draft.program, id: 7, addons: [3] },
  };
  expect(readDraft(writeDraft(typed))).toEqual({ draft: typed, isUnreadable: false });
});

/** @shows B-132 */
test('a card is never written down', () => {
  const text = writeDraft({ ...emptyDraft(), cc: card });
  expect(text).not.toContain('4242');
  expect(text).not.toContain('ccid');
  expect(readDraft(text).draft.cc).toBeNull();
});

/** @shows B-132 */
test('neither is a bank account, nor a photo', () => {
  const ach = {
    routing_number: '110000000',
    account_number: '000123456789',
    account_type: 'Checking',
  } as Draft['ach'];
  const student = { ...emptyDraft().student, photo: 'data:image/png;base64,iVBORw0KGgo' };
  const text = writeDraft({ ...emptyDraft(), student, ach });
  for (const secret of ['000123456789', '110000000', 'account', 'photo', 'iVBORw'])
    expect(text).not.toContain(secret);
});

/** @shows B-134 */
test('what is kept of the program has the names of the specification, and pays by card at first', () => {
  const { program } = JSON.parse(writeDraft(emptyDraft())) as { program: Record<string, unknown> };
  expect(program).toMatchObject({
    id: null,
    payment_type: 'paymentTypeCreditCard',
    payment_method: null,
    payment_term: null,
    payment_term_type_id: null,
    route: null,
    addons: [],
    grade_id: null,
    pickup_north: '',
    pickup_cross: '',
    special_request: '',
    second_student_contract_number: '',
    has_valid_second_student_contract_number: false,
  });
});

/** @shows B-135 */
test('the draft holds program, acceptance, student, card and bank; the last two are not kept', () => {
  expect(Object.keys(emptyDraft()).toSorted()).toEqual([
    'ach',
    'cc',
    'isAccepted',
    'program',
    'student',
    'student_seen',
  ]);
  expect(Object.keys(JSON.parse(writeDraft(emptyDraft())) as object).toSorted()).toEqual([
    'isAccepted',
    'program',
    'student',
    'student_seen',
  ]);
});

/** @shows B-236 B-238 */
test('a chosen student and a chosen address are whole numbers', () => {
  const stored = (student: object) => readDraft(JSON.stringify({ program: {}, student }));
  expect(stored({ id: 4, address_id: 6 })).toMatchObject({
    isUnreadable: false,
    draft: { student: { id: 4, address_id: 6 } },
  });
  for (const wrong of [{ id: 'x' }, { id: 1.5 }, { address_id: 'x' }, { address_id: 1.5 }])
    expect(stored(wrong).isUnreadable).toBe(true);
});

test('a new draft pays by card until something else is chosen', () => {
  expect(emptyDraft().program).toMatchObject({
    payment_type: 'paymentTypeCreditCard',
    payment_method: null,
    addons: [],
  });
});

test('no draft is an empty one, and no error', () => {
  expect(readDraft(null)).toEqual({ draft: emptyDraft(), isUnreadable: false });
});

/** @shows B-136 */
test.each([['{'], ['null'], ['{"program":{"id":"seven"},"student":{}}'], ['[]']])(
  'a draft that cannot be read says so: %s',
  (stored) => {
    expect(readDraft(stored)).toEqual({ draft: emptyDraft(), isUnreadable: true });
  },
);
