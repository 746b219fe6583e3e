import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import {
  FormCheckbox,
  FormDate,
  FormInlineRadios,
  FormPhone,
  FormText,
  FormTextarea,
  FormFile,
} from '#app/forms/fields.tsx';
import { FormSection } from '#app/forms/form-section.tsx';
import { type StudentValues, PHOTO_TYPES } from './student-form.ts';
import type { Elements } from '#app/ui/elements.ts';

function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

export type CurrentPhoto = {
  src: string;
  alt: string;
  action?: Elements;
};

/** After the removal of the photo the button is gone; the focus moves to the field. */
function useFocusAfterRemoval(hasPhoto: boolean): void {
  const { setFocus } = useFormContext<StudentValues>();
  const had = useRef(hasPhoto);
  useEffect(() => {
    if (had.current && !hasPhoto) requestAnimationFrame(() => setFocus('photo'));
    had.current = hasPhoto;
  }, [hasPhoto, setFocus]);
}

type PhotoFieldProps = { required?: boolean; current?: CurrentPhoto };

type ShownPhoto = Pick<CurrentPhoto, 'src' | 'alt'>;

function useShownPhoto(chosen: File | undefined, current: CurrentPhoto | undefined): ShownPhoto | undefined {
  const { getFieldState, formState } = useFormContext<StudentValues>();
  const url = useObjectUrl(chosen);
  if (!chosen) return current;
  const isWrong = getFieldState('photo', formState).error?.type === 'custom';
  return isWrong || !url ? undefined : { src: url, alt: m.account_photo_chosen({ name: chosen.name }) };
}

function PhotoPreview({ src, alt, onError }: ShownPhoto & { onError: () => void }) {
  return (
    <img
      src={src}
      alt={alt}
      className="size-24 shrink-0 rounded-md border border-hair bg-sunk object-cover"
      width="96"
      height="96"
      onError={onError}
    />
  );
}

/** @param current  the stored photo, replaced by a chosen photo */
function PhotoField({ required, current }: PhotoFieldProps) {
  const { trigger, setError } = useFormContext<StudentValues>();
  const chosen = useWatch<StudentValues, 'photo'>({ name: 'photo' })?.[0];
  useFocusAfterRemoval(current !== undefined);
  const shown = useShownPhoto(chosen, current);
  // A file named like a picture may hold none.
  const refuse = () => {
    if (chosen) setError('photo', { type: 'custom', message: m.server_photo_not_an_image() });
  };
  return (
    <div className="grid gap-3 sm:col-span-2">
      {shown && (
        <div className="flex flex-wrap items-center gap-3">
          <PhotoPreview src={shown.src} alt={shown.alt} onError={refuse} />
          {!chosen && (current?.action satisfies Elements)}
        </div>
      )}
      <FormFile
        name="photo"
        label={current ? m.account_photo_other() : m.account_photo()}
        accept={PHOTO_TYPES.join(',')}
        required={required}
        note={m.account_photo_note()}
        rules={{ onChange: () => void trigger('photo') }}
      />
    </div>
  );
}

export type PhotoRule = 'hidden' | 'optional' | 'required';

type StudentFieldsProps = {
  photo?: PhotoRule;
  currentPhoto?: CurrentPhoto;
  showExitAlone?: boolean;
};

function IdentityFields() {
  return (
    <>
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
    </>
  );
}

function HealthFields({ showExitAlone }: { showExitAlone: boolean }) {
  const hasConcerns = useWatch<StudentValues, 'has_medical_concerns'>({ name: 'has_medical_concerns' });
  return (
    <div className="sm:col-span-2">
      <FormCheckbox name="has_medical_concerns" label={m.account_has_medical_concerns()} />
      {hasConcerns && (
        <FormTextarea name="medical_concerns" label={m.account_medical_concerns()} className="mt-1 mb-3" />
      )}
      {showExitAlone && <FormCheckbox name="can_exit_bus_alone" label={m.account_can_exit_bus_alone()} />}
    </div>
  );
}

export function StudentFields({
  photo = 'optional',
  currentPhoto,
  showExitAlone = true,
}: StudentFieldsProps) {
  return (
    <FormSection title={m.account_part_student()}>
      <IdentityFields />
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
      <HealthFields showExitAlone={showExitAlone} />
    </FormSection>
  );
}

type GuardianSectionProps = {
  n: 1 | 2;
  title: string;
  note?: string;
  isRequired?: boolean;
  /** a named guardian needs email and phone */
  isNamed: boolean;
};

/** Browsers fill in the first guardian, mostly the parent at the screen, and not the second guardian. */
function GuardianSection({ n, title, note, isRequired, isNamed }: GuardianSectionProps) {
  const fill = (token: string) => (n === 1 ? token : 'off');
  return (
    <FormSection title={title} note={note}>
      <FormText
        name={`guardian_${n}_first_name`}
        label={m.account_first_name()}
        required={isRequired}
        autoComplete={fill('given-name')}
        autoCapitalize="words"
      />
      <FormText
        name={`guardian_${n}_last_name`}
        label={m.account_last_name()}
        required={isRequired}
        autoComplete={fill('family-name')}
        autoCapitalize="words"
      />
      <FormText
        name={`guardian_${n}_email`}
        label={m.account_email()}
        required={isNamed}
        type="email"
        inputMode="email"
        autoComplete={fill('email')}
        className="sm:col-span-2"
      />
      <FormPhone
        name={`guardian_${n}_phone_mobile`}
        label={m.account_phone_work()}
        required={isNamed}
        note={m.account_phone_note()}
        autoComplete={fill('tel')}
      />
    </FormSection>
  );
}

/** Guardian 1 always; a named guardian 2 needs phone and email. */
export function GuardianFields() {
  const { trigger, formState } = useFormContext<StudentValues>();
  const [first, last] = useWatch<StudentValues, ['guardian_2_first_name', 'guardian_2_last_name']>({
    name: ['guardian_2_first_name', 'guardian_2_last_name'],
  });
  const isNamed = Boolean(first?.trim() || last?.trim());
  const hasErrors = Boolean(formState.errors.guardian_2_phone_mobile || formState.errors.guardian_2_email);
  // Empty names are no longer required; the messages must go too.
  useEffect(() => {
    if (!isNamed && hasErrors) void trigger(['guardian_2_phone_mobile', 'guardian_2_email']);
  }, [isNamed, hasErrors, trigger]);
  return (
    <>
      <GuardianSection n={1} title={m.account_part_guardian_1()} isRequired isNamed />
      <GuardianSection
        n={2}
        title={m.account_part_guardian_2()}
        note={m.account_part_guardian_2_note()}
        isNamed={isNamed}
      />
    </>
  );
}

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
