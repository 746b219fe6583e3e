import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import { inviteFamily } from '#modules/accounts/families/families.contract.ts';
import { newFamilyShape, type NewFamily } from '#modules/accounts/families/families.shapes.ts';
import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { FormPhone, FormText } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { forgetUnsavedChanges } from '#app/shell/unsaved-changes.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToast } from '#app/ui/toast.tsx';

function NewFamilyDialog({ onClose }: { onClose: () => void }) {
  const once = useOnce();
  const say = useToast();
  const navigate = useNavigate();
  const form = useForm<z.input<typeof newFamilyShape>, unknown, NewFamily>({
    resolver: schemaResolver(newFamilyShape),
    mode: 'onBlur',
    defaultValues: { first_name: '', last_name: '', email: '', phone_mobile: '' },
  });
  async function invite(body: NewFamily): Promise<void> {
    const { user_id, is_waiting } = await once(body, (headers) =>
      callForOne(inviteFamily, { headers, body }),
    );
    const { email } = body;
    say(is_waiting ? m.office_sell_family_invited({ email }) : m.office_sell_family_known({ email }));
    forgetUnsavedChanges();
    void navigate(`/admin/sell?family=${user_id}`);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.office_sell_new_family()}
      description={m.office_sell_new_family_text()}
    >
      <Form form={form} label={m.office_sell_new_family()} className="grid gap-4" onSubmit={invite}>
        <FormText required name="first_name" autoComplete="off" label={m.account_first_name()} />
        <FormText required name="last_name" autoComplete="off" label={m.account_last_name()} />
        <FormText required name="email" type="email" autoComplete="off" label={m.account_email()} />
        <FormPhone required name="phone_mobile" autoComplete="off" label={m.account_phone_mobile()} />
        <FormButtons
          submitText={m.office_sell_new_family_button()}
          cancelText={m.office_cancel()}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

/** A caller without an account gets one while on the telephone (OF3.1). */
export function NewFamily() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
        {m.office_sell_new_family()}
      </Button>
      {isOpen && <NewFamilyDialog onClose={() => setOpen(false)} />}
    </>
  );
}
