import { useState, type InputHTMLAttributes, type Ref } from 'react';
import { m } from '#i18n/messages.js';
import { classNames } from '#app/ui/class-names.ts';
import { FormField, type FieldProps } from './form-field.tsx';
import { Icon } from '#app/ui/icon.tsx';

export type FileFieldProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
    ref?: Ref<HTMLInputElement>;
    /** in place of the name of the chosen file; empty for none */
    shown?: string;
  };

export function FileField({
  label,
  name,
  required,
  note,
  error,
  className,
  onChange,
  shown,
  ...input
}: FileFieldProps) {
  const [chosen, setChosen] = useState('');
  const fileName = shown ?? chosen;
  return (
    <FormField
      {...{ label, name, required, note, error, className }}
      control={(described) => (
        <div
          className={classNames(
            'relative flex min-h-14 items-center gap-3 rounded-md border-dashed px-4 py-3',
            'focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-bus',
            'has-disabled:bg-sunk has-disabled:text-ink-soft',
            error
              ? 'border-2 border-red bg-card'
              : 'border border-control bg-card not-has-disabled:hover:border-ink',
          )}
        >
          <Icon name="file" className="text-ink-soft" />
          <span className="min-w-0 flex-1 truncate">{fileName || m.shell_no_file_chosen()}</span>
          {!input.disabled && (
            <span className="font-bold underline underline-offset-4 in-disabled:hidden" aria-hidden="true">
              {fileName ? m.shell_change_file() : m.shell_choose_file()}
            </span>
          )}
          <input
            {...input}
            {...described}
            type="file"
            name={name}
            className="absolute inset-0 w-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
            onChange={(event) => {
              setChosen(event.target.files?.[0]?.name ?? '');
              onChange?.(event);
            }}
          />
        </div>
      )}
    />
  );
}
