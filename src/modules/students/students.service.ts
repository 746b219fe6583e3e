import { isDeepStrictEqual } from 'node:util';
import { hasRight } from '#kit/endpoint/right.ts';
import { checkIsParent, lockFamily } from '#modules/accounts/profile/users.service.ts';
import { signerOf } from '#modules/accounts/sessions/links.service.ts';
import { invariant } from '#kit/invariant.ts';
import { formatDate, parseUsDate, plainDate, type PlainDate } from '#kit/plain-date.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import { fullName } from '#kit/text/full-name.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { atOnce, onOneConnection } from '#platform/db/at-once.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { checkAddress } from './addresses.service.ts';
import { birthDays, studentColumns, studentTexts } from './encrypted-texts.service.ts';
import { FAMILY_LIMITS } from './family-limits.ts';
import {
  keptCareTexts,
  type ChangedStudent,
  type NewStudent,
  type Student,
  type StudentFields,
} from './students.contract.ts';
import { deleteAddressesOf } from './addresses.queries.ts';
import { deleteNotesOfFamily, deleteNotesOfStudents } from './notes.queries.ts';
import { erasePhotos } from './photos.service.ts';
import { isStudentAge } from './student-age.ts';
import { studentRefusals } from './students.refusals.ts';
import * as rows from './students.queries.ts';

/** The orders module depends on students, so `openAppContext` passes this function in (U, A6). */
export type CountContracts = (db: Db, studentIds: number[]) => Promise<Map<number, number>>;

/** The paths on the wire are relative to this folder, as for content blocks. */
const STORAGE = '/storage/';

export type StudentsDeps = { viewer: Viewer; now: Date; countContracts: CountContracts; vault: Vault };

/** Later modules look at a child that a family has registered or changed. */
export type NoteChild = (tx: Tx, student_id: number) => Promise<void>;

export type StudentWriteDeps = StudentsDeps & { today: PlainDate; noteChild: NoteChild };

/** Texts stay encrypted, because an order need not read the texts. */
export type StudentRecord = rows.StudentRow & { has_photo: boolean };

/**
 * While impersonating a parent, staff leave an audit row per student (reliability 5.6).
 * @throws Refusal student_not_found for an unknown or removed id, or another family's
 */
export async function listStudents(db: Db, asked: StudentsDeps, student_id?: number): Promise<Student[]> {
  const found = await rows.listStudentRows(db, asked.viewer.user_id, student_id);
  if (student_id !== undefined && found.length === 0) throw new Refusal(studentRefusals.student_not_found);
  if (asked.viewer.impersonator_id !== null) {
    for (const { id } of found)
      await writeAudit(db, asked.now, asked.viewer, { action: 'student.read', subject: `student:${id}` });
  }
  return shown(db, asked, found);
}

/**
 * A repeated key returns the present state of the student.
 * @throws Refusal address_not_found, student_age, student_not_found for the key of a removed student,
 *   too_many_students (H8), student_known (MC10)
 */
export async function createStudent(
  tx: Tx,
  asked: StudentWriteDeps,
  { is_another, ...fields }: NewStudent,
  client_key?: string,
): Promise<Student> {
  const user_id = asked.viewer.user_id;
  const [, id] = await atOnce([lockFamily(tx, user_id), rows.drawStudentId(tx)]);
  if (is_another === false) await refuseKnown(tx, asked, fields, { student_id: id, client_key });
  const made = { id, user_id, created_at: asked.now, client_key };
  const written = await readFields(tx, asked, id, fields);
  const [added, students] = await atOnce([
    rows.insertStudent(tx, made, written),
    rows.countStudents(tx, user_id),
  ]);
  if (added && students > FAMILY_LIMITS.students) throw new Refusal(studentRefusals.too_many_students);
  if (added) {
    await asked.noteChild(tx, added.id);
    return toResponse(asked, added, { images: [], contracts: 0 });
  }
  const row = await rows.findStudentByKey(tx, made);
  if (!row) throw new Refusal(studentRefusals.student_not_found);
  return shownOne(tx, asked, row);
}

/**
 * Registers a student of a family that telephones, as the family does.
 * @throws Refusal parent_not_found, and those of `createStudent`
 * Source: OF3.1
 */
