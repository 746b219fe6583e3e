import { sealedStudents, studentTexts } from '#modules/students/encrypted-texts.service.ts';
import type { SealedSource } from '#platform/vault/reseal.ts';
import { hasOldAmendments, lockOldAmendments, replaceAmendedTexts } from './encrypted-amendments.queries.ts';

type StudentTexts = Parameters<typeof studentTexts.open>[2];

/** The student's texts in an amended contract: bound to the row of the student, as in the contract. */
export const sealedAmendments: SealedSource = {
  fields: sealedStudents.fields,
  async resealBatch(tx, vault, after, limit) {
    const { currentPrefix } = vault;
    const found = await lockOldAmendments(tx, studentTexts.names, { currentPrefix, after, limit });
    for (const { id, student_id, texts } of found) {
      const opened = studentTexts.open(vault, student_id, texts as StudentTexts);
      await replaceAmendedTexts(tx, id, studentTexts.seal(vault, student_id, opened));
    }
    return found.map(({ id }) => id);
  },
  hasOld: (db, { currentPrefix }) => hasOldAmendments(db, studentTexts.names, currentPrefix),
};
