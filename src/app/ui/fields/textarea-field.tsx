import type { Ref, TextareaHTMLAttributes } from 'react';
import { controlClass, FormField, type FieldProps } from './form-field.tsx';

export type TextareaFieldProps = FieldProps &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

export function TextareaField({
  label,
  name,
  required,
  note,
  error,
  className,
  rows = 3,
  ...input
}: TextareaFieldProps) {
  return (
    <FormField
      {...{ label, name, required, note, error, className }}
      control={(described) => (
        <textarea
          dir="auto"
          {...input}
          {...described}
          name={name}
          rows={rows}
          className={controlClass(error)}
        />
      )}
    />
  );
}
