import { m } from '#i18n/messages.js';
import type { ListView } from '#kit/list/list-view.ts';
import type { ApplicationRow, InboxState, listApplications } from './inbox.contract.ts';

type Filter = Exclude<keyof typeof listApplications.filters, 'search'>;

const STATE_TEXTS: Record<InboxState, () => string> = {
  open: m.office_applications_open,
  new: m.office_application_new,
  read: m.office_application_read,
  handled: m.office_applications_handled,
  trapped: m.office_applications_trapped,
};

const stateText = ({ state, is_trapped }: ApplicationRow) => STATE_TEXTS[is_trapped ? 'trapped' : state]();

export const applicationList: ListView<ApplicationRow, Filter, 'newest'> = {
  title: m.office_title_applications,
  searchLabel: m.office_applications_search,
  fileName: m.list_file_applications,
  nothing: { title: m.office_applications_none, text: m.office_applications_none_text },
  id: ({ id }) => id,
  card: { title: 'name', lines: ['position', 'phone'] },
  columns: [
    { key: 'name', header: m.office_column_applicant, value: (row) => row.name },
    { key: 'position', header: m.office_column_position, value: (row) => row.position },
    { key: 'place', header: m.office_column_location, value: (row) => row.work_location },
    { key: 'phone', header: m.office_column_phone, value: (row) => row.phone_mobile },
    { key: 'email', header: m.office_column_email, value: (row) => row.email },
    { key: 'received', header: m.office_column_received, kind: 'instant', value: (row) => row.created_at },
    { key: 'age', header: m.list_age_days, kind: 'number', value: (row) => row.age_days },
    { key: 'state', header: m.list_state, value: stateText },
    { key: 'owner', header: m.list_owner, value: (row) => row.owner },
  ],
  filters: {
    state: { label: m.list_state, texts: STATE_TEXTS },
    position: { label: m.office_column_position },
    place: { label: m.office_column_location },
    received: { label: m.office_column_received },
  },
  sorts: { newest: { label: m.list_sort_newest } },
  views: [
    { key: 'open', label: m.office_applications_open, query: { state: 'open' } },
    { key: 'handled', label: m.office_applications_handled, query: { state: 'handled' } },
    { key: 'trapped', label: m.office_applications_trapped, query: { state: 'trapped' } },
  ],
  opens: 'open',
};
