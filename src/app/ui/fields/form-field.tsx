import { useId, type ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { Elements } from '#app/ui/elements.ts';

export type FieldProps = {
  label: ReactNode;
  /** the name in the API; also the anchor of the error summary */
  name: string;
  required?: boolean;
  note?: ReactNode;
  /** the first error message; marks the field as wrong */
  error?: string;
  className?: string;
};

export type Described = {
  id: string;
  'aria-labelledby': string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
};

export function useDescribed({ name, note, error, required }: Omit<FieldProps, 'label'>): Described & {
  noteId: string;
  errorId: string;
} {
  const unique = useId();
  // Spaces separate ids in a list, and a field may be named `contract terms`.
  const id = `${name.replaceAll(' ', '-')}-${unique}`;
  const noteId = `${id}-note`;
  const errorId = `${id}-error`;
  const described = [error && errorId, note && noteId].filter(Boolean).join(' ');
  return {
    id,
    // The name is the label without the mark: `aria-required` already announces required fields.
    'aria-labelledby': `${id}-label`,
    noteId,
    errorId,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required ? true : undefined,
  };
}

/** The `*` before the label of a required input (accounts.md §5). */
export function RequiredMark() {
  return (
    <span className="text-red" aria-hidden="true">
      {'* '}
    </span>
  );
}

export function FieldError({ id, children }: { id: string; children?: ReactNode }) {
  // Screen readers announce only changes of an existing live region.
  return (
    <p
      id={id}
      aria-live="polite"
      className={classNames('flex gap-1.5 text-sm font-semibold text-red', Boolean(children) && 'mt-1')}
    >
      {children && (
        <>
          <Icon name="alert" className="mt-px" />
          <span className="min-w-0 wrap-anywhere">{children}</span>
        </>
      )}
    </p>
  );
}

type FormFieldProps = FieldProps & { control: (described: Described) => Elements };

export function FormField({ label, name, required, note, error, className, control }: FormFieldProps) {
  const { noteId, errorId, ...described } = useDescribed({ name, note, error, required });
  return (
    <div className={classNames('min-w-0', className)} data-field={name}>
      <label htmlFor={described.id} className="mb-1 block font-semibold">
        {required && <RequiredMark />}
        <span id={described['aria-labelledby']}>{label}</span>
      </label>
      {note && (
        <p id={noteId} className="mb-1.5 text-sm text-ink-soft">
          {note}
        </p>
      )}
      {control(described)}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

type FieldsetProps = FieldProps & { children: Elements; legendClassName?: string };

export function FieldsetField({
  label,
  name,
  required,
  note,
  error,
  className,
  children,
  legendClassName,
}: FieldsetProps) {
  const { noteId, errorId, id, ...described } = useDescribed({ name, note, error, required });
  return (
    <fieldset
      id={id}
      className={classNames('min-w-0', className)}
      data-field={name}
      aria-describedby={described['aria-describedby']}
    >
      <legend className={legendClassName ?? 'mb-1.5 font-semibold'}>
        {required && <RequiredMark />}
        <span>{label}</span>
      </legend>
      {note && (
        <div id={noteId} className="mb-2 text-sm text-ink-soft">
          {note}
        </div>
      )}
      {children}
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  );
}

export function controlClass(error?: string, className?: string): string {
  return classNames(
    'block w-full min-w-0 rounded-md border bg-card px-3 py-2 text-base text-ink placeholder:text-ink-soft',
    '[&[readonly]]:bg-sunk disabled:cursor-not-allowed disabled:bg-sunk disabled:text-ink-soft',
    error ? 'border-2 border-red' : 'border-control hover:border-ink',
    className,
  );
}
