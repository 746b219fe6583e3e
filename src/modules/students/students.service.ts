import { lockFamily } from '#modules/accounts/profile/users.service.ts';
import { signerOf } from '#modules/accounts/sessions/links.service.ts';
import { invariant } from '#kit/invariant.ts';
import { formatDate, parseUsDate, plainDate, type PlainDate } from '#kit/plain-date.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { atOnce, onOneConnection } from '#platform/db/at-once.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { checkAddress } from './addresses.service.ts';
import { studentTexts } from './encrypted-texts.service.ts';
import { FAMILY_LIMITS } from './family-limits.ts';
import { keptCareTexts, type ChangedStudent, type Student, type StudentFields } from './students.contract.ts';
import { deleteAddressesOf } from './addresses.queries.ts';
import { erasePhotos } from './photos.service.ts';
import { isStudentAge } from './student-age.ts';
import { studentRefusals } from './students.refusals.ts';
import * as rows from './students.queries.ts';

/**
 * How many orders with a successful first transaction each student has (U). Orders know, and stand
 * below students, so `openAppContext` passes this in.
 */
export type CountContracts = (db: Db, studentIds: number[]) => Promise<Map<number, number>>;

/** Where files are served; the wire's paths are below it, as those of content blocks are. */
const STORAGE = '/storage/';

/** What every call about students needs to know besides the student. */
export type StudentsDeps = { viewer: Viewer; now: Date; countContracts: CountContracts; vault: Vault };

/** What a call that writes a student needs besides: the company's day. */
export type StudentWriteDeps = StudentsDeps & { today: PlainDate };

/**
 * A student by the specifications' names: what an order checks and copies. What is sealed stays sealed, as
 * an order has no need to open it.
 */
export type StudentRecord = rows.StudentRow & { has_photo: boolean };

/**
 * The students of the family, or one of them. What staff reads through a parent's eyes is written down,
 * child by child (reliability 5.6).
 * @throws Refusal student_not_found for an id that is unknown, removed or another family's
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
 * Registers a student; the key of one who is registered already answers that one, as it is now.
 * @throws Refusal address_not_found when `address_id` is not the family's
 * @throws Refusal student_age for a date of birth that no student has
 * @throws Refusal student_not_found for the key of one who was removed
 * @throws Refusal too_many_students (H8)
 */
export async function createStudent(
  tx: Tx,
  asked: StudentWriteDeps,
  fields: StudentFields,
  client_key?: string,
): Promise<Student> {
  const user_id = asked.viewer.user_id;
  await lockFamily(tx, user_id);
  const id = await rows.drawStudentId(tx);
  const made = { id, user_id, created_at: asked.now, client_key };
  const added = await rows.insertStudent(tx, made, await readFields(tx, asked, id, fields));
  if (added && (await rows.countStudents(tx, user_id)) > FAMILY_LIMITS.students)
    throw new Refusal(studentRefusals.too_many_students);
  const row = added ?? (await rows.findStudentByKey(tx, made));
  if (!row) throw new Refusal(studentRefusals.student_not_found);
  return shownOne(tx, asked, row);
}

/**
 * Changes a student as the writer has read it.
 * @throws Refusal student_not_found, address_not_found, student_age
 * @throws Refusal student_edited with the student as it is now, when it has changed since then (MD5)
 */
export async function updateStudent(
  tx: Tx,
  asked: StudentWriteDeps,
  student_id: number,
  { version, ...fields }: ChangedStudent,
): Promise<Student> {
  const current = await rows.lockStudent(tx, asked.viewer.user_id, student_id, 'update');
  if (!current) throw new Refusal(studentRefusals.student_not_found);
  if (version !== undefined && version !== current.version)
    throw new Refusal(studentRefusals.student_edited, { items: [await shownOne(tx, asked, current)] });
  const row = await rows.updateStudent(tx, student_id, await readFields(tx, asked, student_id, fields));
  return shownOne(tx, asked, row);
}

/**
 * Erases what later modules keep of a student without contracts: seats, drafts, orders that came to
 * nothing. It refuses while an order is being placed.
 */
export type EraseTraces = (tx: Tx, student_id: number) => Promise<void>;

/**
 * Erases a student who has no contract, photos and traces included; the row keeps nothing but its id.
 * @throws Refusal student_not_found, student_has_contracts
 */
export async function removeStudent(
  tx: Tx,
  asked: StudentsDeps & { eraseTraces: EraseTraces },
  student_id: number,
): Promise<void> {
  // An order holds the student too while it is placed, so no contract can appear between count and removal.
  const student = await rows.lockStudent(tx, asked.viewer.user_id, student_id, 'update');
  if (!student) throw new Refusal(studentRefusals.student_not_found);
  const counts = await asked.countContracts(tx, [student_id]);
  if ((counts.get(student_id) ?? 0) > 0) throw new Refusal(studentRefusals.student_has_contracts);
  await asked.eraseTraces(tx, student_id);
  await erasePhotos(tx, asked.now, student_id);
  await rows.eraseStudentRow(tx, student_id, asked.now);
}

/**
 * Erases every student and address of a family; what later modules keep of them is theirs to erase.
 * @returns the students' ids
 */
export async function eraseStudentsOf(tx: Tx, now: Date, user_id: number): Promise<number[]> {
  const student_ids = await rows.lockStudentsOf(tx, user_id);
  for (const student_id of student_ids) {
    await erasePhotos(tx, now, student_id);
    await rows.eraseStudentRow(tx, student_id, now);
  }
  await deleteAddressesOf(tx, user_id);
  return student_ids;
}

/**
 * One of a family's students for an order, held against removal until the transaction ends (O1, O8).
 * @throws Refusal student_not_found
 */
export async function getStudent(tx: Tx, user_id: number, student_id: number): Promise<StudentRecord> {
  return orNotFound(await rows.holdStudentForOrder(tx, { user_id, student_id }));
}

/**
 * The same, as it is now: for a price, which signing checks again.
 * @throws Refusal student_not_found
 */
export async function readStudent(db: Db, user_id: number, student_id: number): Promise<StudentRecord> {
  return orNotFound(await rows.findStudentForOrder(db, { user_id, student_id }));
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
  return { ...kept, ...studentTexts.seal(vault, student_id, kept) };
}

async function shownOne(db: Db, asked: StudentsDeps, row: rows.StudentRow): Promise<Student> {
  const [student] = await shown(db, asked, [row]);
  return student!;
}

async function shown(
  db: Db,
  { viewer, now, countContracts, vault }: StudentsDeps,
  found: rows.StudentRow[],
): Promise<Student[]> {
  if (found.length === 0) return [];
  const ids = found.map((row) => row.id);
  const [images, counts] = await onOneConnection(db, (one) =>
    atOnce([rows.listImageRows(one, ids), countContracts(one, ids)]),
  );
  const sign = signerOf(vault, now, viewer);
  const linksOf = (id: number) =>
    images
      .filter((image) => image.student_id === id)
      .map(({ id, path }) => ({ id, path: sign(`${STORAGE}${path}`).slice(STORAGE.length) }));
  return found.map((row) => {
    const opened = studentTexts.open(vault, row.id, row);
    return {
      ...row,
      ...opened,
      date_of_birth: formatDate(plainDate(opened.date_of_birth)),
      created_at: row.created_at.toISOString(),
      images: linksOf(row.id),
      contract_details_count: counts.get(row.id) ?? 0,
    };
  });
}