export async function registerStudent(
  tx: Tx,
  asked: StudentWriteDeps,
  user_id: number,
  { fields, client_key }: { fields: NewStudent; client_key?: string },
): Promise<Student> {
  await checkIsParent(tx, user_id);
  const asFamily = { ...asked, viewer: { ...asked.viewer, user_id } };
  const student = await createStudent(tx, asFamily, fields, client_key);
  const subject = `student:${student.id}`;
  await writeAudit(tx, asked.now, asked.viewer, { action: 'student.register', subject });
  return student;
}

/** The orders module compares a changed child with the children on its routes; the family reads nothing. */
export type CompareAgain = (tx: Tx, child: { user_id: number; student_id: number }) => Promise<void>;

/**
 * @throws Refusal student_not_found, address_not_found, student_age; student_edited with the present student,
 *   if changed since the writer's last read (MD5); student_known if changed into another child (MC10)
 */
export async function updateStudent(
  tx: Tx,
  asked: StudentWriteDeps & { compareAgain: CompareAgain },
  student_id: number,
  { version, is_another, ...fields }: ChangedStudent,
): Promise<Student> {
  const current = await rows.lockStudent(tx, asked.viewer.user_id, student_id, 'update');
  if (!current) throw new Refusal(studentRefusals.student_not_found);
  if (version !== undefined && version !== current.version)
    throw new Refusal(studentRefusals.student_edited, { items: [await shownOne(tx, asked, current)] });
  if (is_another === false && !isChild(asked.vault, current, fields))
    await refuseKnown(tx, asked, fields, { student_id });
  const before = await shownOne(tx, asked, current);
  const row = await rows.updateStudent(tx, student_id, await readFields(tx, asked, student_id, fields));
  const after = await shownOne(tx, asked, row);
  // A form saved as it was changes no contract.
  if (!isDeepStrictEqual({ ...before, version: row.version }, after))
    await rows.markChanged(tx, student_id, asked.now);
  await asked.compareAgain(tx, { user_id: asked.viewer.user_id, student_id });
  await asked.noteChild(tx, student_id);
  return after;
}

type Child = Pick<StudentFields, 'first_name' | 'last_name' | 'date_of_birth'>;

const isBornOn = (vault: Vault, { id, date_of_birth }: rows.StudentRow, day: string | undefined) =>
  birthDays.open(vault, id, { date_of_birth }).date_of_birth === day;

const isChild = (vault: Vault, row: rows.StudentRow, form: Child) =>
  row.first_name === form.first_name &&
  row.last_name === form.last_name &&
  isBornOn(vault, row, parseUsDate(form.date_of_birth));

/** @throws Refusal student_known with the other student of the account who has this name and date of birth */
async function refuseKnown(
  tx: Tx,
  asked: StudentsDeps,
  form: Child,
  own: { student_id: number; client_key?: string },
): Promise<void> {
  const named = await rows.listSameNamed(tx, form, { user_id: asked.viewer.user_id, ...own });
  const born = parseUsDate(form.date_of_birth);
  const known = named.find((row) => isBornOn(asked.vault, row, born));
  if (!known) return;
  const items = [await shownOne(tx, asked, known)];
  const told = { registered_id: known.id };
  throw new Refusal(studentRefusals.student_known, { data: { name: fullName(known) }, told, items });
}

/** The same name and date of birth, whatever the accounts (MC10). Never true for a removed student. */
export async function isSameChild(
  { db, vault }: { db: Db; vault: Vault },
  ids: { one: number; other: number },
): Promise<boolean> {
  const days = await rows.findBirthDays(db, ids);
  if (!days) return false;
  const [one, other] = (['one', 'other'] as const).map(
    (which) => birthDays.open(vault, ids[which], { date_of_birth: days[which] }).date_of_birth,
  );
  return one === other;
}

/** Later modules erase seats, drafts and orders that came to nothing. Refuses during a checkout. */
export type EraseTraces = (tx: Tx, student_id: number) => Promise<void>;

/**
 * The row keeps only the id.
 * @throws Refusal student_not_found, student_has_contracts
 */
