import { fieldLabel } from '#kit/endpoint/field-labels.ts';
import { studentFieldsShape } from './students.shapes.ts';
import type { Student } from './students.contract.ts';

export type ChangedField = Exclude<keyof typeof studentFieldsShape.shape, 'address_id'>;

const FIELDS = Object.keys(studentFieldsShape.shape).filter(
  (name) => name !== 'address_id',
) as ChangedField[];

/** The fields of a student that differ, in the order of the form. */
export const changedFields = (before: Student, after: Student): ChangedField[] =>
  FIELDS.filter((field) => before[field] !== after[field]);

const GUARDIAN = /^guardian_[12]_/;

/** In words, without values: `Last name`, `Guardian 1 email`. */
export const changedText = (field: string): string =>
  GUARDIAN.test(field) ? fieldLabel([field]) : fieldLabel([field], 'student');
