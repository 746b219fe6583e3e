import { useEffect } from 'react';
import { useFormContext, useWatch, type FieldPath } from 'react-hook-form';
import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import {
  applicationShape,
  EDUCATION_LEVELS,
  isBegun,
  POSITIONS,
  WORK_LOCATIONS,
} from '#modules/careers/application.shapes.ts';
import {
  FormDate,
  FormInlineRadios,
  FormPhone,
  FormSelect,
  FormText,
  FormTextarea,
} from '#app/forms/fields.tsx';
import { FormSection } from '#app/forms/form-section.tsx';

export type JobFormValues = z.input<typeof applicationShape>;

const emptyJob = {
  employer: '',
  job_title: '',
  start_date: '',
  end_date: '',
  responsibilities: '',
  reason_for_leaving: '',
};

/** Never stored in the browser: on a shared computer the next person would find the application. */
export const emptyForm: JobFormValues = {
  name: '',
  address_line_1: '',
  address_line_2: '',
  phone_mobile: '',
  email: '',
  driver_license: '',
  date_of_birth: '',
  education_level: '' as JobFormValues['education_level'],
  work_location: '' as JobFormValues['work_location'],
  position: '' as JobFormValues['position'],
  start_date: '',
  salary: '',
  experience: [emptyJob, emptyJob, emptyJob],
  special_skills: '',
  was_convicted: 'No',
  charges: '',
  website: '',
};

const WIDE = 'sm:col-span-2';

type ChoiceProps = { name: string; label: string; values: readonly string[]; className?: string };

const Choice = ({ values, ...props }: ChoiceProps) => (
  <FormSelect
    {...props}
    required
    placeholder={m.public_job_choose()}
    options={values.map((value) => ({ value, label: value }))}
  />
);

function useForgetWhenNeedless(isNeeded: boolean, names: readonly FieldPath<JobFormValues>[]): void {
  const { clearErrors } = useFormContext<JobFormValues>();
  const key = names.join();
  useEffect(() => {
    if (!isNeeded) clearErrors(key.split(',') as FieldPath<JobFormValues>[]);
  }, [isNeeded, key, clearErrors]);
}

function AddressLines() {
  return (
    <>
      <FormText
        name="address_line_1"
        label={m.public_job_address_line_1()}
        required
        autoComplete="address-line1"
        className={WIDE}
      />
      <FormText
        name="address_line_2"
        label={m.public_job_address_line_2()}
        autoComplete="address-line2"
        className={WIDE}
      />
    </>
  );
}

export function PersonSection() {
  return (
    <FormSection title={m.public_job_part_you()}>
      <FormText name="name" label={m.public_job_name()} required autoComplete="name" className={WIDE} />
      <AddressLines />
      <FormPhone
        name="phone_mobile"
        label={m.public_job_phone_mobile()}
        required
        note={m.account_phone_note()}
        autoComplete="tel-national"
      />
      <FormDate
        name="date_of_birth"
        label={m.public_job_date_of_birth()}
        required
        note={m.public_job_date_of_birth_note()}
        autoComplete="off"
      />
      <FormText
        name="email"
        label={m.public_job_email()}
        required
        type="email"
        autoComplete="email"
        className={WIDE}
      />
    </FormSection>
  );
}

function LicenseField() {
  const isDriver = useWatch<JobFormValues, 'position'>({ name: 'position' }) === 'Bus Driver';
  useForgetWhenNeedless(isDriver, ['driver_license']);
  return (
    <FormText
      name="driver_license"
      label={m.public_job_driver_license()}
      required={isDriver}
      note={m.public_job_driver_license_note()}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      className={WIDE}
    />
  );
}

