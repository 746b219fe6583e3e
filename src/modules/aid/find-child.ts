import type { PlainDate } from '#kit/plain-date.ts';

type Sought = { date_of_birth: PlainDate | null; contact_email: string | null };

export type Candidate = {
  student_id: number;
  user_id: number;
  born: string;
  /** of the account and of both guardians */
  emails: readonly (string | null)[];
  /** signed for another school, and not for the school of the award */
  is_elsewhere: boolean;
};

const lower = (email: string) => email.trim().toLowerCase();

/**
 * The one child with the names of an award, and with the day of birth and the email where they are given
 * (OF7.3). @returns undefined for none, and for several
 */
export function childOf(award: Sought, named: readonly Candidate[]): Candidate | undefined {
  const { date_of_birth: born, contact_email: email } = award;
  const agreeing = named.filter(
    (child) =>
      !child.is_elsewhere &&
      (born === null || child.born === born) &&
      (email === null || child.emails.some((one) => one !== null && lower(one) === lower(email))),
  );
  return agreeing.length === 1 ? agreeing[0] : undefined;
}
