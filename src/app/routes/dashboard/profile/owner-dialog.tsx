import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { ApiError } from '#app/api/api-error.ts';
import { FormPassword } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Dialog } from '#app/ui/dialog.tsx';

type OwnerDialogProps = {
  title: string;
  description: string;
  label: string;
  /** asks for the password from the start; the server may ask in any case */
  asksPassword: boolean;
  onClose: () => void;
  act: (proof: { current_password?: string }) => Promise<void>;
};

const proofFormShape = z.object({ current_password: z.string().max(255) });

export function OwnerDialog({ title, description, label, asksPassword, onClose, act }: OwnerDialogProps) {
  const [isAsked, setAsked] = useState(asksPassword);
  const form = useForm({
    resolver: schemaResolver(proofFormShape, 'user'),
    mode: 'onBlur',
    defaultValues: { current_password: '' },
  });
  function onServerError(error: unknown): boolean {
    if (error instanceof ApiError && error.data.field_errors?.current_password) setAsked(true);
    return false;
  }
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <Form
        form={form}
        className="grid gap-4"
        asksBeforeLeaving={false}
        onError={onServerError}
        onSubmit={({ current_password }) => act(current_password ? { current_password } : {})}
      >
        {isAsked && (
          <FormPassword
            name="current_password"
            label={m.dashboard_profile_current_password()}
            required
            autoComplete="current-password"
          />
        )}
        <FormButtons submitText={label} cancelText={m.dashboard_cancel()} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
