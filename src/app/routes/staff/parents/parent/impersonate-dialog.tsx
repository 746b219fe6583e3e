import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { impersonationReasonShape } from '#modules/admin/admin.contract.ts';
import { impersonate } from '#app/auth/session.ts';
import { FormTextarea } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

/** Asks for the reason, which is kept, and opens the parent's dashboard. */
function ReasonForm({ parentId, onCancel }: { parentId: number; onCancel: () => void }) {
  const form = useForm({
    resolver: schemaResolver(impersonationReasonShape),
    mode: 'onBlur',
    defaultValues: { reason: '' },
  });
  return (
    <Form form={form} className="grid gap-4" onSubmit={({ reason }) => impersonate(parentId, reason)}>
      <FormTextarea
        name="reason"
        label={m.admin_impersonate_reason()}
        note={m.admin_impersonate_note()}
        required
        maxLength={500}
      />
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button type="submit" busy={form.formState.isSubmitting}>
          {m.admin_impersonate()}
        </Button>
        <Button look="secondary" onClick={onCancel}>
          {m.admin_cancel()}
        </Button>
      </div>
    </Form>
  );
}

export function ImpersonateButton({ parentId, name }: { parentId: number; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button icon="eye" onClick={() => setOpen(true)}>
        {m.admin_impersonate()}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={m.admin_impersonate_title({ name })}
        description={m.admin_impersonate_text()}
      >
        <ReasonForm parentId={parentId} onCancel={close} />
      </Dialog>
    </>
  );
}
