import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { ChoiceMark, OptionCard } from './option-card.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { FieldError, FieldsetField, RequiredMark, useDescribed, type FieldProps } from './form-field.tsx';

export type CheckboxFieldProps = FieldProps &
  InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

export function CheckboxField({
  label,
  name,
  required,
  note,
  error,
  className,
  ...input
}: CheckboxFieldProps) {
  const { noteId, errorId, ...described } = useDescribed({ name, note, error, required });
  return (
    <div className={className} data-field={name}>
      <label
        className={classNames(
          'flex min-h-11 cursor-pointer items-start gap-3 py-2',
          'has-disabled:cursor-not-allowed has-disabled:text-ink-soft',
          error && 'text-red',
        )}
      >
        <ChoiceMark {...input} {...described} name={name} type="checkbox" />
        <span className="min-w-0">
          {required && <RequiredMark />}
          <span id={described['aria-labelledby']}>{label}</span>
        </span>
      </label>
      {note && (
        <p id={noteId} className="ml-9 text-sm text-ink-soft">
          {note}
        </p>
      )}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  );
}

export type Choice = {
  value: string;
  label: ReactNode;
  textBefore?: ReactNode;
  textAfter?: ReactNode;
  aside?: ReactNode;
  disabledReason?: ReactNode;
  checked?: boolean;
};

type GroupProps = FieldProps & {
  choices: readonly Choice[];
  legendClassName?: string;
  /** spread on every input: name, ref, onChange and onBlur of a form library */
  input?: Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { ref?: Ref<HTMLInputElement> };
};

function OptionCards({ type, choices, input, ...field }: GroupProps & { type: 'checkbox' | 'radio' }) {
  return (
    <FieldsetField {...field}>
      <div className="grid gap-2.5">
        {choices.map((choice) => (
          <OptionCard
            key={choice.value}
            type={type}
            name={field.name}
            aria-invalid={field.error ? true : undefined}
            {...input}
            {...choice}
          />
        ))}
      </div>
    </FieldsetField>
  );
}

export const CheckboxGroup = (props: GroupProps) => <OptionCards {...props} type="checkbox" />;
export const RadioGroup = (props: GroupProps) => <OptionCards {...props} type="radio" />;

export function InlineRadioGroup({ choices, input, ...field }: GroupProps) {
  return (
    <FieldsetField {...field}>
      <div className="flex flex-wrap gap-x-6">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={classNames(
              'flex min-h-11 cursor-pointer items-center gap-2.5',
              'has-disabled:cursor-not-allowed has-disabled:text-ink-soft',
            )}
          >
            <ChoiceMark
              type="radio"
              name={field.name}
              {...input}
              value={choice.value}
              aria-invalid={field.error ? true : undefined}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </FieldsetField>
  );
}
