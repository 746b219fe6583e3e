import { and, count, desc, eq, getTableColumns, gt, isNull, ne, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { erasedValues } from '#db/tables/erasure.ts';
import { childName, studentImages, students, studentsErasure } from '#db/tables/students.ts';
import { isAnyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Builder, type Slots } from '#platform/db/prepared.ts';
import { drawId, sealedRows } from '#platform/db/sealed-rows.ts';
import type { Made } from './addresses.queries.ts';
import { STUDENT_TEXTS, type StudentFields } from './students.contract.ts';

/** Owner, key, marks and removal serve only to find a student. */
const {
  user_id: _owner,
  client_key: _key,
  address_marks: _marks,
  changed_at: _change,
  deleted_at: _removal,
  ...asStudent
} = getTableColumns(students);

/** reliability 5.6, H14 */
export type EncryptedTexts = Pick<typeof students.$inferSelect, (typeof STUDENT_TEXTS)[number]>;

export type StudentWrite = Omit<StudentFields, keyof EncryptedTexts> &
  EncryptedTexts &
  Pick<typeof students.$inferSelect, 'address_marks'>;

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

export async function listStudentRows(db: Db, user_id: number, student_id?: number) {
  return studentsOf(db, { user_id, student_id });
}

export type StudentRow = Awaited<ReturnType<typeof listStudentRows>>[number];

export async function lockStudent(
  tx: Tx,
  user_id: number,
  student_id: number,
  strength: 'update' | 'share',
): Promise<StudentRow | undefined> {
  const [row] = await tx.select(asStudent).from(students).where(isOwn(user_id, student_id)).for(strength);
  return row;
}

// A condition of its own, because columns in a select would lose the table names.
const hasPhoto = sql<boolean>`exists (select from ${studentImages}
  where ${eq(studentImages.student_id, students.id)})`;

const forOrder = (db: Builder, { user_id, student_id }: Slots<{ user_id: number; student_id: number }>) =>
  db
    .select({ ...asStudent, has_photo: hasPhoto })
    .from(students)
    .where(isOwn(user_id, student_id));

export const findStudentForOrder = prepared(forOrder);

export const holdStudentForOrder = prepared((...of: Parameters<typeof forOrder>) =>
  forOrder(...of).for('share'),
);

export const drawStudentId = (tx: Tx) => drawId(tx, 'students');

const insertOnce = prepared((db, row: Slots<{ id: number } & StudentWrite & Made>) =>
  db
    .insert(students)
    .overridingSystemValue()
    .values(row)
    .onConflictDoNothing({ target: [students.user_id, students.client_key] })
    .returning(asStudent),
);

/** @returns undefined if the key has made a record before */
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

type Named = Pick<StudentFields, 'first_name' | 'last_name'>;

/** @param own  the row that is saved, and the key of an earlier answer to the same form */
export async function listSameNamed(
  tx: Tx,
  { first_name, last_name }: Named,
  own: { user_id: number; student_id: number; client_key?: string },
): Promise<StudentRow[]> {
  const { user_id, student_id, client_key = null } = own;
  const name = childName({ first_name: sql`${first_name}::text`, last_name: sql`${last_name}::text` });
  return tx
    .select(asStudent)
    .from(students)
    .where(
      and(
        isOwn(user_id),
        eq(childName(students), name),
        ne(students.id, student_id),
        sql`(${students.client_key} is null or ${students.client_key} is distinct from ${client_key})`,
      ),
    )
    .orderBy(students.id);
}

const one = alias(students, 'one');
const other = alias(students, 'other');

/** @returns the sealed days of birth of two students with one name, else undefined */
export async function findBirthDays(db: Db, ids: { one: number; other: number }) {
  const [days] = await db
    .select({ one: one.date_of_birth, other: other.date_of_birth })
    .from(one)
    .innerJoin(other, eq(childName(other), childName(one)))
    .where(
      and(eq(one.id, ids.one), eq(other.id, ids.other), isNull(one.deleted_at), isNull(other.deleted_at)),
    );
  return days;
}

export async function updateStudent(tx: Tx, student_id: number, fields: StudentWrite): Promise<StudentRow> {
  const [row] = await tx
    .update(students)
    .set({ ...columnsOf(fields), version: sql`${students.version} + 1` })
    .where(eq(students.id, student_id))
    .returning(asStudent);
  return row!;
}

/** A contract signed before shows other details than the student has (OF1). */
export async function markChanged(tx: Tx, student_id: number, changed_at: Date): Promise<void> {
  await tx.update(students).set({ changed_at }).where(eq(students.id, student_id));
}

/** The row keeps the id, named by orders, and the client's key. */
export async function eraseStudentRow(tx: Tx, student_id: number, at: Date): Promise<void> {
  await tx
    .update(students)
    .set({ ...erasedValues(studentsErasure, 'account'), deleted_at: at })
    .where(eq(students.id, student_id));
}

export async function lockStudentsOf(tx: Tx, user_id: number): Promise<number[]> {
  const rows = await tx.select({ id: students.id }).from(students).where(isOwn(user_id)).for('update');
  return rows.map(({ id }) => id);
}

/** Includes removed students. */
export const studentTextRows = sealedRows(students, STUDENT_TEXTS);

/** An erased student has no address, and a saved address leaves at least one mark. */
const isUnmarked = and(eq(students.address_marks, []), ne(students.address, sql`''`));

/** Skips rows locked elsewhere. */
export async function lockUnmarked(tx: Tx, after: number, limit: number) {
  const { id, address, zip } = students;
  return tx
    .select({ id, address, zip })
    .from(students)
    .where(and(gt(id, after), isUnmarked))
    .orderBy(id)
    .limit(limit)
    .for('update', { skipLocked: true });
}

export const hasUnmarked = async (db: Db): Promise<boolean> =>
  (await db.select({ id: students.id }).from(students).where(isUnmarked).limit(1)).length > 0;

export type ImageRow = { id: number; student_id: number; path: string };

const imagesOf = prepared((db, { student_ids }: Slots<{ student_ids: number[] }>) => {
  const { id, student_id, path } = studentImages;
  return db
    .select({ id, student_id, path })
    .from(studentImages)
    .where(isAnyOf(student_id, student_ids))
    .orderBy(desc(id));
});

export async function listImageRows(db: Db, studentIds: number[]): Promise<ImageRow[]> {
  return imagesOf(db, { student_ids: studentIds });
}

export async function insertImage(
  tx: Tx,
  image: { student_id: number; path: string; created_at: Date },
): Promise<void> {
  await tx.insert(studentImages).values(image);
}

/** None is deleted until the transaction ends. */
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

/** The account of a student who is not removed. */
export async function findOwner(db: Db, student_id: number): Promise<{ user_id: number } | undefined> {
  const [found] = await db
    .select({ user_id: students.user_id })
    .from(students)
    .where(and(eq(students.id, student_id), isNull(students.deleted_at)));
  return found;
}

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
