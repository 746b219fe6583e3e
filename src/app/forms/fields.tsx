import type { KeyboardEvent } from 'react';
import { get, useFormContext, useFormState, type ChangeHandler, type RegisterOptions } from 'react-hook-form';
import { formatPhone } from '#kit/text/format-phone.ts';
import {
  CheckboxField,
  InlineRadioGroup,
  RadioGroup,
  type CheckboxFieldProps,
  type Choice,
} from '#app/ui/fields/checkbox-field.tsx';
import { FileField, type FileFieldProps } from '#app/ui/fields/file-field.tsx';
import type { FieldProps } from '#app/ui/fields/form-field.tsx';
import { HtmlEditorField } from '#app/ui/fields/html-editor-field.tsx';
import { SelectField, type SelectFieldProps } from '#app/ui/fields/select-field.tsx';
import { PasswordField, TextField, type TextFieldProps } from '#app/ui/fields/text-field.tsx';
import { TextareaField, type TextareaFieldProps } from '#app/ui/fields/textarea-field.tsx';

/**
 * A message that appears under a field moves everything below it. When it is the press on a button that takes
 * the focus away, the button would be gone from under the finger before it is released, and the press would
 * be lost. So what a lost focus brings waits until the press is over.
 */

let isPointerDown = false;
let ending: ReturnType<typeof setTimeout> | undefined;
let waiting: (() => void)[] = [];

function begin(): void {
  clearTimeout(ending);
  isPointerDown = true;
}

function end(): void {
  if (!isPointerDown) return;
  clearTimeout(ending);
  // The click follows the release within the same task.
  ending = setTimeout(() => {
    isPointerDown = false;
    const tasks = waiting;
    waiting = [];
    for (const task of tasks) task();
  });
}

if (typeof document !== 'undefined') {
  // A tap takes the focus with the mouse events that follow its pointer events, so both count.
  for (const type of ['pointerdown', 'mousedown'])
    document.addEventListener(type, begin, { capture: true, passive: true });
  for (const type of ['pointerup', 'mouseup', 'pointercancel', 'dragend'])
    document.addEventListener(type, end, { capture: true, passive: true });
  addEventListener('blur', end);
}

/** Runs `task` at once, or when the press that is under way is over. */
export function afterPointerUp(task: () => void): void {
  if (isPointerDown) waiting.push(task);
  else task();
}

/** The `ui/` inputs tied to the form around them: by `name`, with its first error. */
type Tied<P> = P & { rules?: RegisterOptions };

/** What ties an input to its form: the handlers of a checked field and the first message against it. */
export function useField(name: string, rules?: RegisterOptions) {
  const { register, control, trigger, getFieldState } = useFormContext();
  const { errors, isSubmitted } = useFormState({ control, name });
  const error = get<unknown, { message?: string } | undefined>(errors, name)?.message;
  const input = register(name, rules);
  const leave = async (event: Parameters<ChangeHandler>[0]) => {
    await input.onBlur(event);
    // After the first submit a form checks while typing and no more on leaving, but leaving rewrites phones
    // and dates. What the server said of a value stands until the value is changed: here nobody could know
    // better.
    if (isSubmitted && getFieldState(name).error?.type !== 'server') await trigger(name);
  };
  const onBlur: ChangeHandler = async (event) => afterPointerUp(() => void leave(event));
  return { input: { ...input, onBlur }, error };
}

export function FormText({ rules, ...props }: Tied<TextFieldProps>) {
  const { input, error } = useField(props.name, rules);
  return <TextField {...props} {...input} error={error} />;
}

/** Enter sends the form without leaving the field, so what leaving would rewrite is rewritten first. */
const onEnter = (rewrite: (text: string) => void) => (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key === 'Enter') rewrite(event.currentTarget.value);
};

/** Reformats to 123-456-7890 when the cursor leaves, then checks (accounts.md §5). */
export function FormPhone({ rules, ...props }: Tied<TextFieldProps>) {
  const { setValue } = useFormContext();
  const { input, error } = useField(props.name, rules);
  return (
    <TextField
      type="tel"
      inputMode="tel"
      {...props}
      {...input}
      error={error}
      onKeyDown={onEnter((text) => setValue(props.name, formatPhone(text), { shouldDirty: true }))}
      onBlur={(event) => {
        setValue(props.name, formatPhone(event.target.value), { shouldDirty: true });
        return input.onBlur(event);
      }}
    />
  );
}

/** A person types eight digits; the slashes of MM/dd/yyyy come by themselves on leaving. */
function formatTypedDate(text: string): string {
  const digits = text.replace(/\D/g, '');
  const [month = '', day = '', year = ''] = text.split(/[/.\-\s]+/);
  if (/^\d{1,2}$/.test(month) && /^\d{1,2}$/.test(day) && /^\d{4}$/.test(year)) {
    return `${month.padStart(2, '0')}/${day.padStart(2, '0')}/${year}`;
  }
  return digits.length === 8 && digits === text.trim()
    ? `${digits.slice(0, 2)}/${digits.slice(2, 4)}/${digits.slice(4)}`
    : text;
}

export function FormDate({ rules, ...props }: Tied<TextFieldProps>) {
  const { setValue } = useFormContext();
  const { input, error } = useField(props.name, rules);
  return (
    <TextField
      inputMode="numeric"
      {...props}
      {...input}
      error={error}
      onKeyDown={onEnter((text) => setValue(props.name, formatTypedDate(text), { shouldDirty: true }))}
      onBlur={(event) => {
        setValue(props.name, formatTypedDate(event.target.value), { shouldDirty: true });
        return input.onBlur(event);
      }}
    />
  );
}

export function FormPassword({ rules, ...props }: Tied<TextFieldProps>) {
  const { input, error } = useField(props.name, rules);
  return <PasswordField {...props} {...input} error={error} />;
}

export function FormTextarea({ rules, ...props }: Tied<TextareaFieldProps>) {
  const { input, error } = useField(props.name, rules);
  return <TextareaField {...props} {...input} error={error} />;
}

export function FormHtmlEditor({ rules, ...props }: Tied<TextareaFieldProps>) {
  const { input, error } = useField(props.name, rules);
  return <HtmlEditorField {...props} {...input} error={error} />;
}

export function FormSelect({ rules, ...props }: Tied<SelectFieldProps>) {
  const { input, error } = useField(props.name, rules);
  return <SelectField {...props} {...input} error={error} />;
}

export function FormCheckbox({ rules, ...props }: Tied<CheckboxFieldProps>) {
  const { input, error } = useField(props.name, rules);
  return <CheckboxField {...props} {...input} error={error} />;
}

type TiedGroup = Tied<FieldProps & { choices: readonly Choice[]; legendClassName?: string }>;

export function FormInlineRadios({ rules, ...props }: TiedGroup) {
  const { input, error } = useField(props.name, rules);
  return <InlineRadioGroup {...props} input={input} error={error} />;
}

/** A choice of whole cards, each with what it means. */
export function FormRadios({ rules, ...props }: TiedGroup) {
  const { input, error } = useField(props.name, rules);
  return <RadioGroup {...props} input={input} error={error} />;
}

export function FormFile({ rules, ...props }: Tied<FileFieldProps>) {
  const { input, error } = useField(props.name, rules);
  return <FileField {...props} {...input} error={error} />;
}
