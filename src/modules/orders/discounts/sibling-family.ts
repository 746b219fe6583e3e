export type FamilyFacts = {
  user_id: number;
  /** null until the account opens the link mailed to the address */
  verified_email: string | null;
  guardian_emails: readonly (string | null)[];
};

export type NamedContract = FamilyFacts & {
  student_id: number;
  period_id: number;
  program_group_id: number;
  /** active, and the first transaction succeeded */
  is_active: boolean;
};

export type CandidateContract = FamilyFacts & {
  student_id: number;
  period_id: number;
  program_group_id: number;
};

const folded = (email: string) => email.trim().toLowerCase();

const names = ({ guardian_emails }: FamilyFacts, email: string) =>
  guardian_emails.some((guardian) => guardian !== null && folded(guardian) === folded(email));

/**
 * The same account, or an account with a verified address that names the candidate's verified address as a
 * guardian's. The candidate's own entries prove nothing (B2, H9).
 */
export function isSameFamily(named: FamilyFacts, candidate: FamilyFacts): boolean {
  if (named.user_id === candidate.user_id) return true;
  const email = candidate.verified_email;
  if (!email || !named.verified_email) return false;
  return names(named, email) && names(candidate, email);
}

/** Each account names the verified address of the other as a guardian's (MC10). */
export function nameEachOther(one: FamilyFacts, other: FamilyFacts): boolean {
  const [mine, theirs] = [one.verified_email, other.verified_email];
  return mine !== null && theirs !== null && names(other, mine) && names(one, theirs);
}

/** A verified address of one account is a guardian's of the other: a hint, and no proof (MC10). */
export function sharesGuardian(one: FamilyFacts, other: FamilyFacts): boolean {
  const [mine, theirs] = [one.verified_email, other.verified_email];
  return (mine !== null && names(other, mine)) || (theirs !== null && names(one, theirs));
}

/** Programs may differ (B2, B5). */
export function earnsSiblingDiscount(namedContract: NamedContract, candidate: CandidateContract): boolean {
  return (
    namedContract.is_active &&
    namedContract.period_id === candidate.period_id &&
    namedContract.program_group_id === candidate.program_group_id &&
    namedContract.student_id !== candidate.student_id &&
    isSameFamily(namedContract, candidate)
  );
}
