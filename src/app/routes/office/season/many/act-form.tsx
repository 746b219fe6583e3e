import { useState } from 'react';
import { useForm, useFormContext, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import type { PlainDate } from '#kit/plain-date.ts';
import { objectOf, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { KIND_NAMES } from '#modules/catalog/objects/kind-names.ts';
import { objectFieldLabel } from '#modules/catalog/objects/object-labels.ts';
import type { SentAct } from '#modules/catalog/planning/many.contract.ts';
import type { ManyKind } from '#modules/catalog/planning/many-changes.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { FormSelect, FormText, useField } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { FieldInput } from '#app/routes/office/season/objects/field-inputs.tsx';
import {
  blankFields,
  formFieldsOf,
  type TypedFields,
} from '#app/routes/office/season/objects/typed-fields.ts';
import { PriceRuleInputs, typedRule } from '#app/routes/office/season/price-rule-inputs.tsx';
import { Button } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { CheckboxGroup } from '#app/ui/fields/checkbox-field.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { priceTypeText } from './act-words.ts';
import type { Part } from './choice.ts';
import {
  choosableFields,
  chosenPart,
  inputsOf,
  OPERATIONS,
  operationsOf,
  PARTS_ADDED,
  readAct,
  type OperationName,
} from './operations.ts';

type FormProps = {
  kind: ManyKind;
  /** the parts of what is chosen, by name */
  parts: readonly Part[];
  today: PlainDate;
};

type BoxesProps = { name: string; label: string; note?: string; choices: { value: string; label: string }[] };

function Boxes(props: BoxesProps) {
  const { input, error } = useField(props.name);
  return <CheckboxGroup {...props} input={input} error={error} />;
}

function PriceInputs({ kind, parts }: FormProps) {
  const types =
    kind === 'route' ? (['full', 'scheduled', 'addon', 'discount'] as const) : (['surcharge'] as const);
  const names = [...new Set(parts.map(({ name }) => name))];
  return (
    <>
      <Boxes
        name="many_types"
        label={m.office_many_types()}
        choices={types.map((type) => ({ value: type, label: priceTypeText(type) }))}
      />
      <PriceRuleInputs />
      {names.length > 0 && (
        <Disclosure label={m.office_many_names()}>
          <Boxes
            name="many_names"
            label={m.office_many_names()}
            note={m.office_many_names_note()}
            choices={names.map((name) => ({ value: name, label: name }))}
          />
        </Disclosure>
      )}
    </>
  );
}

function MoveInputs() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormText name="many_from" label={m.office_many_days_from()} note={m.office_many_days_note()} />
      <FormText name="many_thru" label={m.office_many_days_thru()} />
    </div>
  );
}

function CapacityInputs() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormSelect
        name="many_seats_by"
        label={m.office_many_seats_by()}
        options={[
          { value: 'set', label: m.office_many_seats_set() },
          { value: 'plus', label: m.office_many_seats_plus() },
          { value: 'minus', label: m.office_many_seats_minus() },
        ]}
      />
      <FormText name="many_seats" label={m.office_many_seats()} inputMode="numeric" autoComplete="off" />
    </div>
  );
}

/** The choice of a field, and its own input. */
function OneField({ of, today }: { of: ObjectKind; today: PlainDate }) {
  const name: unknown = useWatch({ name: 'many_field' });
  const fields = choosableFields(of, objectOf(of).key?.field);
  const field = fields.find((one) => one.name === name);
  return (
    <>
      <FormSelect
        name="many_field"
        label={m.office_many_field()}
        placeholder={m.office_object_choose()}
        options={fields.map((one) => ({ value: one.name, label: objectFieldLabel([one.name]) }))}
      />
      {field && <FieldInput key={field.name} kind={of} field={field} today={today} />}
    </>
  );
}

function PartInputs({ parts, today, isEnd }: FormProps & { isEnd: boolean }) {
  const { getValues } = useFormContext<TypedFields>();
  useWatch({ name: 'many_part' });
  const part = chosenPart(getValues());
  return (
    <>
      <FormSelect
        name="many_part"
        label={m.office_many_part()}
        placeholder={m.office_object_choose()}
        options={parts.map(({ kind, name }) => ({
          value: `${kind}:${name}`,
          label: m.office_many_part_of({ name, kind: KIND_NAMES[kind].one() }),
        }))}
      />
      {part && !isEnd && <OneField key={part.kind} of={part.kind} today={today} />}
    </>
  );
}

