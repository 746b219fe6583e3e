import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import {
  INBOX_VIEWS,
  listApplications,
  type ApplicationRow,
  type InboxView,
} from '#modules/careers/inbox.contract.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { ListPage } from '#app/lists/list-page.tsx';
import { SearchForm } from '#app/lists/search-form.tsx';
import { shownChoice } from '#app/lists/show-field.tsx';
import { useList, useListQuery } from '#app/lists/use-list.ts';
import { classNames } from '#app/ui/class-names.ts';

export const meta = () => pageTitle(m.office_title_applications());

const views: Record<InboxView, () => string> = {
  open: m.office_applications_open,
  handled: m.office_applications_handled,
  trapped: m.office_applications_trapped,
};

function Applicant({ id, name, state }: ApplicationRow) {
  return (
    <>
      <Link
        to={`/admin/applications/${id}`}
        data-row
        className={classNames(
          'inline-flex min-h-9 items-center font-semibold',
          'wrap-anywhere underline underline-offset-4 max-sm:min-h-11',
        )}
      >
        {name}
      </Link>
      {state === 'new' && (
        <b className="ml-2 rounded-md bg-bus px-1.5 py-0.5 text-xs text-ink">{m.office_application_new()}</b>
      )}
    </>
  );
}

function ReceivedTime({ at }: { at: string }) {
  const timeText = useCompanyTime();
  return <span className="whitespace-nowrap">{timeText(at)}</span>;
}

const columns: readonly Column<ApplicationRow>[] = [
  {
    key: 'name',
    header: m.office_column_applicant(),
    narrow: 'title',
    cell: (row) => <Applicant {...row} />,
  },
  { key: 'position', header: m.office_column_position(), cell: (row) => row.position },
  { key: 'location', header: m.office_column_location(), cell: (row) => row.work_location },
  {
    key: 'phone',
    header: m.office_column_phone(),
    cell: (row) => <span className="figures whitespace-nowrap">{row.phone_mobile}</span>,
  },
  {
    key: 'email',
    header: m.office_column_email(),
    narrow: 'hidden',
    cell: (row) => <span className="wrap-anywhere">{row.email}</span>,
  },
  {
    key: 'received',
    header: m.office_column_received(),
    numeric: true,
    cell: (row) => <ReceivedTime at={row.created_at} />,
  },
];

function ApplicationsTable({ rows }: { rows: readonly ApplicationRow[] }) {
  return (
    <Table
      dense
      hideCaption
      caption={m.office_title_applications()}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
    />
  );
}

const foundText = (n: number) =>
  n === 1 ? m.office_applications_found_one() : m.office_applications_found({ n });

function Nothing({ isSearched }: { isSearched: boolean }) {
  if (isSearched)
    return (
      <EmptyState title={m.office_applications_not_found()}>
        {m.office_applications_not_found_text()}
      </EmptyState>
    );
  return <EmptyState title={m.office_applications_none()}>{m.office_applications_none_text()}</EmptyState>;
}

function Filters({ search, show }: { search: string; show: InboxView }) {
  const { change } = useListQuery();
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <SearchForm
        value={search}
        label={m.office_applications_search()}
        note={m.office_applications_search_note()}
        onSearch={(typed) => change('search', typed.trim())}
      />
      <SelectField
        name="show"
        label={m.office_applications_show()}
        value={show}
        onChange={(event) => change('show', event.target.value)}
        options={INBOX_VIEWS.map((value) => ({ value, label: views[value]() }))}
      />
    </div>
  );
}

export default function Applications() {
  const { text, choice } = useListQuery();
  const search = text('search');
  const show = choice('show', INBOX_VIEWS);
  const applications = useList(listApplications, { search, show });
  return (
    <ListPage
      title={m.office_title_applications()}
      parts={applications}
      shownFilters={[
        { name: 'search', label: m.office_applications_search(), text: search },
        { ...shownChoice({ value: show, views, choices: INBOX_VIEWS }), label: m.office_applications_show() },
      ]}
      foundText={({ total }) => foundText(total)}
      nothing={<Nothing isSearched={search !== ''} />}
      filters={<Filters search={search} show={show} />}
    >
      {(rows) => <ApplicationsTable rows={rows} />}
    </ListPage>
  );
}
