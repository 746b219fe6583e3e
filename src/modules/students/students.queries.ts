import { and, desc, eq, gt, inArray, isNull, not, or, like } from 'drizzle-orm';
import { studentImages, students } from '#db/tables/students.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Sealed } from '#kit/sealed.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Made } from './addresses.queries.ts';
import type { StudentFields } from './students.contract.ts';

/** A student by the specifications' names. */
const asStudent = {
  id: students.id,
  first_name: students.first_name,
  last_name: students.last_name,
  sex: students.sex,
  date_of_birth: students.date_of_birth,
  email: students.email,
  has_medical_concerns: students.has_medical_concerns,
  medical_concerns: students.medical_concerns,
  can_exit_bus_alone: students.can_exit_bus_alone,
  phone_home: students.phone_home,
  phone_mobile: students.phone_mobile,
  address_id: students.address_id,
  address: students.address,
  apt: students.apt,
  city: students.city,
  state: students.state,
  zip: students.zip,
  guardian_1_first_name: students.guardian_1_first_name,
  guardian_1_last_name: students.guardian_1_last_name,
  guardian_1_phone_mobile: students.guardian_1_phone_mobile,
  guardian_1_email: students.guardian_1_email,
  guardian_2_first_name: students.guardian_2_first_name,
  guardian_2_last_name: students.guardian_2_last_name,
  guardian_2_phone_mobile: students.guardian_2_phone_mobile,
  guardian_2_email: students.guardian_2_email,
  is_split_custody: students.is_split_custody,
  second_address: students.second_address,
  custody_notes: students.custody_notes,
  created_at: students.created_at,
};

/** The texts that are stored sealed (reliability 5.6). */
export type EncryptedTexts = {
  medical_concerns: Sealed | null;
  second_address: Sealed | null;
  custody_notes: Sealed | null;
};

/** What a family may write of a student, the day of birth read and the texts sealed. */
export type StudentWrite = Omit<StudentFields, 'date_of_birth' | keyof EncryptedTexts> &
  EncryptedTexts & { date_of_birth: PlainDate };

function columnsOf(fields: StudentWrite) {
  return {
    first_name: fields.first_name,
    last_name: fields.last_name,
    sex: fields.sex,
    date_of_birth: fields.date_of_birth,
    email: fields.email,
    has_medical_concerns: fields.has_medical_concerns,
    medical_concerns: fields.medical_concerns,
    can_exit_bus_alone: fields.can_exit_bus_alone,
    phone_home: fields.phone_home,
    phone_mobile: fields.phone_mobile,
    address_id: fields.address_id ?? null,
    address: fields.address,
    apt: fields.apt,
    city: fields.city,
    state: fields.state,
    zip: fields.zip,
    guardian_1_first_name: fields.guardian_1_first_name,
    guardian_1_last_name: fields.guardian_1_last_name,
    guardian_1_phone_mobile: fields.guardian_1_phone_mobile,
    guardian_1_email: fields.guardian_1_email,
    guardian_2_first_name: fields.guardian_2_first_name,
    guardian_2_last_name: fields.guardian_2_last_name,
    guardian_2_phone_mobile: fields.guardian_2_phone_mobile,
    guardian_2_email: fields.guardian_2_email,
    is_split_custody: fields.is_split_custody,
    second_address: fields.second_address,
    custody_notes: fields.custody_notes,
  };
}

const isOwn = (user_id: number, student_id?: number) =>
  and(
    eq(students.user_id, user_id),
    isNull(students.deleted_at),
    student_id === undefined ? undefined : eq(students.id, student_id),
  );

/** The students of a family, or the one asked for. */
export async function listStudentRows(db: Db, user_id: number, student_id?: number) {
  return db.select(asStudent).from(students).where(isOwn(user_id, student_id)).orderBy(students.id);
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

/** @returns undefined when the key has made one before */
export async function insertStudent(
  tx: Tx,
  made: Made,
  fields: StudentWrite,
): Promise<StudentRow | undefined> {
  const once = { target: [students.user_id, students.client_key] };
  const [row] = await tx
    .insert(students)
    .values({ ...columnsOf(fields), ...made })
    .onConflictDoNothing(once)
    .returning(asStudent);
  return row;
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

export async function updateStudent(
  tx: Tx,
  user_id: number,
  student_id: number,
  fields: StudentWrite,
): Promise<StudentRow | undefined> {
  const [row] = await tx
    .update(students)
    .set(columnsOf(fields))
    .where(isOwn(user_id, student_id))
    .returning(asStudent);
  return row;
}

export async function markDeleted(tx: Tx, student_id: number, at: Date): Promise<void> {
  await tx.update(students).set({ deleted_at: at }).where(eq(students.id, student_id));
}

type StoredTexts = { id: number } & EncryptedTexts;

/** Students, removed ones too, with a text that is not sealed under the first key; by id, from `after` on. */
export async function listToReencrypt(
  db: Db,
  currentPrefix: string,
  after: number,
  limit: number,
): Promise<StoredTexts[]> {
  const { id, medical_concerns, second_address, custody_notes } = students;
  const isOld = [medical_concerns, second_address, custody_notes].map((column) =>
    not(like(column, `${currentPrefix}%`)),
  );
  const found = db.select({ id, medical_concerns, second_address, custody_notes }).from(students);
  return found
    .where(and(gt(id, after), or(...isOld)))
    .orderBy(id)
    .limit(limit);
}

/** Replaces the texts that were read by encrypted ones, unless the row has changed meanwhile. */
export async function replaceTexts(db: Db, read: StoredTexts, sealed: EncryptedTexts): Promise<void> {
  const { medical_concerns, second_address, custody_notes } = students;
  const isSame = [
    [medical_concerns, read.medical_concerns],
    [second_address, read.second_address],
    [custody_notes, read.custody_notes],
  ] as const;
  await db
    .update(students)
    .set({
      medical_concerns: sealed.medical_concerns,
      second_address: sealed.second_address,
      custody_notes: sealed.custody_notes,
    })
    .where(
      and(
        eq(students.id, read.id),
        ...isSame.map(([column, value]) => (value === null ? isNull(column) : eq(column, value))),
      ),
    );
}

export type ImageRow = { id: number; student_id: number; path: string };

/** The photos of students, newest first. */
export async function listImageRows(db: Db, studentIds: number[]): Promise<ImageRow[]> {
  const { id, student_id, path } = studentImages;
  return db
    .select({ id, student_id, path })
    .from(studentImages)
    .where(inArray(student_id, studentIds))
    .orderBy(desc(id));
}

export async function insertImage(
  tx: Tx,
  image: { student_id: number; path: string; created_at: Date },
): Promise<void> {
  await tx.insert(studentImages).values(image);
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
