import { hasRight } from '#kit/endpoint/right.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { lockFamily } from '#modules/accounts/profile/users.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import { giveUpFiles } from '#platform/files/file-deletions.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { repaintPhoto } from '#platform/images/photo.ts';
import type { FileRows } from '#platform/vault/sealed-files.ts';
import { newToken } from '#platform/tokens/tokens.ts';
import { FAMILY_LIMITS } from './family-limits.ts';
import { studentRefusals } from './students.refusals.ts';
import {
  countPhotos,
  deleteImages,
  findPhotoChild,
  insertImage,
  listImageRows,
  listStudentRows,
  lockNextImages,
  lockStudent,
} from './students.queries.ts';

export type Upload = { k: 'file'; bytes: Uint8Array } | { k: 'too_large' } | { k: 'none' };

type Photo = {
  user_id: number;
  student_id: number;
  upload: Upload;
  /** in the transaction that keeps the photo; the newest photo sent once more is neither kept nor told */
  tell?: (tx: Tx, path: string) => Promise<void>;
};

/**
 * The file is written before the row: a crash between the two leaves a file without a reference.
 * @throws Refusal student_not_found, photo_not_an_image (also without a part `file`), photo_too_large,
 *   photo_broken, photo_too_many_pixels, too_many_photos (H8)
 */
export async function storePhoto(
  db: Database,
  files: FileStore,
  now: Date,
  { user_id, student_id, upload, tell }: Photo,
): Promise<void> {
  const [student] = await listStudentRows(db, user_id, student_id);
  if (!student) throw new Refusal(studentRefusals.student_not_found);
  // Saves the work of repainting; the count under the lock decides.
  await checkPhotoCount(db, user_id);
  const photo = await photoOf(upload);
  const path = `students/${newToken()}.jpg`;
  await files.put(path, photo, 'image/jpeg');
  try {
    const isKept = await db.transaction(async (tx) => {
      await lockChild(tx, { user_id, student_id });
      if (tell && (await isNewest(tx, files, { student_id, photo }))) return false;
      await checkPhotoCount(tx, user_id);
      await insertImage(tx, { student_id, path, created_at: now });
      await tell?.(tx, path);
      return true;
    });
    if (!isKept) await files.delete(path);
  } catch (error) {
    if (error instanceof Refusal) await files.delete(path);
    throw error;
  }
}

async function photoOf(upload: Upload): Promise<Buffer> {
  if (upload.k === 'too_large') throw refuseField(studentRefusals.photo_too_large, 'file');
  if (upload.k === 'none') throw refuseField(studentRefusals.photo_not_an_image, 'file');
  const repainted = await repaintPhoto(upload.bytes);
  if (repainted.k === 'photo') return repainted.bytes;
  if (repainted.k === 'not_an_image') throw refuseField(studentRefusals.photo_not_an_image, 'file');
  if (repainted.k === 'broken') throw refuseField(studentRefusals.photo_broken, 'file');
  throw refuseField(studentRefusals.photo_too_many_pixels, 'file', repainted);
}

export const photoFiles: FileRows = { name: 'student_images', lockNext: lockNextImages };

async function lockChild(
  tx: Tx,
  { user_id, student_id }: Pick<Photo, 'user_id' | 'student_id'>,
): Promise<void> {
  await lockFamily(tx, user_id);
  if (!(await lockStudent(tx, user_id, student_id, 'share')))
    throw new Refusal(studentRefusals.student_not_found);
}

async function isNewest(
  tx: Tx,
  files: FileStore,
  { student_id, photo }: { student_id: number; photo: Buffer },
): Promise<boolean> {
  const [newest] = await listImageRows(tx, [student_id]);
  const stored = newest && (await files.find(newest.path));
  return stored !== undefined && photo.equals(stored);
}

async function checkPhotoCount(db: Db, user_id: number): Promise<void> {
  if ((await countPhotos(db, user_id)) >= FAMILY_LIMITS.photos)
    throw new Refusal(studentRefusals.too_many_photos);
}

/**
 * Removing only the newest would show an older photo again. The files go after the commit.
 * @throws Refusal student_not_found
 */
export async function removePhotos(
  tx: Tx,
  now: Date,
  { user_id, student_id }: { user_id: number; student_id: number },
): Promise<void> {
  if (!(await lockStudent(tx, user_id, student_id, 'update')))
    throw new Refusal(studentRefusals.student_not_found);
  await erasePhotos(tx, now, student_id);
}

/** The caller holds the lock of the student. */
export async function erasePhotos(tx: Tx, now: Date, student_id: number): Promise<void> {
  const images = await listImageRows(tx, [student_id]);
  await deleteImages(tx, student_id);
  await giveUpFiles(
    tx,
    images.map(({ path }) => path),
    now,
  );
}

/**
 * For the family and for staff; undefined for anybody else (U). Staff leave an audit row, even while
 * impersonating a parent (reliability 5.6).
 */
export async function findPhoto(
  db: Db,
  files: FileStore,
  { viewer, now }: { viewer: Viewer; now: Date },
  path: string,
): Promise<Uint8Array | undefined> {
  const child = await findPhotoChild(db, path);
  if (!child || !(hasRight(viewer, 'care') || viewer.user_id === child.user_id)) return undefined;
  if (viewer.user_id !== child.user_id || viewer.impersonator_id !== null) {
    await writeAudit(db, now, viewer, {
      action: 'student.photo.read',
      subject: `student:${child.student_id}`,
    });
  }
  return files.find(path);
}
