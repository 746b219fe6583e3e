import { expect, it } from 'vitest';
import { mayChangeNote } from './note-day.ts';

/** @shows OF10.3 */
it('a note is changed by the writer alone, to the last moment of a day', () => {
  const note = { by_id: 7, at: new Date('2027-03-04T14:00:00Z') };
  const may = (user_id: number, now: string) => mayChangeNote(note, user_id, new Date(now));
  expect(may(7, '2027-03-04T14:00:00Z')).toBe(true);
  expect(may(7, '2027-03-05T13:59:59.999Z')).toBe(true);
  expect(may(7, '2027-03-05T14:00:00Z')).toBe(false);
  expect(may(8, '2027-03-04T14:00:00Z')).toBe(false);
});
