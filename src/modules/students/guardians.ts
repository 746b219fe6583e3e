import { joined } from '#kit/text/joined.ts';

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

type Named = { first_name: string | null; last_name: string | null };

export const guardianName = ({ first_name, last_name }: Named): string =>
  joined([first_name, last_name], ' ');

type NamesOfBoth = Pick<Guardians, `guardian_${1 | 2}_${'first_name' | 'last_name'}`>;

/** The names of both guardians, without blank ones. */
export const guardianNames = (student: NamesOfBoth): string[] =>
  ([1, 2] as const)
    .map((n) =>
      guardianName({
        first_name: student[`guardian_${n}_first_name`],
        last_name: student[`guardian_${n}_last_name`],
      }),
    )
    .filter(Boolean);
