import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { askForPhoto } from '#modules/orders/staff/ask-for-photo.contract.ts';
import { call } from '#app/api/client.ts';
import type { BulkAct } from '#app/lists/bulk/bulk-act.ts';
import { shownName } from '#kit/text/full-name.ts';
import { studentList } from '#modules/office/lists/student-list.ts';
import { listStudentRows, type StudentListRow } from '#modules/office/lists/student-list.contract.ts';
import { ContractLink, FamilyLink, PhoneLink, rowLink } from '#app/lists/row-links.tsx';
import { OfficeList } from '#app/lists/office-list.tsx';
import { pageTitle } from '#app/shell/page-title.ts';

export const meta = () => pageTitle(m.list_title_students());

const cells = {
  name: (row: StudentListRow) => (
    <Link to={`/admin/students/${row.id}`} data-row className={`${rowLink} font-semibold`}>
      {shownName(row)}
    </Link>
  ),
  family: ({ parent }: StudentListRow) => <FamilyLink {...parent} />,
  phone: ({ phone }: StudentListRow) => <PhoneLink phone={phone} />,
  contract: (row: StudentListRow) =>
    row.order_id !== null && <ContractLink {...row} order_id={row.order_id} />,
};

/** The list has the contract of its filters; the call knows whether there is another one. */
const studentActs: readonly BulkAct<StudentListRow>[] = [
  {
    key: 'photo',
    right: 'families',
    label: m.list_act_photo,
    about: m.list_act_photo_about,
    leftOut: ({ has_photo }) => (has_photo ? m.server_photo_there() : undefined),
    act: ({ id }) => call(askForPhoto, { params: { id } }),
  },
];

export default function Students() {
  return (
    <OfficeList
      list={listStudentRows}
      view={studentList}
      path="/admin/students"
      cells={cells}
      acts={studentActs}
    />
  );
}
