import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  earnsSiblingDiscount,
  isSameFamily,
  type FamilyFacts,
  type NamedContract,
} from './sibling-family.ts';

const emails = fc.option(
  fc.constantFrom('ada@x.example', 'ADA@x.example', 'cy@x.example', 'di@x.example', ''),
);
const families: fc.Arbitrary<FamilyFacts> = fc.record({
  user_id: fc.integer({ min: 1, max: 3 }),
  guardian_emails: fc.tuple(emails, emails),
  address: fc.constantFrom('', '1 Pier', '1 pier.', '2 Elm St', '2 Elm  St.'),
  zip: fc.constantFrom('10001', '10471'),
});
const contracts: fc.Arbitrary<NamedContract> = fc
  .tuple(
    families,
    fc.record({
      student_id: fc.integer({ min: 1, max: 3 }),
      period_id: fc.integer({ min: 1, max: 2 }),
      program_group_id: fc.integer({ min: 1, max: 2 }),
      is_active: fc.boolean(),
    }),
  )
  .map(([family, contract]) => ({ ...family, ...contract }));

describe('any two families (B2)', () => {
  it('are one by either’s word', () => {
    fc.assert(
      fc.property(families, families, (a, b) => {
        expect(isSameFamily(a, b)).toBe(isSameFamily(b, a));
      }),
    );
  });

  it('are one where the account is the same, and each is one with itself', () => {
    fc.assert(
      fc.property(families, families, (a, b) => {
        expect(isSameFamily(a, a)).toBe(true);
        expect(isSameFamily(a, { ...b, user_id: a.user_id })).toBe(true);
      }),
    );
  });

  it('are not one for having no e-mail or no address alike', () => {
    const nobody = { guardian_emails: [null, ''], address: '', zip: '10001' };
    expect(isSameFamily({ ...nobody, user_id: 1 }, { ...nobody, user_id: 2 })).toBe(false);
  });

  it('are not one for the same street in another zip, nor the same zip alone', () => {
    const home = { guardian_emails: [], address: '1 Pier', zip: '10001' };
    expect(isSameFamily({ ...home, user_id: 1 }, { ...home, user_id: 2, zip: '10471' })).toBe(false);
    expect(isSameFamily({ ...home, user_id: 1 }, { ...home, user_id: 2, address: '2 Elm St' })).toBe(false);
    expect(isSameFamily({ ...home, user_id: 1 }, { ...home, user_id: 2, address: ' 1  PIER. ' })).toBe(true);
  });
});

describe('any sibling’s contract (B2, B5)', () => {
  it('earns a discount only for a sibling in the same period and school while it stands', () => {
    fc.assert(
      fc.property(contracts, contracts, (named, candidate) => {
        fc.pre(earnsSiblingDiscount(named, candidate));
        expect(named.is_active).toBe(true);
        expect(named.student_id).not.toBe(candidate.student_id);
        expect([named.period_id, named.program_group_id]).toEqual([
          candidate.period_id,
          candidate.program_group_id,
        ]);
        expect(isSameFamily(named, candidate)).toBe(true);
      }),
    );
  });

  it('earns nothing for the child that rides on it', () => {
    fc.assert(
      fc.property(contracts, (named) => {
        expect(earnsSiblingDiscount({ ...named, is_active: true }, named)).toBe(false);
      }),
    );
  });

  it('earns nothing once it has ended', () => {
    fc.assert(
      fc.property(contracts, contracts, (named, candidate) => {
        expect(earnsSiblingDiscount({ ...named, is_active: false }, candidate)).toBe(false);
      }),
    );
  });
});
