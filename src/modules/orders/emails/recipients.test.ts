import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aSignedStudent, aSnapshot, PARENT } from '#tests/support/forms/contract-snapshot.ts';
import { recipientsOf } from './order-readers.service.ts';

const recipients = (email: string, first: string, second: string | null) =>
  recipientsOf(
    aSnapshot({
      parent: { ...PARENT, email },
      student: aSignedStudent({ guardian_1_email: first, guardian_2_email: second }),
    }),
  );

describe('who hears of a request', () => {
  it('is whoever signed and both guardians, as they were signed', () => {
    expect(recipients('a@example.com', 'b@example.com', 'c@example.com')).toEqual([
      'a@example.com',
      'b@example.com',
      'c@example.com',
    ]);
  });

  it('is each of them once, whatever case they typed', () => {
    expect(recipients('ada@example.com', 'Ada@example.com', null)).toEqual(['ada@example.com']);
  });

  it('is never nobody, and nobody twice', () => {
    const address = fc.constantFrom('a@x.example', 'A@x.example', 'b@x.example');
    fc.assert(
      fc.property(address, address, fc.option(address), (email, first, second) => {
        const all = recipients(email, first, second);
        expect(all[0]).toBe(email);
        expect(new Set(all.map((each) => each.toLowerCase())).size).toBe(all.length);
      }),
    );
  });
});
