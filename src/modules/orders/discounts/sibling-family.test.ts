import { describe, expect, it } from 'vitest';
import {
  earnsSiblingDiscount,
  isSameFamily,
  nameEachOther,
  sharesGuardian,
  type CandidateContract,
  type NamedContract,
} from './sibling-family.ts';

const MOTHER = 'adaeze@okafor.example';
const FATHER = 'emeka@okafor.example';

/** The father's account, with the number of a contract signed by the mother's account. */
const candidate: CandidateContract = {
  user_id: 1,
  student_id: 11,
  period_id: 27,
  program_group_id: 3,
  verified_email: FATHER,
  guardian_emails: [FATHER, MOTHER],
};
const namedContract: NamedContract = {
  ...candidate,
  user_id: 2,
  student_id: 12,
  verified_email: MOTHER,
  guardian_emails: [MOTHER, FATHER],
  is_active: true,
};

/** @shows H9.1 */
describe('one family', () => {
  it.each([
    ['shares an account, verified or not', { user_id: 1, verified_email: null, guardian_emails: [] }],
    ['has two accounts that name each other', {}],
    ['is so whatever case was typed', { guardian_emails: [' Emeka@Okafor.EXAMPLE'] }],
  ])('%s', (_, change) => {
    expect(isSameFamily({ ...namedContract, ...change }, candidate)).toBe(true);
  });

  it('needs the other side to name the verified address only', () => {
    expect(isSameFamily(namedContract, { ...candidate, guardian_emails: [FATHER, null] })).toBe(true);
  });

  it.each([
    ['an address that the account has not verified', {}, { verified_email: null }],
    ['a contract whose account has verified none', { verified_email: null }, {}],
    ['the mother’s address, typed by a stranger', { guardian_emails: [MOTHER] }, {}],
    ['an address that only the other side names', {}, { guardian_emails: [MOTHER] }],
    ['an address that is like another', { guardian_emails: ['emeka@okafor,example'] }, {}],
    ['guardians without an address', { guardian_emails: [null, ''] }, { guardian_emails: [null, ''] }],
  ])('is not made by %s', (_, ofNamed, ofCandidate) => {
    expect(isSameFamily({ ...namedContract, ...ofNamed }, { ...candidate, ...ofCandidate })).toBe(false);
  });
});

/** @shows MC10.3 */
describe('two accounts', () => {
  it('name each other by their verified addresses', () => {
    expect([nameEachOther(candidate, namedContract), sharesGuardian(candidate, namedContract)]).toEqual([
      true,
      true,
    ]);
  });

  it.each([
    ['one names only itself', { guardian_emails: [MOTHER] }, {}],
    ['one names only itself, on the other side', {}, { guardian_emails: [FATHER] }],
    ['one has verified no address', {}, { verified_email: null }],
  ])('do not name each other, but share a guardian, where %s', (_, ofNamed, ofCandidate) => {
    const accounts = [
      { ...namedContract, ...ofNamed },
      { ...candidate, ...ofCandidate },
    ] as const;
    expect([nameEachOther(...accounts), sharesGuardian(...accounts)]).toEqual([false, true]);
  });

  it('share no guardian by an address that nobody has verified', () => {
    const unverified = { verified_email: null };
    const accounts = [
      { ...namedContract, ...unverified },
      { ...candidate, ...unverified },
    ] as const;
    expect([nameEachOther(...accounts), sharesGuardian(...accounts)]).toEqual([false, false]);
  });
});

describe("a sibling's contract", () => {
  it('earns the discount for another child at the same school in the same year', () => {
    expect(earnsSiblingDiscount(namedContract, candidate)).toBe(true);
  });

  it.each([
    ['it is not active', { is_active: false }],
    ['it is of another year', { period_id: 26 }],
    ['it is of another school', { program_group_id: 4 }],
    ['it is the same child', { student_id: candidate.student_id }],
    ['it is of another family', { guardian_emails: ['other@home.example'] }],
  ])('earns nothing when %s', (_, change) => {
    expect(earnsSiblingDiscount({ ...namedContract, ...change }, candidate)).toBe(false);
  });
});
