import { keepPreviousData } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { isPlainDate } from '#kit/plain-date.ts';
import { accountText } from '#modules/billing/bookkeeping/account-texts.ts';
import { readLedger } from '#modules/billing/bookkeeping/bookkeeping.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useListQuery } from '#app/lists/use-list.ts';
import { DownloadReport } from '#app/routes/office/reports/download-report.tsx';
import { ReportsNav } from '#app/routes/office/reports/reports-nav.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { AccountsTable, type Ledger } from './accounts-table.tsx';
import { DaysTable } from './days-table.tsx';
import { MonthsTable } from './months-table.tsx';

export const meta = () => pageTitle(m.office_title_ledger());

function LedgerFiles({ ledger: { from, thru, unnamed, online_files, days } }: { ledger: Ledger }) {
  if (days.length === 0) return null;
  if (unnamed.length > 0)
    return (
      <Notice tone="warning">
        {m.office_ledger_name_first({ accounts: unnamed.map(accountText).join(', ') })}
      </Notice>
    );
  const asked = { from, thru };
  const parts = Array.from({ length: online_files }, (_, nr) => String(nr + 1));
  return (
    <Card title={m.office_ledger_files()}>
      <div className="flex flex-wrap gap-3">
        <DownloadReport report="ledger" query={{ ...asked, format: 'csv' }} label={m.office_ledger_csv()} />
        {parts.map((part) => (
          <DownloadReport
            key={part}
            report="ledger"
            query={{ ...asked, format: 'quickbooks_online', part }}
            label={
              parts.length > 1
                ? m.office_ledger_online_part({ n: part, all: online_files })
                : m.office_ledger_online()
            }
          />
        ))}
        <DownloadReport
          report="ledger"
          query={{ ...asked, format: 'quickbooks_desktop' }}
          label={m.office_ledger_iif()}
        />
      </div>
    </Card>
  );
}

function Shown({ ledger }: { ledger: Ledger }) {
  return (
    <div className="grid gap-10">
      <LedgerFiles ledger={ledger} />
      <AccountsTable ledger={ledger} />
      {ledger.days.length === 0 ? (
        <EmptyState title={m.office_ledger_none()}>{m.office_ledger_none_text()}</EmptyState>
      ) : (
        <DaysTable days={ledger.days} />
      )}
      {ledger.months.length > 0 && <MonthsTable months={ledger.months} />}
    </div>
  );
}

/** The ledger for the company's bookkeeper: by day and account, files, months (RP3). */
export default function LedgerOutside() {
  const { text, change } = useListQuery();
  const dayOf = (name: string) => {
    const day = text(name);
    return isPlainDate(day) ? { [name]: day } : {};
  };
  const asked = { ...dayOf('from'), ...dayOf('thru') };
  const ledger = useItems(readLedger, { query: asked }, { placeholderData: keepPreviousData });
  const [shown] = ledger.data ?? [];
  return (
    <>
      <PageHead title={m.office_title_ledger()} />
      <ReportsNav />
      <p className="mb-5 max-w-read">{m.office_ledger_text()}</p>
      <div className="mb-8 grid gap-4 sm:grid-cols-2 lg:max-w-form">
        {(['from', 'thru'] as const).map((name) => (
          <TextField
            key={name}
            type="date"
            name={name}
            label={name === 'from' ? m.office_ledger_from() : m.office_ledger_thru()}
            value={text(name) || (shown?.[name] ?? '')}
            onChange={({ target }) => change(name, target.value)}
          />
        ))}
      </div>
      <Loaded query={ledger} loading={m.office_ledger_loading()}>
        {([read]) => (read ? <Shown ledger={read} /> : null)}
      </Loaded>
    </>
  );
}
