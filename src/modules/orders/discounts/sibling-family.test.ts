import { describe, expect, it } from 'vitest';
import {
  earnsSiblingDiscount,
  isSameFamily,
  type NamedContract,
  type CandidateContract,
} from './sibling-family.ts';

const home = { address: '12 Elm St.', zip: '10471' };
const candidate: CandidateContract = {
  user_id: 1,
  student_id: 11,
  period_id: 27,
  program_group_id: 3,
  guardian_emails: ['adaeze@okafor.example', null],
  ...home,
};
const namedContract: NamedContract = { ...candidate, student_id: 12, is_active: true };
const stranger = {
  user_id: 2,
  guardian_emails: ['other@home.example', null],
  address: '4 Oak Ave',
  zip: '10471',
};

describe('one family', () => {
  it.each([
    ['shares an account', { ...stranger, user_id: 1 }],
    [
      'shares a guardian e-mail, case ignored',
      { ...stranger, guardian_emails: [null, 'Adaeze@Okafor.example '] },
    ],
    ['shares address and zip, punctuation ignored', { ...stranger, address: '12  elm st', zip: ' 10471' }],
  ])('%s', (_, other) => {
    expect(isSameFamily(candidate, other)).toBe(true);
  });

  it.each([
    ['nothing in common', stranger],
    ['a zip alone', { ...stranger, zip: home.zip }],
    ['an address in another town', { ...stranger, address: home.address, zip: '11201' }],
    ['two missing e-mails', { ...stranger, guardian_emails: [null] }],
    ['two missing addresses', { ...stranger, address: '', zip: '10471' }],
  ])('is not made by %s', (_, other) => {
    expect(
      isSameFamily({ ...candidate, address: other.address === '' ? '' : candidate.address }, other),
    ).toBe(false);
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
    ['it is of another family', stranger],
  ])('earns nothing when %s', (_, change) => {
    expect(earnsSiblingDiscount({ ...namedContract, ...change }, candidate)).toBe(false);
  });
});
