import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { applicationList } from '#modules/careers/application-list.ts';
import { listApplications, markApplication, type ApplicationRow } from '#modules/careers/inbox.contract.ts';
import { call } from '#app/api/client.ts';
import type { BulkAct } from '#app/lists/bulk/bulk-act.ts';
import { OfficeList } from '#app/lists/office-list.tsx';
import { rowLink } from '#app/lists/row-links.tsx';
import { pageTitle } from '#app/shell/page-title.ts';

export const meta = () => pageTitle(m.office_title_applications());

function Applicant({ id, name, state }: ApplicationRow) {
  return (
    <>
      <Link to={`/admin/applications/${id}`} data-row className={`${rowLink} font-semibold`}>
        {name}
      </Link>
      {state === 'new' && (
        <b className="ml-2 rounded-md bg-bus px-1.5 py-0.5 text-xs text-ink">{m.office_application_new()}</b>
      )}
    </>
  );
}

const cells = {
  name: (row: ApplicationRow) => <Applicant {...row} />,
  phone: (row: ApplicationRow) => <span className="figures whitespace-nowrap">{row.phone_mobile}</span>,
  email: (row: ApplicationRow) => <span className="wrap-anywhere">{row.email}</span>,
};

const acts: readonly BulkAct<ApplicationRow>[] = [
  {
    key: 'handled',
    right: 'hiring',
    label: m.list_act_handled,
    about: m.list_act_handled_about,
    leftOut: ({ state }) => (state === 'handled' ? m.office_applications_handled() : undefined),
    act: ({ id }) => call(markApplication, { params: { id }, body: { state: 'handled' } }),
  },
];

export default function Applications() {
  return (
    <OfficeList
      list={listApplications}
      view={applicationList}
      path="/admin/applications"
      cells={cells}
      acts={acts}
    />
  );
}
