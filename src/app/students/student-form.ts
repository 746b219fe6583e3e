import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { formatPhone } from '#kit/text/format-phone.ts';
import { formatDate, isPlainDate, type PlainDate } from '#kit/plain-date.ts';
import { mimes } from '#kit/rules/file.ts';
import type { User } from '#modules/accounts/accounts.contract.ts';
import { PHOTO_MAX_KB, type Student } from '#modules/students/students.contract.ts';
import { studentFieldsShape } from '#modules/students/students.shapes.ts';
import { isStudentAge } from '#modules/students/student-age.ts';
import { studentAgeText } from '#modules/students/students.refusals.ts';
import { emptyAddress } from '#app/addresses/address-form.ts';
import { smallPhoto } from './small-photo.ts';

/** The formats of the server's decoder; phones convert their own format. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

const MB = 1024 * 1024;

/** Rounded up, because a photo just above the limit must not read as 5.0 MB. */
const tooLarge = (bytes: number): string => {
  const size_mb = (Math.ceil((bytes / MB) * 10) / 10).toFixed(1);
  return `${m.server_photo_too_large()} ${m.account_photo_has_size({ size: size_mb })}`;
};

/** The limit counts for the photo as sent; browsers make most photos of phones smaller (MD9). */
const smallEnough = z.superRefine<FileList | null | undefined>(async (files, context) => {
  const sent = await Promise.all(Array.from(files ?? [], smallPhoto));
  const bytes = Math.max(0, ...sent.map(({ size }) => size));
  if (bytes > PHOTO_MAX_KB * 1024) context.addIssue({ code: 'custom', message: tooLarge(bytes) });
});

/** The photo is sent in a separate call. */
export const studentFormShape = studentFieldsShape.safeExtend({
  photo: z
    .custom<FileList | null | undefined>(() => true)
    .check(
      // Some phones name no type; the server looks at the content (MD11).
      mimes([...PHOTO_TYPES, ''], { error: () => m.server_photo_not_an_image() }),
      smallEnough,
    )
    .optional(),
});

/** The company's day limits the date of birth (MA6); before the day is known, only the server checks. */
export function studentFormShapeOn(today: PlainDate | undefined) {
  if (!today) return studentFormShape;
  const isAge = z.refine<string>((born) => isStudentAge(born, today), { error: studentAgeText });
  const { date_of_birth } = studentFormShape.shape;
  return studentFormShape.safeExtend({ date_of_birth: date_of_birth.check(isAge) });
}

export type StudentValues = z.input<typeof studentFormShape>;
export type CheckedStudent = z.output<typeof studentFormShape>;

export const blankGuardians = {
  guardian_1_first_name: '',
  guardian_1_last_name: '',
  guardian_1_phone_mobile: '',
  guardian_1_email: '',
  guardian_2_first_name: '',
  guardian_2_last_name: '',
  guardian_2_phone_mobile: '',
  guardian_2_email: '',
};

export const blankStudent = {
  ...emptyAddress,
  ...blankGuardians,
  first_name: '',
  last_name: '',
  sex: '' as StudentValues['sex'],
  date_of_birth: '',
  email: '',
  phone_home: '',
  phone_mobile: '',
  has_medical_concerns: false,
  medical_concerns: '',
  can_exit_bus_alone: false,
  address_id: null as number | null,
  is_split_custody: false,
  second_address: '',
  custody_notes: '',
} satisfies Record<Exclude<keyof StudentValues, 'photo'>, unknown>;

export type Person = Pick<User, 'first_name' | 'last_name' | 'email' | 'phone_mobile'>;

/** Guardian 1 of a new student is the logged-in parent, in empty fields (accounts.md §2). */
export const prefillGuardian = <F extends typeof blankGuardians>(form: F, user: Person): F => ({
  ...form,
  guardian_1_first_name: form.guardian_1_first_name || user.first_name,
  guardian_1_last_name: form.guardian_1_last_name || user.last_name,
  guardian_1_email: form.guardian_1_email || user.email,
  guardian_1_phone_mobile: form.guardian_1_phone_mobile || (user.phone_mobile ?? ''),
});

export const emptyStudent = (user: (Person & Pick<User, 'phone_home'>) | undefined): StudentValues =>
  user ? { ...prefillGuardian(blankStudent, user), phone_home: user.phone_home ?? '' } : blankStudent;

export function studentToForm(student: Student): StudentValues {
  const known = Object.entries(blankStudent).map(([name, blank]) => [
    name,
    student[name as keyof Student] ?? blank,
  ]);
  const values = Object.fromEntries(known) as StudentValues;
  const born = student.date_of_birth;
  return {
    ...values,
    date_of_birth: isPlainDate(born) ? formatDate(born) : born,
    phone_home: formatPhone(student.phone_home),
  };
}
