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
  verified_email: emails,
  guardian_emails: fc.tuple(emails, emails),
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
  it('are one where the account is the same, and each is one with itself', () => {
    fc.assert(
      fc.property(families, families, (a, b) => {
        expect(isSameFamily(a, a)).toBe(true);
        expect(isSameFamily(a, { ...b, user_id: a.user_id })).toBe(true);
      }),
    );
  });

  it('are never one by what the candidate alone types', () => {
    fc.assert(
      fc.property(families, families, emails, (named, candidate, typed) => {
        fc.pre(named.user_id !== candidate.user_id);
        const stranger = { ...candidate, verified_email: 'stranger@evil.example' };
        const guardian_emails = [typed, ...named.guardian_emails, named.verified_email];
        expect(isSameFamily(named, { ...stranger, guardian_emails })).toBe(false);
      }),
    );
  });

  it('are not one while either address is not verified', () => {
    fc.assert(
      fc.property(families, families, (named, candidate) => {
        fc.pre(named.user_id !== candidate.user_id);
        expect(isSameFamily({ ...named, verified_email: null }, candidate)).toBe(false);
        expect(isSameFamily(named, { ...candidate, verified_email: null })).toBe(false);
      }),
    );
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
