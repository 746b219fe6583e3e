import { formatDate, isPlainDate } from '#kit/plain-date.ts';
import { CARE_TEXTS } from '#modules/students/students.contract.ts';

/** The fields of a student that a contract copies, in the order of the form. */
export const SIGNED_FIELDS = [
  'first_name',
  'last_name',
  'sex',
  'date_of_birth',
  'phone_home',
  'phone_mobile',
  'email',
  'can_exit_bus_alone',
  'guardian_1_first_name',
  'guardian_1_last_name',
  'guardian_1_phone_mobile',
  'guardian_1_email',
  'guardian_2_first_name',
  'guardian_2_last_name',
  'guardian_2_phone_mobile',
  'guardian_2_email',
  'address',
  'apt',
  'city',
  'state',
  'zip',
  'is_split_custody',
  'has_medical_concerns',
  ...CARE_TEXTS,
] as const;
export type SignedFieldName = (typeof SIGNED_FIELDS)[number];

type Value = string | boolean | null;
export type SignedDifference = { field: SignedFieldName; signed: Value; on_file: Value };

type Fields = Readonly<Partial<Record<SignedFieldName, Value | undefined>>>;

const shown = (value: Value | undefined): Value => {
  if (value === undefined || value === '') return null;
  return typeof value === 'string' && isPlainDate(value) ? formatDate(value) : value;
};

/** What the contract says and what is on file today, field by field (OF10.4). */
export const signedDifferences = (signed: Fields, on_file: Fields): SignedDifference[] =>
  SIGNED_FIELDS.map((field) => ({
    field,
    signed: shown(signed[field]),
    on_file: shown(on_file[field]),
  })).filter((one) => one.signed !== one.on_file);

const CARE: readonly SignedFieldName[] = [...CARE_TEXTS, 'has_medical_concerns'];

/** Read with the right to care alone. */
export const isOfCare = ({ field }: SignedDifference): boolean => CARE.includes(field);
