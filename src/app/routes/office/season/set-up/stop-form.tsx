import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { m } from '#i18n/messages.js';
import type { PlainDate } from '#kit/plain-date.ts';
import type { SentChange } from '#modules/catalog/changes/changes.contract.ts';
import type { ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { Form } from '#app/forms/form.tsx';
import { Button } from '#app/ui/button.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { useToast } from '#app/ui/toast.tsx';
import { useSaveUnasked } from '#app/routes/office/season/save-changes.ts';
import { FieldInput } from '#app/routes/office/season/objects/field-inputs.tsx';
import { formFieldsOf, type TypedFields } from '#app/routes/office/season/objects/typed-fields.ts';

/** Names the stop that is shown; without it, the first one with something missing. */
export const STOP = 'stop';

type StopFormProps = {
  label: string;
  initial: TypedFields;
  toChanges: (typed: TypedFields) => SentChange[];
  children: Elements;
};

/** The short form of a stop, which makes what is missing in one change set and goes on to the next stop. */
export function StopForm({ label, initial, toChanges, children }: StopFormProps) {
  const form = useForm<TypedFields>({ defaultValues: initial });
  const [, setQuery] = useSearchParams();
  const say = useToast();
  const save = useSaveUnasked();
  async function submit(typed: TypedFields) {
    const changes = toChanges(typed);
    if (changes.length === 0) return say(m.office_object_unchanged());
    // Nothing is sold before the season is published, so nobody is asked about effects.
    await save(changes, { source: 'setup' });
    setQuery(
      (before) => {
        before.delete(STOP);
        return before;
      },
      { replace: true },
    );
  }
  return (
    <Form form={form} label={label} onSubmit={submit} className="grid gap-4">
      {children satisfies Elements}
      <div>
        <Button type="submit" busy={form.formState.isSubmitting}>
          {m.office_set_up_save()}
        </Button>
      </div>
    </Form>
  );
}

type FieldsProps = { kind: ObjectKind; names: readonly string[]; today: PlainDate };

/** Inputs of the declaration of an object, in the order of the names. */
export function StopFields({ kind, names, today }: FieldsProps) {
  const fields = formFieldsOf(kind);
  return (
    <>
      {names.map((name) => {
        const field = fields.find((one) => one.name === name);
        return field && <FieldInput key={name} {...{ kind, field, today }} />;
      })}
    </>
  );
}
