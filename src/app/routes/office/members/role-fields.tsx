import { useFormContext, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { STAFF_ROLES, type StaffRole } from '#modules/accounts/rights.ts';
import { isOfSchools } from '#modules/accounts/staff/staff.shapes.ts';
import { listProgramGroups } from '#modules/catalog/catalog.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { FormSelect, useField } from '#app/forms/fields.tsx';
import { CheckboxGroup } from '#app/ui/fields/checkbox-field.tsx';

const ROLE_LABELS: Readonly<Record<StaffRole, () => string>> = {
  userRoleSchool: m.office_role_school,
  userRoleDispatcher: m.office_role_dispatcher,
  userRoleAdmin: m.office_role_admin,
  userRoleSuperAdmin: m.office_role_super_admin,
};

export const roleLabel = (role: StaffRole): string => ROLE_LABELS[role]();

type School = { id: number; text: string };

function SchoolBoxes({ schools }: { schools: readonly School[] }) {
  const { input, error } = useField('school_ids');
  return (
    <CheckboxGroup
      required
      name="school_ids"
      label={m.office_staff_schools()}
      error={error}
      input={input}
      choices={schools.map(({ id, text }) => ({ value: String(id), label: text }))}
    />
  );
}

/** The role, and the schools of a person who works for schools alone (OF8.1). */
export function RoleFields() {
  const { control } = useFormContext();
  const role = useWatch({ control, name: 'role' }) as StaffRole | '' | undefined;
  const schools = useItems(listProgramGroups, { params: {} });
  return (
    <>
      <FormSelect
        required
        name="role"
        label={m.office_staff_role()}
        placeholder={m.office_staff_role_choose()}
        options={STAFF_ROLES.map((key) => ({ value: key, label: roleLabel(key) }))}
      />
      {role && isOfSchools(role) && (
        <Loaded query={schools} loading={m.office_loading()}>
          {(all) => <SchoolBoxes schools={all} />}
        </Loaded>
      )}
    </>
  );
}
