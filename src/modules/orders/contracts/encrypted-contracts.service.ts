import { careTexts, sealedStudents } from '#modules/students/encrypted-texts.service.ts';
import type { SealedSource } from '#platform/vault/reseal.ts';
import { hasOldTexts, lockOldTexts, replaceTexts } from './contracts.queries.ts';

/** The texts of a student as a contract has copied them: they stay bound to the student's row. */
export const sealedContracts: SealedSource = {
  fields: sealedStudents.fields,
  async resealBatch(tx, vault, after, limit) {
    const { currentPrefix } = vault;
    const found = await lockOldTexts(tx, careTexts.names, { currentPrefix, after, limit });
    for (const { id, student_id, texts } of found)
      await replaceTexts(
        tx,
        id,
        careTexts.seal(vault, student_id, careTexts.open(vault, student_id, texts as CareTexts)),
      );
    return found.map(({ id }) => id);
  },
  hasOld: (db, { currentPrefix }) => hasOldTexts(db, careTexts.names, currentPrefix),
};

type CareTexts = Parameters<typeof careTexts.open>[2];
