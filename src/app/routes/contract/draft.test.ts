import { expect, test } from 'vitest';
import { emptyDraft, readDraft, writeDraft } from './draft.ts';

const card = { type: 'Visa', number: '4242424242424242', name: 'A Okafor', exp_month: 4, exp_year: 2030, ccid: '123' } as const;

/** @shows B-133 */
test('what a family typed is there again after a reload', () => {
  const draft = emptyDraft();
  const typed = { ...draft, isAccepted: true, student: { ...draft.student, first_name: 'Chidi' }, program: { ...draft.program, id: 7, addons: [3] } };
  expect(readDraft(writeDraft(typed))).toEqual({ draft: typed, isUnreadable: false });
});

/** @shows B-132 */
test('a card is never written down', () => {
  const text = writeDraft({ ...emptyDraft(), cc: card });
  expect(text).not.toContain('4242');
  expect(text).not.toContain('ccid');
  expect(readDraft(text).draft.cc).toBeNull();
});

test('a new draft pays by card until something else is chosen', () => {
  expect(emptyDraft().program).toMatchObject({ payment_type: 'paymentTypeCreditCard', payment_method: null, addons: [] });
});

test('no draft is an empty one, and no error', () => {
  expect(readDraft(null)).toEqual({ draft: emptyDraft(), isUnreadable: false });
});

/** @shows B-136 */
test.each([['{'], ['null'], ['{"program":{"id":"seven"},"student":{}}'], ['[]']])('a draft that cannot be read says so: %s', (stored) => {
  expect(readDraft(stored)).toEqual({ draft: emptyDraft(), isUnreadable: true });
});
