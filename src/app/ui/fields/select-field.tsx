import type { Ref, SelectHTMLAttributes } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { controlClass, FormField, type FieldProps } from './form-field.tsx';
import { Icon } from '#app/ui/icon.tsx';

export type SelectOption = { value: string; label: string; disabled?: boolean };

export type SelectFieldProps = FieldProps &
  SelectHTMLAttributes<HTMLSelectElement> & {
    options: readonly SelectOption[];
    placeholder?: string;
    ref?: Ref<HTMLSelectElement>;
  };

/** The browser's own select: phones show their own picker. */
export function SelectField({
  label,
  name,
  required,
  note,
  error,
  className,
  options,
  placeholder,
  ...input
}: SelectFieldProps) {
  return (
    <FormField
      {...{ label, name, required, note, error, className }}
      control={(described) => (
        <div className="relative">
          <select
            {...input}
            {...described}
            name={name}
            className={classNames(controlClass(error), 'min-h-11 appearance-none pr-10')}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="down" className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2" />
        </div>
      )}
    />
  );
}
