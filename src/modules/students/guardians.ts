type Part = 'first_name' | 'last_name' | 'phone_mobile' | 'email';

/** A student has two guardians; the second one may be missing. */
export type Guardians = Record<`guardian_${1 | 2}_${Part}`, string | null>;

export type Guardian = Record<Part, string | null>;

/** One guardian of a student, by the names that any person's fields have. */
export function guardianOf(student: Guardians, n: 1 | 2): Guardian {
  return {
    first_name: student[`guardian_${n}_first_name`],
    last_name: student[`guardian_${n}_last_name`],
    phone_mobile: student[`guardian_${n}_phone_mobile`],
    email: student[`guardian_${n}_email`],
  };
}

/** The guardians who are named, the first one first. */
export function guardiansOf(student: Guardians): Guardian[] {
  const both = [guardianOf(student, 1), guardianOf(student, 2)];
  return both.filter(({ first_name, last_name }) => first_name || last_name);
}
