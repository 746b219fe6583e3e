import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { requiredText } from '#kit/rules/fields.ts';
import { makePasskey } from '#app/auth/passkeys.ts';
import { FormText } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Button } from '#app/ui/button.tsx';

const labelShape = z.object({ label: requiredText(60) });
type Values = z.input<typeof labelShape>;

type AddPasskeyProps = { onDone: (recoveryCodes: string[]) => Promise<void>; onCancel: () => void };

export function AddPasskey({ onDone, onCancel }: AddPasskeyProps) {
  const form = useForm<Values, unknown, Values>({
    resolver: schemaResolver(labelShape),
    defaultValues: { label: m.account_passkey_name() },
  });
  return (
    <Form
      form={form}
      asksBeforeLeaving={false}
      label={m.account_passkey_add()}
      onSubmit={async ({ label }) => onDone(await makePasskey(label))}
      className="grid max-w-form gap-4"
    >
      <p>{m.account_passkey_text()}</p>
      <FormText name="label" label={m.account_factor_label()} note={m.account_factor_label_note()} required />
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button type="submit" busy={form.formState.isSubmitting}>
          {m.account_passkey_make()}
        </Button>
        <Button look="secondary" onClick={onCancel}>
          {m.dashboard_cancel()}
        </Button>
      </div>
    </Form>
  );
}
