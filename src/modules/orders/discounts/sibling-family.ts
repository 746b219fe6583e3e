/** What tells families apart: the account, the guardians' e-mails and the home. */
export type FamilyFacts = {
  user_id: number;
  guardian_emails: readonly (string | null)[];
  address: string;
  zip: string;
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

const folded = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s.,#]+/g, ' ')
    .trim();

function shareAnEmail(a: FamilyFacts, b: FamilyFacts): boolean {
  const theirs = new Set(b.guardian_emails.filter(Boolean).map((email) => folded(email!)));
  return a.guardian_emails.some((email) => email !== null && theirs.has(folded(email)));
}

function shareAHome(a: FamilyFacts, b: FamilyFacts): boolean {
  return (
    folded(a.address) !== '' && folded(a.address) === folded(b.address) && folded(a.zip) === folded(b.zip)
  );
}

/**
 * Whether two children belong to one family: the same account, a guardian e-mail in common, or the
 * same address and zip. Case and punctuation are ignored (B2).
 */
export function isSameFamily(a: FamilyFacts, b: FamilyFacts): boolean {
  return a.user_id === b.user_id || shareAnEmail(a, b) || shareAHome(a, b);
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
