import { m } from '#i18n/messages.js';
import type { Student } from '#modules/students/students.contract.ts';
import { textPart, type FormPart, type Seen } from '#app/forms/edit-conflict.ts';
import { addressLine } from '#app/addresses/address-form.ts';
import { studentToForm, type StudentValues } from './student-form.ts';

type Part = FormPart<StudentValues>;

const yesOrNo = (isSo: boolean | undefined) => (isSo ? m.shell_yes() : m.shell_no());

const guardian = (n: 1 | 2, title: string): Part[] => [
  textPart(`guardian_${n}_first_name`, `${title}: ${m.account_first_name()}`),
  textPart(`guardian_${n}_last_name`, `${title}: ${m.account_last_name()}`),
  textPart(`guardian_${n}_email`, `${title}: ${m.account_email()}`),
  textPart(`guardian_${n}_phone_mobile`, `${title}: ${m.account_phone_work()}`),
];

const ADDRESS = ['address', 'apt', 'city', 'state', 'zip'] as const;

/** A box stands together with the opened texts. */
export const studentParts = (): Part[] => [
  textPart('first_name', m.account_first_name()),
  textPart('last_name', m.account_last_name()),
  {
    label: m.account_sex(),
    names: ['sex'],
    say: ({ sex }) => ({ m: m.account_sex_male(), f: m.account_sex_female() })[sex] ?? '',
  },
  textPart('date_of_birth', m.account_date_of_birth()),
  textPart('phone_home', m.account_phone_home()),
  textPart('phone_mobile', m.account_phone_mobile()),
  textPart('email', m.account_student_email()),
  {
    label: m.account_medical_concerns(),
    names: ['has_medical_concerns', 'medical_concerns'],
    say: (form) =>
      form.has_medical_concerns ? form.medical_concerns?.trim() || m.shell_yes() : m.shell_no(),
  },
  {
    label: m.account_can_exit_bus_alone(),
    names: ['can_exit_bus_alone'],
    say: (form) => yesOrNo(form.can_exit_bus_alone),
  },
  ...guardian(1, m.account_part_guardian_1()),
  ...guardian(2, m.account_part_guardian_2()),
  {
    label: m.account_part_address(),
    names: ['address_id', ...ADDRESS],
    say: (form) =>
      ADDRESS.some((name) => form[name]) ? addressLine({ ...form, apt: form.apt?.trim() || null }) : '',
  },
  {
    label: m.account_part_custody(),
    names: ['is_split_custody', 'second_address', 'custody_notes'],
    say: ({ is_split_custody, second_address, custody_notes }) =>
      is_split_custody
        ? [second_address, custody_notes]
            .map((each) => each?.trim())
            .filter(Boolean)
            .join('\n') || m.shell_yes()
        : m.shell_no(),
  },
];

export const seenStudent = (student: Student): Seen<StudentValues> => ({
  version: student.version,
  values: studentToForm(student),
});
