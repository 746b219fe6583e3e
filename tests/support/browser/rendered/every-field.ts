import { createElement as h, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { requiredText } from '#kit/rules/fields.ts';
import { dimensions } from '#kit/rules/file.ts';
import '#app/app.css';
import { FormFile, FormHtmlEditor } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Button } from '#app/ui/button.tsx';
import {
  CheckboxField,
  CheckboxGroup,
  InlineRadioGroup,
  RadioGroup,
} from '#app/ui/fields/checkbox-field.tsx';
import { FileField } from '#app/ui/fields/file-field.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { PasswordField, TextField } from '#app/ui/fields/text-field.tsx';
import { TextareaField } from '#app/ui/fields/textarea-field.tsx';

/** A page with every kind of field at rest, in error and switched off, for looking at and for checking. */

const SIZES = [
  { value: 's', label: 'Small bus' },
  { value: 'm', label: 'Middle bus', textBefore: 'Most chosen', textAfter: 'Twenty seats' },
  { value: 'l', label: 'Large bus', disabledReason: 'None is free' },
];

const OPTIONS = [
  { value: 'am', label: 'Morning' },
  { value: 'pm', label: 'Afternoon' },
  { value: 'eve', label: 'Evening', disabled: true },
];

type State = { prefix: string; error?: string; disabled?: boolean; required?: boolean };

function fields({ prefix, error, disabled, required }: State): ReactNode[] {
  const common = (name: string) => ({ name: `${prefix}_${name}`, error, required });
  const input = { disabled };
  return [
    h(TextField, {
      ...common('text'),
      key: 'text',
      label: 'Text',
      note: 'A note',
      placeholder: 'A placeholder',
      pattern: '[a-z]+',
      disabled,
    }),
    h(TextField, {
      ...common('fixed'),
      key: 'fixed',
      label: 'Fixed text',
      readOnly: true,
      defaultValue: 'Cannot be changed',
      disabled,
    }),
    h(PasswordField, {
      ...common('password'),
      key: 'password',
      label: 'Password',
      defaultValue: 'Secret-2027',
      disabled,
    }),
    h(TextareaField, { ...common('long'), key: 'long', label: 'Long text', disabled }),
    h(SelectField, {
      ...common('select'),
      key: 'select',
      label: 'Time',
      options: OPTIONS,
      placeholder: 'Choose',
      disabled,
    }),
    h(FileField, { ...common('file'), key: 'file', label: 'File', accept: 'image/*', disabled }),
    h(CheckboxField, { ...common('check'), key: 'check', label: 'One yes or no', disabled }),
    h(CheckboxGroup, { ...common('checks'), key: 'checks', label: 'Several', choices: SIZES, input }),
    h(RadioGroup, { ...common('radios'), key: 'radios', label: 'One of them', choices: SIZES, input }),
    h(InlineRadioGroup, {
      ...common('words'),
      key: 'words',
      label: 'One of two',
      choices: OPTIONS.slice(0, 2),
      input,
    }),
  ];
}

type Values = { about: string; badge: ArrayLike<File> | null };

const shape = z.object({
  about: requiredText(8192),
  badge: z.custom<Values['badge']>(() => true).check(dimensions({ width: 2, height: 1 })),
});

function EditorForm() {
  const form = useForm<Values>({
    mode: 'onBlur',
    resolver: schemaResolver(shape),
    defaultValues: { about: '', badge: null },
  });
  return h(Form<Values, Values>, {
    form,
    label: 'Editor',
    onSubmit: () => undefined,
    className: 'grid gap-4',
    children: [
      h(FormHtmlEditor, { key: 'about', name: 'about', label: 'About the school', required: true }),
      h(FormFile, { key: 'badge', name: 'badge', label: 'Badge', note: 'Two pixels wide and one high.' }),
      h(Button, { key: 'save', type: 'submit', children: 'Save' }),
    ],
  });
}

function part(title: string, children: ReactNode): ReactNode {
  return h(
    'section',
    { 'aria-label': title, className: 'grid gap-4' },
    h('h2', { className: 'text-xl font-bold' }, title),
    children,
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  h(
    'main',
    { className: 'mx-auto grid max-w-form gap-8 p-4' },
    h('h1', { className: 'text-2xl font-bold' }, 'Every field'),
    part('At rest', fields({ prefix: 'rest' })),
    part('In error', fields({ prefix: 'wrong', error: 'The field field is required', required: true })),
    part('Switched off', fields({ prefix: 'off', disabled: true })),
    part('HTML', h(EditorForm)),
  ),
);
