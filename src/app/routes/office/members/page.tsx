import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import { listStaff, resetStaffFactor, type StaffMember } from '#modules/office/people/people.contract.ts';
import { call } from '#app/api/client.ts';
import { useItems } from '#app/api/use-items.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { Loaded } from '#app/api/loaded.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import type { StaffRole } from '#modules/accounts/rights.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Table, type Column } from '#app/ui/table.tsx';
import { EndSessionsButton } from '#app/routes/office/end-sessions-button.tsx';

export const meta = () => pageTitle(m.office_title_staff());

const roles: Record<string, () => string> = {
  userRoleSchool: m.office_role_school,
  userRoleDispatcher: m.office_role_dispatcher,
  userRoleAdmin: m.office_role_admin,
  userRoleSuperAdmin: m.office_role_super_admin,
} satisfies Record<StaffRole, () => string>;

/** For a colleague with a lost phone and lost recovery codes. */
function ResetFactorButton({ member, name }: { member: StaffMember; name: string }) {
  const queries = useQueryClient();
  return (
    <ConfirmButton
      label={m.office_reset_factor()}
      title={m.office_reset_factor_title({ name })}
      description={m.office_reset_factor_text()}
      done={m.office_reset_factor_done()}
      act={async () => {
        await call(resetStaffFactor, { params: { id: member.id } });
        void queries.invalidateQueries();
      }}
    />
  );
}

function lastLoginText(member: StaffMember, timeText: (at: string) => string): string {
  if (member.is_disabled) return m.office_staff_disabled();
  if (member.is_pending) return m.office_staff_pending();
  return member.last_login_at ? timeText(member.last_login_at) : m.office_none();
}

function MemberActions({ member }: { member: StaffMember }) {
  const { user } = useAuth();
  return (
    <div className="flex flex-wrap gap-2">
      <EndSessionsButton user_id={member.id} name={shownName(member)} />
      {member.has_second_factor && member.id !== user?.id && (
        <ResetFactorButton member={member} name={shownName(member)} />
      )}
    </div>
  );
}

const personColumns: readonly Column<StaffMember>[] = [
  {
    key: 'name',
    header: m.office_column_who(),
    narrow: 'title',
    cell: (member) => <b>{shownName(member)}</b>,
  },
  {
    key: 'email',
    header: m.office_column_email(),
    cell: (member) => <span className="wrap-anywhere">{member.email}</span>,
  },
  {
    key: 'roles',
    header: m.office_staff_roles(),
    cell: (member) => member.roles.map((key) => roles[key]?.() ?? key).join(', '),
  },
];

const accessColumns: readonly Column<StaffMember>[] = [
  {
    key: 'factor',
    header: m.office_staff_factor(),
    cell: (member) => (member.has_second_factor ? m.office_staff_factor_yes() : m.office_none()),
  },
  {
    key: 'acts',
    header: <span className="sr-only">{m.office_staff_acts()}</span>,
    cell: (member) => <MemberActions member={member} />,
  },
];

export default function StaffMembers() {
  const staff = useItems(listStaff, {});
  const timeText = useCompanyTime();
  const columns = [
    ...personColumns,
    {
      key: 'login',
      header: m.office_staff_last_login(),
      cell: (member: StaffMember) => lastLoginText(member, timeText),
    },
    ...accessColumns,
  ];
  return (
    <>
      <PageHead title={m.office_title_staff()} />
      <Loaded query={staff} loading={m.office_loading()}>
        {(members) => (
          <Table
            dense
            hideCaption
            caption={m.office_title_staff()}
            rows={members}
            rowKey={(member) => member.id}
            columns={columns}
          />
        )}
      </Loaded>
    </>
  );
}
