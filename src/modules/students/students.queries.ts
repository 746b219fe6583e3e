import { and, count, desc, eq, getTableColumns, gt, isNull, sql, type SQL } from 'drizzle-orm';
import { erasedValues } from '#db/tables/erasure.ts';
import { studentImages, students, studentsErasure } from '#db/tables/students.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Builder, type Slots } from '#platform/db/prepared.ts';
import { drawId, sealedRows } from '#platform/db/sealed-rows.ts';
import type { Made } from './addresses.queries.ts';
import { STUDENT_TEXTS, type StudentFields } from './students.contract.ts';

/** What is read of a student; whose it is, the key and the removal serve only to find it. */
const { user_id: _owner, client_key: _key, deleted_at: _removal, ...asStudent } = getTableColumns(students);

/** The texts that are stored sealed (reliability 5.6, H14). */
export type EncryptedTexts = Pick<typeof students.$inferSelect, (typeof STUDENT_TEXTS)[number]>;

/** What a family may write of a student, the texts sealed. */
export type StudentWrite = Omit<StudentFields, keyof EncryptedTexts> & EncryptedTexts;

/** The fields of a checked form have the columns' names. */
const columnsOf = (fields: StudentWrite) => ({ ...fields, address_id: fields.address_id ?? null });

const isOwn = (user_id: number | SQL, student_id?: number | SQL) =>
  and(
    eq(students.user_id, user_id),
    isNull(students.deleted_at),
    student_id === undefined ? undefined : eq(students.id, student_id),
  );

const studentsOf = prepared((db, { user_id, student_id }: Slots<{ user_id: number; student_id?: number }>) =>
  db.select(asStudent).from(students).where(isOwn(user_id, student_id)).orderBy(students.id),
);

/** The students of a family, or the one asked for. */
export async function listStudentRows(db: Db, user_id: number, student_id?: number) {
  return studentsOf(db, { user_id, student_id });
}

export type StudentRow = Awaited<ReturnType<typeof listStudentRows>>[number];

/** A family's student, held against removal or change until the transaction ends. */
export async function lockStudent(
  tx: Tx,
  user_id: number,
  student_id: number,
  strength: 'update' | 'share',
): Promise<StudentRow | undefined> {
  const [row] = await tx.select(asStudent).from(students).where(isOwn(user_id, student_id)).for(strength);
  return row;
}

// The condition is one of its own: in what is selected, the columns would lose the names of their tables.
const hasPhoto = sql<boolean>`exists (select from ${studentImages}
  where ${eq(studentImages.student_id, students.id)})`;

const forOrder = (db: Builder, { user_id, student_id }: Slots<{ user_id: number; student_id: number }>) =>
  db
    .select({ ...asStudent, has_photo: hasPhoto })
    .from(students)
    .where(isOwn(user_id, student_id));

/** A family's student for an order, and whether there is a photo. */
export const findStudentForOrder = prepared(forOrder);

/** The same, held against removal or change until the transaction ends. */
export const holdStudentForOrder = prepared((...of: Parameters<typeof forOrder>) =>
  forOrder(...of).for('share'),
);

/** The id of a student who is going to be written. */
export const drawStudentId = (tx: Tx) => drawId(tx, 'students');

const insertOnce = prepared((db, row: Slots<{ id: number } & StudentWrite & Made>) =>
  db
    .insert(students)
    .overridingSystemValue()
    .values(row)
    .onConflictDoNothing({ target: [students.user_id, students.client_key] })
    .returning(asStudent),
);

/** @returns undefined when the key has made one before */
export async function insertStudent(
  tx: Tx,
  made: Made & { id: number },
  fields: StudentWrite,
): Promise<StudentRow | undefined> {
  const [row] = await insertOnce(tx, { ...columnsOf(fields), ...made });
  return row;
}

const studentsCounted = prepared((db, { user_id }: Slots<{ user_id: number }>) =>
  db.select({ n: count() }).from(students).where(isOwn(user_id)),
);

export async function countStudents(tx: Tx, user_id: number): Promise<number> {
  const [row] = await studentsCounted(tx, { user_id });
  return row!.n;
}

export async function findStudentByKey(
  tx: Tx,
  { user_id, client_key = '' }: Made,
): Promise<StudentRow | undefined> {
  const [row] = await tx
    .select(asStudent)
    .from(students)
    .where(and(isOwn(user_id), eq(students.client_key, client_key)));
  return row;
}

/** Writes the fields of a student; the version goes up. */
export async function updateStudent(tx: Tx, student_id: number, fields: StudentWrite): Promise<StudentRow> {
  const [row] = await tx
    .update(students)
    .set({ ...columnsOf(fields), version: sql`${students.version} + 1` })
    .where(eq(students.id, student_id))
    .returning(asStudent);
  return row!;
}

/** Erases a student; the row keeps the id, which orders name, and the key under which it was saved. */
export async function eraseStudentRow(tx: Tx, student_id: number, at: Date): Promise<void> {
  await tx
    .update(students)
    .set({ ...erasedValues(studentsErasure, 'account'), deleted_at: at })
    .where(eq(students.id, student_id));
}

/** The students of a family, held until the transaction ends. */
export async function lockStudentsOf(tx: Tx, user_id: number): Promise<number[]> {
  const rows = await tx.select({ id: students.id }).from(students).where(isOwn(user_id)).for('update');
  return rows.map(({ id }) => id);
}

/** Students, removed ones too, to be sealed anew. */
export const studentTextRows = sealedRows(students, STUDENT_TEXTS);

export type ImageRow = { id: number; student_id: number; path: string };

const imagesOf = prepared((db, { student_ids }: Slots<{ student_ids: number[] }>) => {
  const { id, student_id, path } = studentImages;
  return db
    .select({ id, student_id, path })
    .from(studentImages)
    .where(isAnyOf(student_id, student_ids))
    .orderBy(desc(id));
});

/** The photos of students, newest first. */
export async function listImageRows(db: Db, studentIds: number[]): Promise<ImageRow[]> {
  return imagesOf(db, { student_ids: studentIds });
}

export async function insertImage(
  tx: Tx,
  image: { student_id: number; path: string; created_at: Date },
): Promise<void> {
  await tx.insert(studentImages).values(image);
}

/** Photos by id, held, so that none is deleted until the transaction ends. */
export async function lockNextImages(
  tx: Tx,
  after: number,
  limit: number,
): Promise<{ id: number; key: string }[]> {
  return tx
    .select({ id: studentImages.id, key: studentImages.path })
    .from(studentImages)
    .where(gt(studentImages.id, after))
    .orderBy(studentImages.id)
    .limit(limit)
    .for('update');
}

/** The photos of all children of a family. */
export async function countPhotos(db: Db, user_id: number): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(studentImages)
    .innerJoin(students, eq(students.id, studentImages.student_id))
    .where(isOwn(user_id));
  return row!.n;
}

export async function deleteImages(tx: Tx, student_id: number): Promise<void> {
  await tx.delete(studentImages).where(eq(studentImages.student_id, student_id));
}

/** Which child a stored photo shows, and whose. */
export async function findPhotoChild(
  db: Db,
  path: string,
): Promise<{ student_id: number; user_id: number } | undefined> {
  const [found] = await db
    .select({ student_id: students.id, user_id: students.user_id })
    .from(studentImages)
    .innerJoin(students, eq(students.id, studentImages.student_id))
    .where(and(eq(studentImages.path, path), isNull(students.deleted_at)));
  return found;
}