function Inputs({ operation, ...props }: FormProps & { operation: OperationName }) {
  const { kind, today } = props;
  if (operation === 'price') return <PriceInputs {...props} />;
  if (operation === 'move_window') return <MoveInputs />;
  if (operation === 'capacity') return <CapacityInputs />;
  if (operation === 'change' || operation === 'end')
    return <PartInputs {...props} isEnd={operation === 'end'} />;
  if (operation === 'set') return <OneField of={kind} today={today} />;
  const inputs = inputsOf(operation, kind);
  if (!inputs) return null;
  const fields = formFieldsOf(inputs.kind).filter(({ name }) => inputs.names.includes(name));
  return (
    <>
      {operation === 'window' && <p className="text-ink-soft">{m.office_many_blank_stays()}</p>}
      {fields.map((field) => (
        <FieldInput key={field.name} kind={inputs.kind} field={field} today={today} />
      ))}
    </>
  );
}

/** What the form begins with; prices of terms and add-ons are changed by default (SE9.5). */
function startOf(operation: OperationName, kind: ManyKind): TypedFields {
  const added = PARTS_ADDED[operation];
  const inputs = inputsOf(operation, kind);
  const of = added ?? inputs?.kind ?? kind;
  return {
    ...blankFields(of),
    many_types: kind === 'route' ? ['full', 'scheduled', 'addon'] : ['surcharge'],
    ...typedRule(null),
    many_names: [],
    many_from: '0',
    many_thru: '0',
    many_seats_by: 'set',
    many_seats: '',
    many_part: '',
    many_field: '',
  };
}

type OperationFormProps = FormProps & {
  operation: OperationName;
  /** changes that were added before: a blank form adds none to them */
  hasActs: boolean;
  isBusy: boolean;
  /** why no values can be shown yet */
  showsNotYet?: string;
  onAdd: (act: SentAct) => void;
  /** with the change of the form, if one is filled in */
  onShow: (act?: SentAct) => void;
};

function OperationForm(props: OperationFormProps) {
  const { operation, kind, hasActs, isBusy, showsNotYet, onAdd, onShow } = props;
  const form = useForm<TypedFields>({ defaultValues: startOf(operation, kind) });
  const { isDirty } = form.formState;
  const submit = (typed: TypedFields, pressed?: string) => {
    const isShowing = pressed === 'show';
    if (isShowing && hasActs && !isDirty) return onShow();
    const read = readAct(operation, kind, typed);
    if ('wrong' in read) return form.setError(read.wrong, { message: read.reason }, { shouldFocus: true });
    form.reset();
    return isShowing ? onShow(read.act) : onAdd(read.act);
  };
  return (
    <Form form={form} label={OPERATIONS[operation].label()} asksBeforeLeaving={false} onSubmit={submit}>
      <div className="grid gap-4">
        <Inputs {...props} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isBusy} disabledReason={showsNotYet} value="show">
            {m.office_many_show()}
          </Button>
          <div>
            <Button type="submit" look="secondary">
              {m.office_many_add()}
            </Button>
          </div>
        </div>
      </div>
    </Form>
  );
}

/** One change of all that is chosen: added to others, or shown with its values at once (SE12.1). */
export function ActForm(props: Omit<OperationFormProps, 'operation'>) {
  const seesMoney = useRight('money');
  const operations = operationsOf(props.kind, { seesMoney });
  const [chosen, setOperation] = useState(operations[0]!);
  const operation = operations.includes(chosen) ? chosen : operations[0]!;
  return (
    <div className="grid gap-4">
      <SelectField
        name="operation"
        label={m.office_many_operation()}
        value={operation}
        onChange={(event) => setOperation(event.target.value as OperationName)}
        options={operations.map((name) => ({ value: name, label: OPERATIONS[name].label() }))}
      />
      <OperationForm key={`${props.kind} ${operation}`} {...props} operation={operation} />
    </div>
  );
}
