/** What tells families apart: the account, its verified address, and the guardians of the student. */
export type FamilyFacts = {
  user_id: number;
  /** of the account; null until the link mailed to it has been opened */
  verified_email: string | null;
  guardian_emails: readonly (string | null)[];
};

/** The contract that a sibling's number names, with what decides whether it earns a discount. */
export type NamedContract = FamilyFacts & {
  student_id: number;
  period_id: number;
  program_group_id: number;
  /** active, and its first transaction succeeded */
  is_active: boolean;
};

/** The contract that is being bought with the number. */
export type CandidateContract = FamilyFacts & {
  student_id: number;
  period_id: number;
  program_group_id: number;
};

const folded = (email: string) => email.trim().toLowerCase();

const names = ({ guardian_emails }: FamilyFacts, email: string) =>
  guardian_emails.some((guardian) => guardian !== null && folded(guardian) === folded(email));

/**
 * Whether a contract was signed by the family of who types its number: by the same account, or by one whose
 * address is verified and which names the candidate's verified address as a guardian's. What the candidate
 * types about itself proves nothing, so the other side must have named it.
 * Source: B2, H9
 */
export function isSameFamily(named: FamilyFacts, candidate: FamilyFacts): boolean {
  if (named.user_id === candidate.user_id) return true;
  const email = candidate.verified_email;
  if (!email || !named.verified_email) return false;
  return names(named, email) && names(candidate, email);
}

/**
 * Whether a sibling's contract earns the discount for another child: it stands, it is of the same
 * period and school (programs may differ), another child rides on it, and both are one family (B2, B5).
 */
export function earnsSiblingDiscount(namedContract: NamedContract, candidate: CandidateContract): boolean {
  return (
    namedContract.is_active &&
    namedContract.period_id === candidate.period_id &&
    namedContract.program_group_id === candidate.program_group_id &&
    namedContract.student_id !== candidate.student_id &&
    isSameFamily(namedContract, candidate)
  );
}
