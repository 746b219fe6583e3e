import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import {
  FormCheckbox,
  FormDate,
  FormInlineRadios,
  FormPhone,
  FormText,
  FormTextarea,
} from '#app/forms/fields.tsx';
import { FormSection } from '#app/forms/form-section.tsx';
import { PhotoField } from './photo-field.tsx';
import type { StudentValues } from './student-form.ts';

export type PhotoRule = 'hidden' | 'optional' | 'required';

type StudentFieldsProps = {
  photo?: PhotoRule;
  currentPhoto?: { src: string; alt: string };
  showExitAlone?: boolean;
};

/** Name, birth, phones, photo, health and way home of the student. */
export function StudentFields({
  photo = 'optional',
  currentPhoto,
  showExitAlone = true,
}: StudentFieldsProps) {
  const hasConcerns = useWatch<StudentValues, 'has_medical_concerns'>({ name: 'has_medical_concerns' });
  return (
    <FormSection title={m.account_part_student()}>
      <FormText
        name="first_name"
        label={m.account_first_name()}
        required
        autoComplete="off"
        autoCapitalize="words"
      />
      <FormText
        name="last_name"
        label={m.account_last_name()}
        required
        autoComplete="off"
        autoCapitalize="words"
      />
      <FormInlineRadios
        name="sex"
        label={m.account_sex()}
        required
        choices={[
          { value: 'm', label: m.account_sex_male() },
          { value: 'f', label: m.account_sex_female() },
        ]}
      />
      <FormDate
        name="date_of_birth"
        label={m.account_date_of_birth()}
        required
        note={m.account_date_note()}
        autoComplete="off"
      />
      <FormPhone name="phone_home" label={m.account_phone_home()} required note={m.account_phone_note()} />
      <FormPhone name="phone_mobile" label={m.account_phone_mobile()} note={m.account_phone_note()} />
      <FormText
        name="email"
        label={m.account_student_email()}
        type="email"
        inputMode="email"
        autoComplete="off"
        className="sm:col-span-2"
      />
      {photo !== 'hidden' && <PhotoField required={photo === 'required'} current={currentPhoto} />}
      <div className="sm:col-span-2">
        <FormCheckbox name="has_medical_concerns" label={m.account_has_medical_concerns()} />
        {hasConcerns && (
          <FormTextarea name="medical_concerns" label={m.account_medical_concerns()} className="mt-1 mb-3" />
        )}
        {showExitAlone && <FormCheckbox name="can_exit_bus_alone" label={m.account_can_exit_bus_alone()} />}
      </div>
    </FormSection>
  );
}

/** Guardian 1, always; guardian 2 whose phone and e-mail are required once named. */
export function GuardianFields() {
  const { trigger, formState } = useFormContext<StudentValues>();
  const [first, last] = useWatch<StudentValues, ['guardian_2_first_name', 'guardian_2_last_name']>({
    name: ['guardian_2_first_name', 'guardian_2_last_name'],
  });
  const isNamed = Boolean(first?.trim() || last?.trim());
  const hasErrors = Boolean(formState.errors.guardian_2_phone_mobile || formState.errors.guardian_2_email);
  // Emptying the names takes the requirement away; its messages must go with it.
  useEffect(() => {
    if (!isNamed && hasErrors) void trigger(['guardian_2_phone_mobile', 'guardian_2_email']);
  }, [isNamed, hasErrors, trigger]);
  return (
    <>
      <FormSection title={m.account_part_guardian_1()}>
        <FormText
          name="guardian_1_first_name"
          label={m.account_first_name()}
          required
          autoComplete="given-name"
        />
        <FormText
          name="guardian_1_last_name"
          label={m.account_last_name()}
          required
          autoComplete="family-name"
        />
        <FormText
          name="guardian_1_email"
          label={m.account_email()}
          required
          type="email"
          inputMode="email"
          autoComplete="email"
          className="sm:col-span-2"
        />
        <FormPhone
          name="guardian_1_phone_mobile"
          label={m.account_phone_work()}
          required
          note={m.account_phone_note()}
          autoComplete="tel"
        />
      </FormSection>
      <FormSection title={m.account_part_guardian_2()} note={m.account_part_guardian_2_note()}>
        <FormText
          name="guardian_2_first_name"
          label={m.account_first_name()}
          autoComplete="off"
          autoCapitalize="words"
        />
        <FormText
          name="guardian_2_last_name"
          label={m.account_last_name()}
          autoComplete="off"
          autoCapitalize="words"
        />
        <FormText
          name="guardian_2_email"
          label={m.account_email()}
          required={isNamed}
          type="email"
          inputMode="email"
          autoComplete="off"
          className="sm:col-span-2"
        />
        <FormPhone
          name="guardian_2_phone_mobile"
          label={m.account_phone_work()}
          required={isNamed}
          note={m.account_phone_note()}
          autoComplete="off"
        />
      </FormSection>
    </>
  );
}

/** A second home, and on which days. */
export function CustodyFields() {
  const isSplit = useWatch<StudentValues, 'is_split_custody'>({ name: 'is_split_custody' });
  return (
    <FormSection title={m.account_part_custody()}>
      <div className="sm:col-span-2">
        <FormCheckbox name="is_split_custody" label={m.account_is_split_custody()} />
        {isSplit && (
          <div className="mt-2 grid gap-4">
            <FormTextarea name="second_address" label={m.account_second_address()} />
            <FormTextarea name="custody_notes" label={m.account_custody_notes()} />
          </div>
        )}
      </div>
    </FormSection>
  );
}
