import type { Sealed } from '#kit/sealed.ts';
import { encryptedColumns } from '#platform/vault/encrypted-columns.ts';
import { sealedColumns } from '#platform/vault/reseal.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { addressTextRows } from './addresses.queries.ts';
import { ADDRESS_TEXTS, STUDENT_TEXTS } from './students.contract.ts';
import { studentTextRows } from './students.queries.ts';

/** A contract's copy stays bound to the student's row. */
export const studentTexts = encryptedColumns('students', STUDENT_TEXTS);

export const addressTexts = encryptedColumns('addresses', ADDRESS_TEXTS);

export const sealedStudents = sealedColumns(studentTexts, studentTextRows);
export const sealedAddresses = sealedColumns(addressTexts, addressTextRows);

/** For a comparison of children: the other texts stay sealed (MC10). */
export const birthDays = encryptedColumns('students', ['date_of_birth']);

/** What tells two records of a child (MC10). */
export const homeAndBirth = encryptedColumns('students', ['date_of_birth', 'address', 'zip']);

const guardianPhones = encryptedColumns('students', ['guardian_1_phone_mobile', 'guardian_2_phone_mobile']);

type SealedPhones = { guardian_1_phone_mobile: Sealed; guardian_2_phone_mobile: Sealed | null };

export const withOpenPhones = <Student extends { id: number } & SealedPhones>(
  vault: Vault,
  student: Student,
) => ({
  ...student,
  ...guardianPhones.open(vault, student.id, student),
});
