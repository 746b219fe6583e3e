import { useSearchParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { listAudit } from '#modules/office/audit/audit.contract.ts';
import { useList } from '#app/lists/use-list.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { AuditTable } from '#app/routes/office/audit-table.tsx';
import { ListPage } from '#app/lists/list-page.tsx';
import { Certificates } from './certificates.tsx';

export const meta = () => pageTitle(m.office_title_audit());

const FILTERS = ['actor', 'action', 'subject', 'about'] as const;
const labels = {
  actor: m.office_filter_actor,
  action: m.office_filter_action,
  subject: m.office_filter_subject,
  about: m.office_filter_about,
};

function Filters() {
  const [query, setQuery] = useSearchParams();
  return (
    <form
      key={query.toString()}
      role="search"
      className="mb-4 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget);
        const given = FILTERS.map((name) => [name, String(typed.get(name) ?? '').trim()]).filter(
          ([, text]) => text,
        );
        setQuery(given as [string, string][]);
      }}
    >
      {FILTERS.map((name) => (
        <TextField
          key={name}
          name={name}
          label={labels[name]()}
          defaultValue={query.get(name) ?? ''}
          autoComplete="off"
          className="min-w-56 flex-1"
        />
      ))}
      <Button type="submit" look="secondary">
        {m.office_filter_button()}
      </Button>
    </form>
  );
}

export default function Audit() {
  const [query] = useSearchParams();
  const [actor = '', action = '', subject = '', about = ''] = FILTERS.map((name) => query.get(name) ?? '');
  const audit = useList(listAudit, { actor, action, subject, about });
  return (
    <>
      <ListPage
        title={m.office_title_audit()}
        parts={audit}
        shownFilters={FILTERS.map((name) => ({ name, label: labels[name](), text: query.get(name) ?? '' }))}
        nothing={<EmptyState title={m.office_audit_none()}>{m.office_audit_none_text()}</EmptyState>}
        filters={<Filters />}
      >
        {(rows) => <AuditTable rows={rows} caption={m.office_title_audit()} />}
      </ListPage>
      <Certificates />
    </>
  );
}
