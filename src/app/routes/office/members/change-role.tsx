import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import { roleText } from '#modules/accounts/role-text.ts';
import { changeStaff, listStaff, type StaffMember } from '#modules/accounts/staff/staff.contract.ts';
import { isOfSchools, staffRoleShape } from '#modules/accounts/staff/staff.shapes.ts';
import { listProgramGroups } from '#modules/catalog/catalog.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import type { FormPart } from '#app/forms/edit-conflict.ts';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { useVersionedSave } from '#app/forms/use-versioned-save.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { useToast } from '#app/ui/toast.tsx';
import { roleLabel, RoleFields } from './role-fields.tsx';

type Values = z.input<typeof staffRoleShape>;
type Typed = z.output<typeof staffRoleShape>;

const toSeen = ({ version, role, schools }: StaffMember) => ({
  version,
  values: { role, school_ids: schools.map(({ id }) => String(id)) },
});

/** Role and schools, as a colleague may have changed them meanwhile. */
function usePartsOfRole(): () => readonly FormPart<Values>[] {
  const { data: schools = [] } = useItems(listProgramGroups, { params: {} });
  const namesOf = ({ role, school_ids }: Values) => {
    const chosen = new Set(isOfSchools(role) ? school_ids.map(Number) : []);
    return schools.filter(({ id }) => chosen.has(id)).map(({ text }) => text);
  };
  return () => [
    { label: m.office_staff_role(), names: ['role'], say: ({ role }) => roleLabel(role) },
    {
      label: m.office_staff_schools(),
      names: ['school_ids'],
      say: (values) => namesOf(values).join(', '),
    },
  ];
}

type ChangeProps = { member: StaffMember; onClose: () => void };

function useChange({ member, onClose }: ChangeProps) {
  const queries = useQueryClient();
  const say = useToast();
  const form = useForm<Values, unknown, Typed>({
    resolver: schemaResolver(staffRoleShape),
    mode: 'onBlur',
    defaultValues: toSeen(member).values,
  });
  const { save, dialog } = useVersionedSave<Values, Typed, StaffMember>({
    form,
    record: member,
    parts: usePartsOfRole(),
    toSeen,
    send: (typed, version = member.version) =>
      callForOne(changeStaff, { params: { id: member.id }, body: { ...typed, version } }),
    onSaved: async ({ role }) => {
      onClose();
      say(m.office_staff_changed({ name: shownName(member), role: roleText(role) }));
      await queries.invalidateQueries({ queryKey: itemsKey(listStaff) });
    },
  });
  return { form, save, dialog };
}

function ChangeDialog({ member, onClose }: ChangeProps) {
  const { form, save, dialog } = useChange({ member, onClose });
  const role = roleText(useWatch({ control: form.control, name: 'role' }) || member.role);
  const title = m.office_staff_change_title({ name: shownName(member) });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={m.office_staff_change_text({ name: shownName(member), role })}
    >
      <Form form={form} label={title} className="grid gap-4" onSubmit={save}>
        {dialog satisfies Elements}
        <RoleFields />
        <FormButtons
          submitText={m.office_staff_make({ role })}
          cancelText={m.office_cancel()}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

export function ChangeRole({ member, disabledReason }: { member: StaffMember; disabledReason?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" size="small" disabledReason={disabledReason} onClick={() => setOpen(true)}>
        {m.office_staff_change()}
      </Button>
      {isOpen && <ChangeDialog member={member} onClose={() => setOpen(false)} />}
    </>
  );
}
