import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { PlainDate } from '#kit/plain-date.ts';
import type { FieldType } from '#kit/rules/field-types.ts';
import { listObjects, type ListedObject } from '#modules/catalog/changes/object-list.contract.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import type { FileKind } from '#modules/catalog/objects/object-kinds.ts';
import { objectFieldLabel } from '#modules/catalog/objects/object-labels.ts';
import { textAddress } from '#modules/catalog/text-address.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { FormCheckbox, FormSelect, FormText, FormTextarea, useField } from '#app/forms/fields.tsx';
import { FormTextEditor } from '#app/routes/office/season/texts/editor/form-text-editor.tsx';
import { CheckboxGroup } from '#app/ui/fields/checkbox-field.tsx';
import { FILE_HINTS, UploadField } from './upload-field.tsx';
import { choiceText } from './choice-texts.ts';
import { derivedNote } from './derived-values.ts';
import { LineSample } from './line-sample.tsx';
import type { FormField } from './typed-fields.ts';

type InputProps = {
  kind: ObjectKind;
  field: FormField;
  today: PlainDate;
  /** of a stored object */
  id?: number;
  /** the stored key of an object that is changed */
  oldKey?: string;
};

const HINTS: Partial<Record<FieldType['takes'], () => string>> = {
  day: m.office_object_hint_day,
  local_time: m.office_object_hint_time,
  cents: m.office_object_hint_cents,
  states: m.office_object_hint_states,
  texts: m.office_object_hint_texts,
  rates_by_state: m.office_object_hint_rates,
  ages_by_work: m.office_object_hint_ages,
};

const EITHER = m.office_object_hint_either;

const FIELD_HINTS: Partial<Record<ObjectKind, Record<string, () => string>>> = {
  payment_term: {
    deposit: m.office_object_hint_deposit,
    amount: m.office_object_hint_term_amount,
    number_payments: m.office_object_hint_number_payments,
  },
  discount: { amount_flat: EITHER, amount_percentage: EITHER },
  surcharge: { amount_flat: EITHER, amount_percentage: EITHER },
};

function hintOf(kind: ObjectKind, { name, type, takesNone }: FormField): string | undefined {
  const own = FIELD_HINTS[kind]?.[name];
  if (own) return own();
  if (type.takes === 'file') return FILE_HINTS[type.holds]();
  if (type.takes === 'count' && takesNone) return m.office_object_hint_no_limit();
  return HINTS[type.takes]?.();
}

/** What follows from the typed value, else a hint; below a changed key, what a season file does (SE2.8). */
function useNote({ kind, field, today, oldKey }: InputProps): string | undefined {
  const { control } = useFormContext();
  const value: unknown = useWatch({ control, name: field.name });
  const isRenamed = oldKey !== undefined && objectOf(kind).key?.field === field.name && value !== oldKey;
  if (isRenamed) return m.office_object_renamed({ old: oldKey });
  return derivedNote(field, value, today) ?? hintOf(kind, field);
}

/** The objects that a field may name; an ended object only while it is named. */
function useReferred(kind: ObjectKind, isNamed: (name: string) => boolean) {
  const referred = useItems(listObjects, { params: { kind }, query: {} });
  // Programs of two schools may have one name.
  const choices = (all: readonly ListedObject[]) =>
    all
      .filter(({ is_active, name }) => is_active !== false || isNamed(name))
      .map(({ name, text }, _, shown) => ({
        value: name,
        label:
          text && shown.filter((one) => one.text === text).length > 1
            ? m.office_object_choice_of({ text, key: name })
            : (text ?? name),
      }));
  return { referred, choices };
}

type ReferenceProps = { name: string; label: string; of: ObjectKind; required?: boolean; note?: string };

/** Where one object alone can be named, a required field names it. */
function ReferenceSelect({ of, ...props }: ReferenceProps) {
  const { getValues, setValue } = useFormContext();
  const { referred, choices } = useReferred(of, (name) => getValues(props.name) === name);
  const { name, required } = props;
  const options = choices(referred.data ?? []);
  const only = required && options.length === 1 ? options[0]!.value : undefined;
  useEffect(() => {
    if (only !== undefined && !getValues(name)) setValue(name, only);
  }, [only, name, getValues, setValue]);
  return (
    <Loaded query={referred} loading={m.office_loading()}>
      {() => <FormSelect {...props} placeholder={m.office_object_choose()} options={options} />}
    </Loaded>
  );
}

function ReferenceBoxes({ of, name, label, note }: ReferenceProps) {
  const { input, error } = useField(name);
  const { referred, choices } = useReferred(of, () => true);
  return (
    <Loaded query={referred} loading={m.office_loading()}>
      {(all) => <CheckboxGroup {...{ name, label, note, input, error }} choices={choices(all)} />}
    </Loaded>
  );
}

type LinkToTextProps = { label: string; of: { kind: ObjectKind; id: number; field: string } };

/** The text of a stored object has a page of its own, with draft, versions and editor (SE4.1). */
function LinkToText({ label, of }: LinkToTextProps) {
  return (
    <div>
      <p className="font-semibold">{label}</p>
      <Link to={textAddress(of)} className="inline-flex min-h-11 items-center underline">
        <span>{m.office_text_edit()}</span> <span className="sr-only">{label}</span>
      </Link>
    </div>
  );
}

/** The input of a field by its declared type. A new field of a declaration needs no change here (SE3.2). */
export function FieldInput(props: InputProps) {
  const { field } = props;
  const { name, type, isRequired: required } = field;
  const tied = { name, label: objectFieldLabel([name]), required, note: useNote(props) };
  if (name === 'line_color')
    return (
      <div>
        <FormText {...tied} autoComplete="off" />
        <LineSample />
      </div>
    );
  if (field.refersTo) return <ReferenceSelect {...tied} of={field.refersTo} />;
  switch (type.takes) {
    case 'flag':
      return <FormCheckbox name={name} label={tied.label} note={tied.note} />;
    case 'html':
      return props.id === undefined ? (
        <FormTextEditor {...tied} />
      ) : (
        <LinkToText label={tied.label} of={{ kind: props.kind, id: props.id, field: name }} />
      );
    case 'choice':
      return (
        <FormSelect
          {...tied}
          placeholder={m.office_object_choose()}
          options={type.values.map((value) => ({ value: String(value), label: choiceText(value) }))}
        />
      );
    case 'file':
      return <UploadField {...tied} kind={props.kind as FileKind} mayBeAddress={type.mayBeAddress} />;
    case 'names':
      return <ReferenceBoxes {...tied} of={type.of as ObjectKind} />;
    case 'texts':
    case 'rates_by_state':
    case 'ages_by_work':
      return <FormTextarea {...tied} rows={4} />;
    case 'email':
      return <FormText {...tied} type="email" autoComplete="off" />;
    case 'count':
      return <FormText {...tied} inputMode={field.takesNone ? undefined : 'numeric'} autoComplete="off" />;
    case 'dollars':
    case 'cents':
    case 'percent':
    case 'rate':
      return <FormText {...tied} inputMode="decimal" autoComplete="off" />;
    default:
      return <FormText {...tied} autoComplete="off" />;
  }
}
