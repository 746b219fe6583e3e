import { lazy, Suspense } from 'react';
import { useController } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { FormField, type FieldProps } from '#app/ui/fields/form-field.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';

const TextEditor = lazy(async () => ({ default: (await import('./text-editor.tsx')).TextEditor }));

/** The text editor as a field of a form, loaded when the form is opened (OF0.9). */
export function FormTextEditor({ label, ...props }: FieldProps & { label: string }) {
  const { name } = props;
  const {
    field: { value, onChange },
    fieldState: { error },
  } = useController({ name });
  return (
    <FormField
      {...props}
      label={label}
      error={error?.message}
      control={(described) => (
        <Suspense fallback={<Skeleton label={m.office_loading()} />}>
          <TextEditor label={label} described={described} value={String(value ?? '')} onChange={onChange} />
        </Suspense>
      )}
    />
  );
}
