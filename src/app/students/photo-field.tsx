import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { FormFile } from '#app/forms/fields.tsx';
import { PHOTO_TYPES, type StudentValues } from './student-form.ts';

/** The address under which the browser shows a file that has not left the machine yet. */
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

type PhotoFieldProps = { required?: boolean; current?: { src: string; alt: string } };

/**
 * Choosing a photo of the student, with the picture beside it before anything is sent.
 * @param current  the photo that is stored already; the chosen one takes its place
 */
export function PhotoField({ required, current }: PhotoFieldProps) {
  const { trigger, setError, getFieldState, formState } = useFormContext<StudentValues>();
  const chosen = useWatch<StudentValues, 'photo'>({ name: 'photo' })?.[0];
  const url = useObjectUrl(chosen);
  const isWrong = getFieldState('photo', formState).error?.type === 'custom';
  const shown = chosen
    ? isWrong || !url
      ? undefined
      : { src: url, alt: m.account_photo_chosen({ name: chosen.name }) }
    : current;
  return (
    <div className="flex flex-col gap-3 sm:col-span-2 sm:flex-row sm:items-end">
      {shown && (
        <img
          src={shown.src}
          alt={shown.alt}
          className="size-24 shrink-0 rounded-md border border-hair bg-sunk object-cover"
          width="96"
          height="96"
          // Its name promised a picture, and the browser found none inside.
          onError={() =>
            chosen && setError('photo', { type: 'custom', message: m.server_photo_not_an_image() })
          }
        />
      )}
      <FormFile
        name="photo"
        label={current ? m.account_photo_other() : m.account_photo()}
        accept={PHOTO_TYPES.join(',')}
        required={required}
        note={m.account_photo_note()}
        rules={{ onChange: () => void trigger('photo') }}
        className="flex-1"
      />
    </div>
  );
}
