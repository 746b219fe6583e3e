import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { onlyWith } from '#kit/endpoint/right.ts';
import { onceHeaders, idShape, instantShape, byId, seenVersion, versionShape } from '#kit/endpoint/wire.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { studentRefusals } from './students.refusals.ts';
import { addressFieldsShape, studentFieldsShape } from './students.shapes.ts';

export const PHOTO_MAX_KB = 5 * 1024;

export const addressShape = z.object({
  id: idShape,
  address: z.string(),
  apt: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  is_active: z.boolean(),
  /** goes up with each change */
  version: versionShape,
});

export type Address = z.output<typeof addressShape>;

export type StudentFields = z.output<typeof studentFieldsShape>;

/**
 * For a student with the name and date of birth of another one of the account: false asks, true says that the
 * child is another one (MC10). The specified calls have none: they save without a question.
 */
const askedOnce = { is_another: z.boolean().optional() };

const newStudentShape = studentFieldsShape.safeExtend(askedOnce);

const changedStudentShape = newStudentShape.safeExtend(seenVersion);

const changedAddressShape = addressFieldsShape.extend(seenVersion);

export type NewStudent = z.output<typeof newStudentShape>;

export type ChangedStudent = z.output<typeof changedStudentShape>;

/** Encrypted (reliability 5.6). */
export const CARE_TEXTS = ['medical_concerns', 'second_address', 'custody_notes'] as const;

/** Encrypted (H14). */
export const ADDRESS_TEXTS = ['address', 'apt', 'city', 'state', 'zip'] as const;

/** Encrypted (reliability 5.6, H14). */
export const STUDENT_TEXTS = [
  'date_of_birth',
  'phone_home',
  'phone_mobile',
  'guardian_1_phone_mobile',
  'guardian_2_phone_mobile',
  ...ADDRESS_TEXTS,
  ...CARE_TEXTS,
] as const;

/** Drops the text of an unticked box: a driver must not read of concerns no longer present. */
export const keptCareTexts = (form: StudentFields) => ({
  medical_concerns: form.has_medical_concerns ? form.medical_concerns : null,
  second_address: form.is_split_custody ? form.second_address : null,
  custody_notes: form.is_split_custody ? form.custody_notes : null,
});

export const studentShape = z.object({
  id: idShape,
  first_name: z.string(),
  last_name: z.string(),
  sex: z.enum(['m', 'f']),
  /** MM/dd/yyyy */
  date_of_birth: z.string(),
  email: z.string().nullable(),
  /** newest first; a path opens below /storage/ for five minutes */
  images: onlyWith('care', z.array(z.object({ id: idShape, path: z.string() }))),
  has_medical_concerns: onlyWith('care', z.boolean()),
  medical_concerns: onlyWith('care', z.string().nullable()),
  can_exit_bus_alone: z.boolean(),
  phone_home: z.string(),
  phone_mobile: z.string().nullable(),
  address_id: idShape.nullable(),
  address: z.string(),
  apt: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  guardian_1_first_name: z.string(),
  guardian_1_last_name: z.string(),
  guardian_1_phone_mobile: z.string(),
  guardian_1_email: z.string(),
  guardian_2_first_name: z.string().nullable(),
  guardian_2_last_name: z.string().nullable(),
  guardian_2_phone_mobile: z.string().nullable(),
  guardian_2_email: z.string().nullable(),
  is_split_custody: z.boolean(),
  second_address: onlyWith('care', z.string().nullable()),
  custody_notes: onlyWith('care', z.string().nullable()),
  /** goes up with each change of the fields */
  version: versionShape,
  created_at: instantShape,
  /** orders with a successful first transaction, or awaiting aid (U, A6) */
  contract_details_count: z.number().int(),
});

export type Student = z.output<typeof studentShape>;

export const listAddresses = endpoint({
  name: 'listAddresses',
  summary: 'The addresses that the family saved',
  method: 'GET',
  path: '/address/:id?',
  guard: 'account',
  params: byId.partial(),
  item: addressShape,
  refusals: [studentRefusals.address_not_found],
});

export const createAddress = endpoint({
  name: 'createAddress',
  summary: 'Save an address; once for each Idempotency-Key',
  method: 'POST',
  path: '/address',
  guard: 'account',
  headers: onceHeaders,
  body: addressFieldsShape,
  item: addressShape,
  refusals: [studentRefusals.too_many_addresses],
});

export const updateAddress = endpoint({
  name: 'updateAddress',
  summary: 'Change a saved address',
  method: 'PUT',
  path: '/address/:id',
  guard: 'account',
  params: byId,
  body: changedAddressShape,
  item: addressShape,
  refusals: [studentRefusals.address_not_found, studentRefusals.address_edited],
});

export const removeAddress = endpoint({
  name: 'removeAddress',
  proof: 'of_staff',
  summary: 'Remove a saved address at which no student lives',
  method: 'DELETE',
  path: '/address/:id',
  guard: 'account',
  params: byId,
  item: 'none',
  refusals: [studentRefusals.address_not_found, studentRefusals.address_in_use],
});

export const listStudents = endpoint({
  name: 'listStudents',
  summary: 'The students of the family, or one of them',
  method: 'GET',
  path: '/student/:id?',
  guard: 'account',
  params: byId.partial(),
  item: studentShape,
  refusals: [studentRefusals.student_not_found],
});

export const createStudent = endpoint({
  name: 'createStudent',
  summary: 'Register a student; once for each Idempotency-Key',
  method: 'POST',
  path: '/student',
  guard: 'account',
  headers: onceHeaders,
  body: newStudentShape,
  fieldsOf: 'student',
  item: studentShape,
  refusals: [
    studentRefusals.student_not_found,
    studentRefusals.student_known,
    studentRefusals.address_not_found,
    studentRefusals.student_age,
    studentRefusals.too_many_students,
  ],
});

export const registerStudent = endpoint({
  name: 'registerStudent',
  summary: 'Register a student of a family on the telephone; once for each Idempotency-Key',
  method: 'POST',
  path: '/admin/parents/:id/students',
  guard: { right: 'families_write' },
  audits: ['student.register'],
  params: byId,
  headers: onceHeaders,
  body: newStudentShape,
  fieldsOf: 'student',
  item: studentShape,
  refusals: [accountRefusals.parent_not_found, ...createStudent.refusals],
});

export const updateStudent = endpoint({
  name: 'updateStudent',
  summary: 'Change a student',
  method: 'PUT',
  path: '/student/:id',
  guard: 'account',
  params: byId,
  body: changedStudentShape,
  fieldsOf: 'student',
  item: studentShape,
  refusals: [
    studentRefusals.student_not_found,
    studentRefusals.student_edited,
    studentRefusals.student_known,
    studentRefusals.address_not_found,
    studentRefusals.student_age,
  ],
});

export const changeStudent = endpoint({
  name: 'changeStudent',
  summary: 'Change a student by the rules of the family; the family is mailed which fields changed (OF10.4)',
  method: 'PUT',
  path: '/admin/students/:id',
  guard: { right: 'families_write' },
  audits: ['student.change'],
  impersonation: 'refused',
  params: byId,
  body: newStudentShape.safeExtend({ version: versionShape }),
  fieldsOf: 'student',
  item: studentShape,
  refusals: updateStudent.refusals,
});

export const deleteStudent = endpoint({
  name: 'deleteStudent',
  proof: 'of_staff',
  summary: 'Remove a student without contracts',
  method: 'DELETE',
  path: '/student/:id',
  guard: 'account',
  params: byId,
  item: 'none',
  refusals: [studentRefusals.student_not_found, studentRefusals.student_has_contracts],
});