/** The wanted position, place and time; a Bus Driver needs a license (U). */
export function JobSection() {
  return (
    <FormSection title={m.public_job_part_job()}>
      <Choice name="position" label={m.public_job_position()} values={POSITIONS} />
      <Choice name="work_location" label={m.public_job_work_location()} values={WORK_LOCATIONS} />
      <FormDate
        name="start_date"
        label={m.public_job_start_date()}
        required
        note={m.public_job_start_date_note()}
        autoComplete="off"
      />
      <FormText
        name="salary"
        label={m.public_job_salary()}
        note={m.public_job_salary_note()}
        autoComplete="off"
      />
      <Choice
        name="education_level"
        label={m.public_job_education_level()}
        values={EDUCATION_LEVELS}
        className={WIDE}
      />
      <LicenseField />
    </FormSection>
  );
}

type Place = `experience.${0 | 1 | 2}`;

function JobDates({ at }: { at: Place }) {
  return (
    <>
      <FormDate
        name={`${at}.start_date`}
        label={m.public_job_start_date()}
        note={m.public_job_job_date_note()}
        autoComplete="off"
      />
      <FormDate
        name={`${at}.end_date`}
        label={m.public_job_end_date()}
        note={m.public_job_end_date_note()}
        autoComplete="off"
      />
    </>
  );
}

function JobTexts({ at }: { at: Place }) {
  return (
    <>
      <FormTextarea
        name={`${at}.responsibilities`}
        label={m.public_job_responsibilities()}
        rows={2}
        className={WIDE}
      />
      <FormTextarea
        name={`${at}.reason_for_leaving`}
        label={m.public_job_reason_for_leaving()}
        rows={2}
        className={WIDE}
      />
    </>
  );
}

/** One former job; a begun entry needs employer and title (U). */
export function ExperienceSection({ place }: { place: 0 | 1 | 2 }) {
  const at = `experience.${place}` as const;
  const needsBoth = isBegun((useWatch<JobFormValues>({ name: at }) ?? {}) as Parameters<typeof isBegun>[0]);
  useForgetWhenNeedless(needsBoth, [`${at}.employer`, `${at}.job_title`]);
  return (
    <FormSection
      title={m.public_job_part_experience({ n: place + 1 })}
      note={place === 0 && m.public_job_part_experience_note()}
    >
      <FormText
        name={`${at}.employer`}
        label={m.public_job_employer()}
        required={needsBoth}
        autoComplete="off"
        autoCapitalize="words"
      />
      <FormText
        name={`${at}.job_title`}
        label={m.public_job_job_title()}
        required={needsBoth}
        autoComplete="off"
        autoCapitalize="words"
      />
      <JobDates at={at} />
      <JobTexts at={at} />
    </FormSection>
  );
}

function Convictions() {
  const isConvicted = useWatch<JobFormValues, 'was_convicted'>({ name: 'was_convicted' }) === 'Yes';
  useForgetWhenNeedless(isConvicted, ['charges']);
  return (
    <>
      <FormInlineRadios
        name="was_convicted"
        label={m.public_job_was_convicted()}
        note={m.public_job_was_convicted_note()}
        choices={[
          { value: 'Yes', label: m.shell_yes() },
          { value: 'No', label: m.shell_no() },
        ]}
        className={WIDE}
      />
      {isConvicted && (
        <FormTextarea
          name="charges"
          label={m.public_job_charges()}
          required
          note={m.public_job_charges_note()}
          className={WIDE}
        />
      )}
    </>
  );
}

export function MoreSection({ asksConviction }: { asksConviction: boolean }) {
  return (
    <FormSection title={m.public_job_part_more()}>
      <FormTextarea
        name="special_skills"
        label={m.public_job_special_skills()}
        note={m.public_job_special_skills_note()}
        className={WIDE}
      />
      {asksConviction && <Convictions />}
    </FormSection>
  );
}

/** Bait for bots: invisible, unreachable by keyboard, and ignored by autofill. */
export function Honeypot() {
  const { register } = useFormContext<JobFormValues>();
  return (
    <div inert aria-hidden="true" className="absolute size-px overflow-hidden opacity-0">
      <label>
        <span>{m.public_job_bait()}</span>
        <input type="text" tabIndex={-1} autoComplete="off" {...register('website')} />
      </label>
    </div>
  );
}
