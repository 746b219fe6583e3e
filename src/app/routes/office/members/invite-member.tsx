import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import { inviteStaff, listStaff } from '#modules/accounts/staff/staff.contract.ts';
import { invitationShape } from '#modules/accounts/staff/staff.shapes.ts';
import { callForOne } from '#app/api/client.ts';
import { itemsKey } from '#app/api/use-items.ts';
import { useOnce } from '#app/api/use-once.ts';
import { FormText } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { RoleFields } from './role-fields.tsx';

type Values = z.input<typeof invitationShape>;
type Typed = z.output<typeof invitationShape>;

function useInvitation(onClose: () => void) {
  const queries = useQueryClient();
  const say = useToast();
  const once = useOnce();
  const form = useForm<Values, unknown, Typed>({
    resolver: schemaResolver(invitationShape),
    mode: 'onBlur',
    defaultValues: { email: '', first_name: '', last_name: '', school_ids: [] },
  });
  async function invite(body: Typed): Promise<void> {
    const { email } = await once(body, (headers) => callForOne(inviteStaff, { headers, body }));
    onClose();
    say(m.office_staff_invited({ email }));
    await queries.invalidateQueries({ queryKey: itemsKey(listStaff) });
  }
  return { form, invite };
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const { form, invite } = useInvitation(onClose);
  const email = useWatch({ control: form.control, name: 'email' });
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.office_staff_invite_title()}
      description={m.office_staff_invite_text({ email: email || m.office_staff_the_colleague() })}
    >
      <Form form={form} label={m.office_staff_invite_title()} className="grid gap-4" onSubmit={invite}>
        <FormText required name="email" type="email" autoComplete="off" label={m.account_email()} />
        <FormText required name="first_name" autoComplete="off" label={m.account_first_name()} />
        <FormText required name="last_name" autoComplete="off" label={m.account_last_name()} />
        <RoleFields />
        <FormButtons submitText={m.office_staff_invite()} cancelText={m.office_cancel()} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

export function InviteMember() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{m.office_staff_invite()}</Button>
      {isOpen && <InviteDialog onClose={() => setOpen(false)} />}
    </>
  );
}
