import { encryptedColumns } from '#platform/vault/encrypted-columns.ts';
import { sealedColumns } from '#platform/vault/reseal.ts';
import { CARE_TEXTS } from './students.contract.ts';
import { studentTextRows } from './students.queries.ts';

/** What a family wrote about health and custody. */
export const careTexts = encryptedColumns('students', CARE_TEXTS);

export const sealedStudents = sealedColumns(careTexts, studentTextRows);
