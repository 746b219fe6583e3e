import { useId, type ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { Elements } from '#app/ui/elements.ts';

/** What every input of the portal takes besides its own. */
export type FieldProps = {
  label: ReactNode;
  /** the wire name; also the anchor of the error summary */
  name: string;
  required?: boolean;
  /** help that is there before anything goes wrong */
  note?: ReactNode;
  /** the first error message; its presence is the danger style */
  error?: string;
  className?: string;
};

type Described = {
  id: string;
  'aria-labelledby': string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
};

/** The ids and ARIA that tie an input to its label, note and error. */
export function useDescribed({ name, note, error, required }: Omit<FieldProps, 'label'>): Described & {
  noteId: string;
  errorId: string;
} {
  const unique = useId();
  // A list of ids is parted at spaces, and a field may be named `contract terms`.
  const id = `${name.replaceAll(' ', '-')}-${unique}`;
  const noteId = `${id}-note`;
  const errorId = `${id}-error`;
  const described = [error && errorId, note && noteId].filter(Boolean).join(' ');
  return {
    id,
    // The name is the label without its mark: `required` already says what the mark says.
    'aria-labelledby': `${id}-label`,
    noteId,
    errorId,
    'aria-describedby': described || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required ? true : undefined,
  };
}

/** The `*` that accounts.md §5 puts before the label of a required input. */
export function RequiredMark() {
  return (
    <span className="text-red" aria-hidden="true">
      {'* '}
    </span>
  );
}

export function FieldError({ id, children }: { id: string; children?: ReactNode }) {
  // The live region is there before the message, or a screen reader misses the first one.
  return (
    <p
      id={id}
      aria-live="polite"
      className={classNames('flex gap-1.5 text-sm font-semibold text-red', Boolean(children) && 'mt-1')}
    >
      {children && (
        <>
          <Icon name="alert" className="mt-px" />
          <span>{children}</span>
        </>
      )}
    </p>
  );
}

type FormFieldProps = FieldProps & { control: (described: Described) => Elements };

/** One label, one note, one way to show an error, around any single control. */
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

/** The same frame for a control of several inputs: radio and checkbox groups. */
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

/** The border, ground and height that text inputs, selects and text areas share. */
export function controlClass(error?: string, className?: string): string {
  return classNames(
    'block w-full min-w-0 rounded-md border bg-card px-3 py-2 text-base text-ink placeholder:text-ink-soft',
    '[&[readonly]]:bg-sunk disabled:cursor-not-allowed disabled:bg-sunk disabled:text-ink-soft',
    error ? 'border-2 border-red' : 'border-control hover:border-ink',
    className,
  );
}
