import { describe, expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { changedParts, newerRecord } from './edit-conflict.ts';

type Form = { name: string; has_note: boolean; note: string };

const parts = [
  { label: 'Name', names: ['name'] as const, say: ({ name }: Form) => name },
  {
    label: 'Note',
    names: ['has_note', 'note'] as const,
    say: (form: Form) => (form.has_note ? form.note : ''),
  },
];
const before: Form = { name: 'Chidi', has_note: true, note: 'Asthma' };

const shown = (mine: Partial<Form>, theirs: Partial<Form>) =>
  changedParts(parts, { before, mine: { ...before, ...mine }, theirs: { ...before, ...theirs } }).map(
    ({ label, before: was, mine: here, theirs: there, isContested }) => [
      label,
      was,
      here,
      there,
      isContested,
    ],
  );

describe('a form whose record somebody else has saved meanwhile', () => {
  /** @shows MD5.3 */
  test('shows what the other changed, and asks where both changed a part', () => {
    expect(shown({}, { note: 'Asthma, nuts' })).toEqual([
      ['Note', 'Asthma', 'Asthma', 'Asthma, nuts', false],
    ]);
    expect(shown({ note: 'Epilepsy' }, { note: 'Asthma, nuts' })).toEqual([
      ['Note', 'Asthma', 'Epilepsy', 'Asthma, nuts', true],
    ]);
    expect(shown({ name: 'Obi' }, { has_note: false })).toEqual([['Note', 'Asthma', 'Asthma', '', false]]);
  });

  /** @shows MD5.3 */
  test('says nothing of what only this form changed, or both changed alike', () => {
    expect(shown({ name: 'Obi', note: 'Epilepsy' }, {})).toEqual([]);
    expect(shown({ name: 'Obi' }, { name: 'Obi' })).toEqual([]);
    expect(shown({ has_note: false }, { has_note: false, note: '' })).toEqual([]);
  });
});

describe('the refusal of an older version', () => {
  const refused = (item: object) =>
    newerRecord(
      new ApiError(409, 'Conflict', { success: false, errors: ['Dana changed this.'], items: [item] }),
    );

  /** @shows OF0.20 */
  test('has the version of an object of the catalog, which stands beside the record', () => {
    expect(refused({ current: { deposit: 5 }, version: 3 })?.record).toEqual({ deposit: 5, version: 3 });
  });

  /** @shows MD5.9 */
  test('names the member of the staff whose column stands beside mine', () => {
    const current = { id: 7 };
    expect(refused({ current, changed_by: 'Dana Cole' })).toEqual({
      record: current,
      said: 'Dana changed this.',
      changedBy: 'Dana Cole',
    });
    expect(refused({ current, changed_by: null })).toEqual({ record: current });
  });
});