export async function removeStudent(
  tx: Tx,
  asked: StudentsDeps & { eraseTraces: EraseTraces },
  student_id: number,
): Promise<void> {
  // A checkout locks the student too, so no contract can appear between count and removal.
  const student = await rows.lockStudent(tx, asked.viewer.user_id, student_id, 'update');
  if (!student) throw new Refusal(studentRefusals.student_not_found);
  const counts = await asked.countContracts(tx, [student_id]);
  if ((counts.get(student_id) ?? 0) > 0) throw new Refusal(studentRefusals.student_has_contracts);
  await asked.eraseTraces(tx, student_id);
  await erasePhotos(tx, asked.now, student_id);
  await deleteNotesOfStudents(tx, [student_id]);
  await rows.eraseStudentRow(tx, student_id, asked.now);
}

/** Later modules erase their own records. @returns the students' ids */
export async function eraseStudentsOf(tx: Tx, now: Date, user_id: number): Promise<number[]> {
  const student_ids = await rows.lockStudentsOf(tx, user_id);
  for (const student_id of student_ids) {
    await erasePhotos(tx, now, student_id);
    await rows.eraseStudentRow(tx, student_id, now);
  }
  await deleteNotesOfFamily(tx, user_id);
  await deleteAddressesOf(tx, user_id);
  return student_ids;
}

/**
 * Locked against removal until the transaction ends (O1, O8).
 * @throws Refusal student_not_found
 */
export async function getStudent(tx: Tx, user_id: number, student_id: number): Promise<StudentRecord> {
  return orNotFound(await rows.holdStudentForOrder(tx, { user_id, student_id }));
}

/**
 * Without a lock, for a price; signing repeats the check.
 * @throws Refusal student_not_found
 */
export async function readStudent(db: Db, user_id: number, student_id: number): Promise<StudentRecord> {
  return orNotFound(await rows.findStudentForOrder(db, { user_id, student_id }));
}

/**
 * As `readStudent`; staff who sell read the child of any family (OF7.4).
 * @throws Refusal student_not_found
 */
export async function readStudentToSell(db: Db, viewer: Viewer, student_id: number): Promise<StudentRecord> {
  const mayReadAny = hasRight(viewer, 'money_write');
  const owner = (mayReadAny && (await rows.findOwner(db, student_id))) || viewer;
  return readStudent(db, owner.user_id, student_id);
}

function orNotFound([student]: StudentRecord[]): StudentRecord {
  if (!student) throw new Refusal(studentRefusals.student_not_found);
  return student;
}

async function readFields(
  tx: Tx,
  { viewer, today, vault }: StudentWriteDeps,
  student_id: number,
  fields: StudentFields,
): Promise<rows.StudentWrite> {
  if (!isStudentAge(fields.date_of_birth, today))
    throw refuseField(studentRefusals.student_age, 'date_of_birth');
  if (fields.address_id) await checkAddress(tx, viewer.user_id, fields.address_id);
  const date_of_birth: string | undefined = parseUsDate(fields.date_of_birth);
  invariant(date_of_birth, 'the contract has checked the day of birth');
  const kept = { ...fields, date_of_birth, ...keptCareTexts(fields) };
  return { ...kept, ...studentColumns(vault, student_id, kept) };
}

async function shownOne(db: Db, asked: StudentsDeps, row: rows.StudentRow): Promise<Student> {
  const [student] = await shown(db, asked, [row]);
  return student!;
}

async function shown(db: Db, asked: StudentsDeps, found: rows.StudentRow[]): Promise<Student[]> {
  if (found.length === 0) return [];
  const ids = found.map((row) => row.id);
  const [images, counts] = await onOneConnection(db, (one) =>
    atOnce([rows.listImageRows(one, ids), asked.countContracts(one, ids)]),
  );
  return found.map((row) =>
    toResponse(asked, row, {
      images: images.filter((image) => image.student_id === row.id),
      contracts: counts.get(row.id) ?? 0,
    }),
  );
}

type Beside = { images: readonly rows.ImageRow[]; contracts: number };

function toResponse(
  { viewer, now, vault }: StudentsDeps,
  row: rows.StudentRow,
  { images, contracts }: Beside,
): Student {
  const sign = signerOf(vault, now, viewer);
  const opened = studentTexts.open(vault, row.id, row);
  return {
    ...row,
    ...opened,
    date_of_birth: formatDate(plainDate(opened.date_of_birth)),
    created_at: row.created_at.toISOString(),
    images: images.map(({ id, path }) => ({ id, path: sign(`${STORAGE}${path}`).slice(STORAGE.length) })),
    contract_details_count: contracts,
  };
}
