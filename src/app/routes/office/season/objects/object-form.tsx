import { useEffect, useState } from 'react';
import { useForm, useWatch, type Control } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import type { PlainDate } from '#kit/plain-date.ts';
import type { ObjectAnswer } from '#modules/catalog/changes/changes.contract.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { derivedLines } from './derived-values.ts';
import { FieldInput } from './field-inputs.tsx';
import { nameFirst, useProposedKey } from './proposed-key.ts';
import {
  blankFields,
  formFieldsOf,
  isEndedByButton,
  toTypedFields,
  type TypedFields,
} from './typed-fields.ts';
import { useObjectSave, type ObjectRecord } from './use-object-save.tsx';
import type { Opened } from './use-opened-object.ts';

type DerivedProps = { kind: ObjectKind; control: Control<TypedFields>; today: PlainDate };

function Derived({ kind, control, today }: DerivedProps) {
  const lines = derivedLines(kind, useWatch({ control }) as TypedFields, today);
  if (lines.length === 0) return null;
  return (
    <ul aria-label={m.office_object_derived()} className="grid gap-1 rounded-md bg-sunk p-4">
      {lines.map((line, at) => (
        <li key={at} className="figures">
          {line}
        </li>
      ))}
    </ul>
  );
}

type ObjectFormProps = {
  opened: Opened;
  /** undefined for a new object */
  object: ObjectAnswer | undefined;
  today: PlainDate;
  label: string;
  isReadOnly: boolean;
  onClose: () => void;
};

/** The fields of the declaration that the reader may see; an object is ended by its button alone. */
function useObjectForm({ opened: { kind }, object }: Pick<ObjectFormProps, 'opened' | 'object'>) {
  const [record] = useState<ObjectRecord | undefined>(
    object && { ...object.fields, version: object.version },
  );
  const isEnded = isEndedByButton(kind);
  const all = formFieldsOf(kind);
  const fields = object
    ? all.filter(({ name }) => name in object.fields && !(isEnded && name === 'is_active'))
    : nameFirst(kind, all);
  const form = useForm<TypedFields>({
    defaultValues: object ? toTypedFields(fields, object.fields) : blankFields(kind),
  });
  return { record, fields, form };
}

/** One form for every kind of object, made of the declaration of the object (SE3.2). */
export function ObjectForm({ opened, object, today, label, isReadOnly, onClose }: ObjectFormProps) {
  const { kind } = opened;
  const { record, fields, form } = useObjectForm({ opened, object });
  const { setFocus } = form;
  useProposedKey(opened, form);
  useEffect(() => {
    if (opened.field) setFocus(opened.field);
  }, [opened.field, setFocus]);
  const { save, dialogs } = useObjectSave({ opened, form, fields, record, onSaved: onClose });
  const { key } = objectOf(kind);
  const oldKey = key && typeof record?.[key.field] === 'string' ? (record[key.field] as string) : undefined;
  return (
    <Form form={form} label={label} onSubmit={save}>
      {dialogs satisfies Elements}
      <fieldset disabled={isReadOnly} className="grid gap-4">
        <legend className="sr-only">{label}</legend>
        {fields.map((field) => (
          <FieldInput key={field.name} {...{ kind, field, today, oldKey }} id={opened.id} />
        ))}
        <Derived kind={kind} control={form.control} today={today} />
        {!isReadOnly && (
          <FormButtons
            submitText={m.office_object_save()}
            cancelText={m.office_cancel()}
            onCancel={onClose}
          />
        )}
      </fieldset>
    </Form>
  );
}
