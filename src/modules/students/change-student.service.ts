import { Refusal } from '#kit/refusal.ts';
import { writeAudit, type AuditEntry } from '#platform/audit/audit.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { changedFields, type ChangedField } from './changed-fields.ts';
import type { ChangedStudent, Student } from './students.contract.ts';
import { studentRefusals } from './students.refusals.ts';
import { removePhotos, storePhoto, type Upload } from './photos.service.ts';
import { findOwner, listImageRows } from './students.queries.ts';
import { listStudents, updateStudent, type CompareAgain, type StudentWriteDeps } from './students.service.ts';

type Deps = StudentWriteDeps & { compareAgain: CompareAgain };

/**
 * Staff change a student by the family's form and rules; the family is mailed which fields changed (OF10.4).
 * @throws Refusal student_not_found, and those of `updateStudent`
 */
export async function changeStudent(
  tx: Tx,
  asked: Deps,
  student_id: number,
  fields: ChangedStudent,
): Promise<Student> {
  const user_id = await ownerOf(tx, student_id);
  const asFamily = { ...asked, viewer: { ...asked.viewer, user_id } };
  const [before] = await listStudents(tx, asFamily, student_id);
  const after = await updateStudent(tx, asFamily, student_id, fields);
  const changed = changedFields(before!, after);
  if (changed.length === 0) return after;
  await tellFamily(tx, asked, {
    child: { student_id, user_id },
    ref: `${student_id}-${after.version}`,
    fields: changed,
    before: { version: before!.version },
    after: { version: after.version },
  });
  return after;
}

async function ownerOf(db: Db, student_id: number): Promise<number> {
  const owner = await findOwner(db, student_id);
  if (!owner) throw new Refusal(studentRefusals.student_not_found);
  return owner.user_id;
}

type By = { now: Date; viewer: Viewer };

type Told = Pick<AuditEntry, 'before' | 'after'> & {
  child: { student_id: number; user_id: number };
  ref: string;
  fields: readonly (ChangedField | 'photo')[];
};

async function tellFamily(
  tx: Tx,
  { now, viewer }: By,
  { child, ref, fields, ...entry }: Told,
): Promise<void> {
  await enqueue(tx, now, { kind: 'students.changed_by_staff', ref, payload: { ...child, fields } });
  await writeAudit(tx, now, viewer, {
    action: 'student.change',
    subject: `student:${child.student_id}`,
    detail: { fields: fields.join(', ') },
    ...entry,
  });
}

/**
 * Staff store a photo that the family has sent; the family is mailed (OF10.4).
 * @throws Refusal as `storePhoto`
 */
export async function storePhotoByStaff(
  { db, files }: { db: Database; files: FileStore },
  by: By,
  student_id: number,
  upload: Upload,
): Promise<void> {
  const child = { student_id, user_id: await ownerOf(db, student_id) };
  await storePhoto(db, files, by.now, {
    ...child,
    upload,
    tell: async (tx, path) => {
      const photos = (await listImageRows(tx, [student_id])).length;
      const told = { before: { photos: photos - 1 }, after: { photos } };
      await tellFamily(tx, by, { child, ref: path, fields: ['photo'], ...told });
    },
  });
}

/**
 * As the family removes them; the family is mailed if there was one.
 * @throws Refusal student_not_found
 */
export async function removePhotosByStaff(tx: Tx, by: By, student_id: number): Promise<void> {
  const child = { student_id, user_id: await ownerOf(tx, student_id) };
  const images = await listImageRows(tx, [student_id]);
  await removePhotos(tx, by.now, child);
  if (images.length === 0) return;
  const told = { before: { photos: images.length }, after: { photos: 0 } };
  await tellFamily(tx, by, { child, ref: `${images[0]!.path}-removed`, fields: ['photo'], ...told });
}
