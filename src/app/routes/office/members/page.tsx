import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import { listStaff, type StaffMember } from '#modules/accounts/staff/staff.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Table, type Column } from '#app/ui/table.tsx';
import { InviteMember } from './invite-member.tsx';
import { MemberActs } from './member-acts.tsx';
import { roleLabel } from './role-fields.tsx';

export const meta = () => pageTitle(m.office_title_staff());

function stateText(member: StaffMember, timeText: (at: string) => string): string {
  if (member.is_disabled) return m.office_staff_disabled();
  if (member.is_pending)
    return member.invited_until
      ? m.office_staff_invited_until({ at: timeText(member.invited_until) })
      : m.office_staff_pending();
  return member.last_login_at ? timeText(member.last_login_at) : m.office_none();
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
    key: 'role',
    header: m.office_staff_role(),
    cell: ({ role }) => roleLabel(role),
  },
  {
    key: 'schools',
    header: m.office_staff_schools(),
    cell: ({ schools }) => schools.map(({ text }) => text).join(', ') || m.office_none(),
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
    cell: (member) => <MemberActs member={member} />,
  },
];

/** Who works here, and who is invited (OF8.4). */
export default function StaffMembers() {
  const staff = useItems(listStaff, {});
  const timeText = useCompanyTime();
  const columns = [
    ...personColumns,
    {
      key: 'login',
      header: m.office_staff_last_login(),
      cell: (member: StaffMember) => stateText(member, timeText),
    },
    ...accessColumns,
  ];
  return (
    <>
      <PageHead title={m.office_title_staff()} actions={<InviteMember />} />
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
