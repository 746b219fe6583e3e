import type { Sealed } from '#kit/sealed.ts';
import { encryptedColumns } from '#platform/vault/encrypted-columns.ts';
import { addressMarks } from '#platform/vault/address-marks.ts';
import { sealedColumns, type SealedSource } from '#platform/vault/reseal.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { addressTextRows } from './addresses.queries.ts';
import { ADDRESS_TEXTS, STUDENT_TEXTS } from './students.contract.ts';
import { hasUnmarked, lockUnmarked, studentTextRows } from './students.queries.ts';

/** A contract's copy stays bound to the student's row. */
export const studentTexts = encryptedColumns('students', STUDENT_TEXTS);

export const addressTexts = encryptedColumns('addresses', ADDRESS_TEXTS);

type Home = { address: string | null; zip: string | null };

const marksOf = (vault: Vault, home: Home) => ({
  address_marks: addressMarks(vault, studentTexts.table, home),
});

type Texts = Parameters<typeof studentTexts.seal>[2];

/** The sealed texts of a student, with the marks by which staff find the home. */
export const studentColumns = <T extends Texts & Home>(vault: Vault, student_id: number, texts: T) => ({
  ...studentTexts.seal(vault, student_id, texts),
  ...marksOf(vault, texts),
});

export const sealedStudents = sealedColumns(studentTexts, studentTextRows, marksOf);

const home = encryptedColumns('students', ['address', 'zip']);

/** Students of a version without marks. */
export const markedStudents: SealedSource = {
  fields: [],
  async resealBatch(tx, vault, after, limit) {
    const found = await lockUnmarked(tx, after, limit);
    for (const { id, ...texts } of found)
      await studentTextRows.replace(tx, id, marksOf(vault, home.open(vault, id, texts)));
    return found.map(({ id }) => id);
  },
  hasOld: hasUnmarked,
};
export const sealedAddresses = sealedColumns(addressTexts, addressTextRows);

/** For a comparison of children: the other texts stay sealed (MC10). */
export const birthDays = encryptedColumns('students', ['date_of_birth']);

/** What tells two records of a child (MC10). */
export const homeAndBirth = encryptedColumns('students', ['date_of_birth', 'address', 'zip']);

/** What a list of students shows. */
export const listedHome = encryptedColumns('students', [
  'guardian_1_phone_mobile',
  'address',
  'apt',
  'city',
  'zip',
  'date_of_birth',
]);

/** The phones by which staff call about a child. */
export const calledPhones = encryptedColumns('students', [
  'phone_home',
  'guardian_1_phone_mobile',
  'guardian_2_phone_mobile',
]);

const guardianPhones = encryptedColumns('students', ['guardian_1_phone_mobile', 'guardian_2_phone_mobile']);

type SealedPhones = { guardian_1_phone_mobile: Sealed; guardian_2_phone_mobile: Sealed | null };

export const withOpenPhones = <Student extends { id: number } & SealedPhones>(
  vault: Vault,
  student: Student,
) => ({
  ...student,
  ...guardianPhones.open(vault, student.id, student),
});
