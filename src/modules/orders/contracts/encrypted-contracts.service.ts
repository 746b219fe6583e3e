import { sealedStudents, studentTexts } from '#modules/students/encrypted-texts.service.ts';
import type { SealedSource } from '#platform/vault/reseal.ts';
import { hasOldTexts, lockOldTexts, replaceTexts } from './contracts.queries.ts';

/** The student's texts in a contract: the encryption stays bound to the row of the student. */
export const sealedContracts: SealedSource = {
  fields: sealedStudents.fields,
  async resealBatch(tx, vault, after, limit) {
    const { currentPrefix } = vault;
    const found = await lockOldTexts(tx, studentTexts.names, { currentPrefix, after, limit });
    for (const { id, student_id, texts } of found)
      await replaceTexts(
        tx,
        id,
        studentTexts.seal(vault, student_id, studentTexts.open(vault, student_id, texts as StudentTexts)),
      );
    return found.map(({ id }) => id);
  },
  hasOld: (db, { currentPrefix }) => hasOldTexts(db, studentTexts.names, currentPrefix),
};

type StudentTexts = Parameters<typeof studentTexts.open>[2];
