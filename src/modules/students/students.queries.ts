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
  first_name: students.firstName,
  last_name: students.lastName,
  sex: students.sex,
  date_of_birth: students.dateOfBirth,
  email: students.email,
  has_medical_concerns: students.hasMedicalConcerns,
  medical_concerns: students.medicalConcerns,
  can_exit_bus_alone: students.canExitBusAlone,
  phone_home: students.phoneHome,
  phone_mobile: students.phoneMobile,
  address_id: students.addressId,
  address: students.address,
  apt: students.apt,
  city: students.city,
  state: students.state,
  zip: students.zip,
  guardian_1_first_name: students.guardian1FirstName,
  guardian_1_last_name: students.guardian1LastName,
  guardian_1_phone_mobile: students.guardian1PhoneMobile,
  guardian_1_email: students.guardian1Email,
  guardian_2_first_name: students.guardian2FirstName,
  guardian_2_last_name: students.guardian2LastName,
  guardian_2_phone_mobile: students.guardian2PhoneMobile,
  guardian_2_email: students.guardian2Email,
  is_split_custody: students.isSplitCustody,
  second_address: students.secondAddress,
  custody_notes: students.custodyNotes,
  created_at: students.createdAt,
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
    firstName: fields.first_name,
    lastName: fields.last_name,
    sex: fields.sex,
    dateOfBirth: fields.date_of_birth,
    email: fields.email,
    hasMedicalConcerns: fields.has_medical_concerns,
    medicalConcerns: fields.medical_concerns,
    canExitBusAlone: fields.can_exit_bus_alone,
    phoneHome: fields.phone_home,
    phoneMobile: fields.phone_mobile,
    addressId: fields.address_id ?? null,
    address: fields.address,
    apt: fields.apt,
    city: fields.city,
    state: fields.state,
    zip: fields.zip,
    guardian1FirstName: fields.guardian_1_first_name,
    guardian1LastName: fields.guardian_1_last_name,
    guardian1PhoneMobile: fields.guardian_1_phone_mobile,
    guardian1Email: fields.guardian_1_email,
    guardian2FirstName: fields.guardian_2_first_name,
    guardian2LastName: fields.guardian_2_last_name,
    guardian2PhoneMobile: fields.guardian_2_phone_mobile,
    guardian2Email: fields.guardian_2_email,
    isSplitCustody: fields.is_split_custody,
    secondAddress: fields.second_address,
    custodyNotes: fields.custody_notes,
  };
}

const isOwn = (userId: number, studentId?: number) =>
  and(
    eq(students.userId, userId),
    isNull(students.deletedAt),
    studentId === undefined ? undefined : eq(students.id, studentId),
  );

/** The students of a family, or the one asked for. */
export async function listStudentRows(db: Db, userId: number, studentId?: number) {
  return db.select(asStudent).from(students).where(isOwn(userId, studentId)).orderBy(students.id);
}

export type StudentRow = Awaited<ReturnType<typeof listStudentRows>>[number];

/** A family's student, held against removal or change until the transaction ends. */
export async function lockStudent(
  tx: Tx,
  userId: number,
  studentId: number,
  strength: 'update' | 'share',
): Promise<StudentRow | undefined> {
  const [row] = await tx.select(asStudent).from(students).where(isOwn(userId, studentId)).for(strength);
  return row;
}

/** @returns undefined when the key has made one before */
export async function insertStudent(
  tx: Tx,
  made: Made,
  fields: StudentWrite,
): Promise<StudentRow | undefined> {
  const once = { target: [students.userId, students.clientKey] };
  const [row] = await tx
    .insert(students)
    .values({ ...columnsOf(fields), ...made })
    .onConflictDoNothing(once)
    .returning(asStudent);
  return row;
}

export async function findStudentByKey(
  tx: Tx,
  { userId, clientKey = '' }: Made,
): Promise<StudentRow | undefined> {
  const [row] = await tx
    .select(asStudent)
    .from(students)
    .where(and(isOwn(userId), eq(students.clientKey, clientKey)));
  return row;
}

export async function updateStudent(
  tx: Tx,
  userId: number,
  studentId: number,
  fields: StudentWrite,
): Promise<StudentRow | undefined> {
  const [row] = await tx
    .update(students)
    .set(columnsOf(fields))
    .where(isOwn(userId, studentId))
    .returning(asStudent);
  return row;
}

export async function markDeleted(tx: Tx, studentId: number, at: Date): Promise<void> {
  await tx.update(students).set({ deletedAt: at }).where(eq(students.id, studentId));
}

type StoredTexts = { id: number } & EncryptedTexts;

/** Students, removed ones too, with a text that is not sealed under the first key; by id, from `after` on. */
export async function listToReencrypt(
  db: Db,
  currentPrefix: string,
  after: number,
  limit: number,
): Promise<StoredTexts[]> {
  const {
    id,
    medicalConcerns: medical_concerns,
    secondAddress: second_address,
    custodyNotes: custody_notes,
  } = students;
  const isOld = [medical_concerns, second_address, custody_notes].map((column) =>
    not(like(column, `${currentPrefix}%`)),
  );
  const found = db.select({ id, medical_concerns, second_address, custody_notes }).from(students);
  return found
    .where(and(gt(id, after), or(...isOld)))
    .orderBy(id)
    .limit(limit);
}

/** Puts sealed texts in the place of what was read, unless somebody has written meanwhile. */
export async function replaceTexts(db: Db, read: StoredTexts, sealed: EncryptedTexts): Promise<void> {
  const { medicalConcerns, secondAddress, custodyNotes } = students;
  const isSame = [
    [medicalConcerns, read.medical_concerns],
    [secondAddress, read.second_address],
    [custodyNotes, read.custody_notes],
  ] as const;
  await db
    .update(students)
    .set({
      medicalConcerns: sealed.medical_concerns,
      secondAddress: sealed.second_address,
      custodyNotes: sealed.custody_notes,
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
  const { id, studentId, path } = studentImages;
  return db
    .select({ id, student_id: studentId, path })
    .from(studentImages)
    .where(inArray(studentId, studentIds))
    .orderBy(desc(id));
}

export async function insertImage(
  tx: Tx,
  image: { studentId: number; path: string; createdAt: Date },
): Promise<void> {
  await tx.insert(studentImages).values(image);
}

export async function deleteImages(tx: Tx, studentId: number): Promise<void> {
  await tx.delete(studentImages).where(eq(studentImages.studentId, studentId));
}

/** Which child a stored photo shows, and whose. */
export async function findPhotoChild(
  db: Db,
  path: string,
): Promise<{ studentId: number; userId: number } | undefined> {
  const [found] = await db
    .select({ studentId: students.id, userId: students.userId })
    .from(studentImages)
    .innerJoin(students, eq(students.id, studentImages.studentId))
    .where(and(eq(studentImages.path, path), isNull(students.deletedAt)));
  return found;
}
