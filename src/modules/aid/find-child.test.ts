import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { childOf, type Candidate } from './find-child.ts';

const child = (changes: Partial<Candidate> = {}): Candidate => ({
  student_id: 1,
  user_id: 1,
  born: '2019-05-04',
  emails: ['mother@okafor.example', null],
  is_elsewhere: false,
  ...changes,
});
const names = { date_of_birth: null, contact_email: null };

/** @shows OF7.3 */
describe('the child of an award', () => {
  it('is the only one with the names', () => {
    expect(childOf(names, [child()])?.student_id).toBe(1);
  });

  it('is nobody where two agree, and where none does', () => {
    expect(childOf(names, [child(), child({ student_id: 2 })])).toBeUndefined();
    expect(childOf(names, [])).toBeUndefined();
  });

  it('is told from a namesake by the day of birth, and by an email in any case', () => {
    const both = [child(), child({ student_id: 2, born: '2018-01-02', emails: ['Other@okafor.example'] })];
    expect(childOf({ ...names, date_of_birth: plainDate('2018-01-02') }, both)?.student_id).toBe(2);
    expect(childOf({ ...names, contact_email: 'other@OKAFOR.example' }, both)?.student_id).toBe(2);
    expect(childOf({ ...names, date_of_birth: plainDate('2017-01-02') }, both)).toBeUndefined();
  });

  it('is no child that has signed for another school alone', () => {
    expect(childOf(names, [child({ is_elsewhere: true })])).toBeUndefined();
    expect(childOf(names, [child(), child({ student_id: 2, is_elsewhere: true })])?.student_id).toBe(1);
  });
});
