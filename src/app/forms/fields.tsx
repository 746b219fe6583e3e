import { get, useFormContext, useFormState, type ChangeHandler, type RegisterOptions } from 'react-hook-form';
import { formatDay } from '#kit/text/format-day.ts';
import { formatPhone } from '#kit/text/format-phone.ts';
import { formatZip } from '#kit/text/format-zip.ts';
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
 * A new message under a field moves everything below. If a press on a button takes the focus from a wrong
 * field, the button would move from under the finger before the release, and the click would be lost. The
 * check after a lost focus therefore waits for the end of the press.
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
  // A tap moves the focus with the mouse events after the pointer events, so both count.
  for (const type of ['pointerdown', 'mousedown'])
    document.addEventListener(type, begin, { capture: true, passive: true });
  for (const type of ['pointerup', 'mouseup', 'pointercancel', 'dragend'])
    document.addEventListener(type, end, { capture: true, passive: true });
  addEventListener('blur', end);
}

export function afterPointerUp(task: () => void): void {
  if (isPointerDown) waiting.push(task);
  else task();
}

type Tied<P> = P & { rules?: RegisterOptions };

export function useField(name: string, rules?: RegisterOptions) {
  const { register, control, trigger, getFieldState } = useFormContext();
  const { errors, isSubmitted } = useFormState({ control, name });
  const error = get<unknown, { message?: string } | undefined>(errors, name)?.message;
  const input = register(name, rules);
  const leave = async (event: Parameters<ChangeHandler>[0]) => {
    await input.onBlur(event);
    // After the first submit the form library checks only while typing, but leaving a field rewrites phones
    // and dates. An error of the server stands until the value changes, because the browser cannot know
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

/** Reformats on leaving and before Enter sends the form, then checks; the rule of the field does the same. */
function FormRewritten({
  rules,
  rewrite,
  ...props
}: Tied<TextFieldProps> & { rewrite: (text: string) => string }) {
  const { setValue } = useFormContext();
  const { input, error } = useField(props.name, rules);
  const change = (text: string) => setValue(props.name, rewrite(text), { shouldDirty: true });
  return (
    <TextField
      {...props}
      {...input}
      error={error}
      onKeyDown={(event) => {
        if (event.key === 'Enter') change(event.currentTarget.value);
      }}
      onBlur={(event) => {
        change(event.target.value);
        return input.onBlur(event);
      }}
    />
  );
}

/** Reformats to 123-456-7890 (accounts.md §5). */
export const FormPhone = (props: Tied<TextFieldProps>) => (
  <FormRewritten type="tel" inputMode="tel" {...props} rewrite={formatPhone} />
);

/** A person types eight digits; leaving adds the slashes of MM/dd/yyyy. */
export const FormDate = (props: Tied<TextFieldProps>) => (
  <FormRewritten inputMode="numeric" {...props} rewrite={formatDay} />
);

/** A ZIP of nine digits gets its dash. */
export const FormZip = (props: Tied<TextFieldProps>) => <FormRewritten {...props} rewrite={formatZip} />;

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

export function FormRadios({ rules, ...props }: TiedGroup) {
  const { input, error } = useField(props.name, rules);
  return <RadioGroup {...props} input={input} error={error} />;
}

export function FormFile({ rules, ...props }: Tied<FileFieldProps>) {
  const { input, error } = useField(props.name, rules);
  return <FileField {...props} {...input} error={error} />;
}
