import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recipientsOf } from './recipients.ts';

const notice = (email: string, first: string | null, second: string | null) => ({
  reader: { email },
  guardians: { first, second },
});

describe('who hears of a payment (M7)', () => {
  it('is whoever signed and both guardians, in this order', () => {
    expect(recipientsOf(notice('a@example.com', 'b@example.com', 'c@example.com'))).toEqual([
      'a@example.com',
      'b@example.com',
      'c@example.com',
    ]);
  });

  it('is each of them once, whatever case they typed', () => {
    expect(recipientsOf(notice('ada@example.com', 'Ada@Example.com', 'ADA@EXAMPLE.COM'))).toEqual([
      'ada@example.com',
    ]);
    expect(recipientsOf(notice('a@example.com', 'b@example.com', 'B@example.com'))).toEqual([
      'a@example.com',
      'b@example.com',
    ]);
  });

  it('is whoever signed alone where no guardian has an address', () => {
    expect(recipientsOf(notice('a@example.com', null, null))).toEqual(['a@example.com']);
    expect(recipientsOf(notice('a@example.com', '', ''))).toEqual(['a@example.com']);
  });

  it('is the second guardian too where the first has no address', () => {
    expect(recipientsOf(notice('a@example.com', null, 'c@example.com'))).toEqual([
      'a@example.com',
      'c@example.com',
    ]);
  });

  it('always begins with whoever signed, and repeats nobody', () => {
    const address = fc.constantFrom('a@x.example', 'A@x.example', 'b@x.example', 'c@x.example');
    const perhaps = fc.option(address);
    fc.assert(
      fc.property(address, perhaps, perhaps, (email, first, second) => {
        const all = recipientsOf(notice(email, first, second));
        expect(all[0]).toBe(email);
        expect(new Set(all.map((each) => each.toLowerCase())).size).toBe(all.length);
        for (const named of [first, second])
          if (named) expect(all.map((each) => each.toLowerCase())).toContain(named.toLowerCase());
      }),
    );
  });
});
