type Part = 'first_name' | 'last_name' | 'phone_mobile' | 'email';

export type Guardians = Record<`guardian_${1 | 2}_${Part}`, string | null>;

export type Guardian = Record<Part, string | null>;

export function guardianOf(student: Guardians, n: 1 | 2): Guardian {
  return {
    first_name: student[`guardian_${n}_first_name`],
    last_name: student[`guardian_${n}_last_name`],
    phone_mobile: student[`guardian_${n}_phone_mobile`],
    email: student[`guardian_${n}_email`],
  };
}

export function guardiansOf(student: Guardians): Guardian[] {
  const both = [guardianOf(student, 1), guardianOf(student, 2)];
  return both.filter(({ first_name, last_name }) => first_name || last_name);
}
