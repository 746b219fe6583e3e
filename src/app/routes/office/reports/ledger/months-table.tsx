import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { monthText } from '#kit/month-text.ts';
import { addMonthsClamped, formatDate } from '#kit/plain-date.ts';
import {
  closeMonth,
  openMonth,
  type LedgerMonth,
} from '#modules/billing/bookkeeping/bookkeeping.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { ConfirmCall } from '#app/routes/office/confirm-call.tsx';
import { NoteDialog } from '#app/routes/office/note-dialog.tsx';
import { DownloadReport } from '#app/routes/office/reports/download-report.tsx';
import { Button } from '#app/ui/button.tsx';
import { Table, type Column } from '#app/ui/table.tsx';

type Choosing = { month: LedgerMonth; act: 'close' | 'open' };

function CloseMonth({ month: { month, entries_now }, onClose }: { month: LedgerMonth; onClose: () => void }) {
  const text = monthText(month);
  return (
    <ConfirmCall
      title={m.office_ledger_close_title({ month: text })}
      description={m.office_ledger_close_text({
        month: text,
        n: entries_now,
        next: monthText(addMonthsClamped(month, 1)),
      })}
      confirmText={m.office_ledger_close({ month: text })}
      doneText={m.office_ledger_closed_done({ month: text })}
      makeCall={() => callForOne(closeMonth, { body: { month } })}
      onClose={onClose}
    >
      {null}
    </ConfirmCall>
  );
}

function OpenMonth({ month: { month }, onClose }: { month: LedgerMonth; onClose: () => void }) {
  const text = monthText(month);
  return (
    <NoteDialog
      title={m.office_ledger_open_title({ month: text })}
      description={m.office_ledger_open_text()}
      field={{ name: 'reason', label: m.office_ledger_open_reason() }}
      confirmText={m.office_ledger_open({ month: text })}
      doneText={m.office_ledger_opened_done({ month: text })}
      send={(reason) => callForOne(openMonth, { params: { month }, body: { reason } })}
      onClose={onClose}
    />
  );
}

function StateText({ month }: { month: LedgerMonth }) {
  const timeText = useCompanyTime();
  if (month.is_closed && month.closed_at)
    return (
      <>
        <b>{m.office_ledger_is_closed()}</b>
        <span className="block text-ink-soft">
          {m.office_ledger_closed_by({ name: month.closed_by ?? '', at: timeText(month.closed_at) })}
        </span>
      </>
    );
  return (
    <>
      <span>{m.office_ledger_is_open()}</span>
      {!month.can_close && (
        <span className="block text-ink-soft">
          {m.office_ledger_closes_from({ day: formatDate(month.closes_from) })}
        </span>
      )}
    </>
  );
}

function MonthFiles({ files }: Pick<LedgerMonth, 'files'>) {
  if (files.length === 0) return <span className="text-ink-soft">{m.office_none()}</span>;
  return (
    <span className="grid justify-items-start gap-2">
      {files.map(({ id, name }) => (
        <DownloadReport key={id} report="month" query={{ id: String(id) }} label={name} />
      ))}
    </span>
  );
}

/** Months in their order, with what may be done next (RP3.5). */
export function MonthsTable({ months }: { months: readonly LedgerMonth[] }) {
  const [choosing, choose] = useState<Choosing | null>(null);
  const mayClose = useRight('company');
  const close = () => choose(null);
  const columns: readonly Column<LedgerMonth>[] = [
    {
      key: 'month',
      header: m.office_ledger_month(),
      narrow: 'title',
      cell: ({ month }) => <b>{monthText(month)}</b>,
    },
    { key: 'state', header: m.office_ledger_state(), cell: (month) => <StateText month={month} /> },
    {
      key: 'entries',
      header: m.office_ledger_entries(),
      numeric: true,
      cell: ({ entries, entries_now }) => entries ?? entries_now,
    },
    { key: 'files', header: m.office_ledger_files(), cell: ({ files }) => <MonthFiles files={files} /> },
    ...(mayClose
      ? [
          {
            key: 'acts',
            header: m.office_season_column_acts(),
            cell: (month: LedgerMonth) => (
              <>
                {month.can_close && (
                  <Button size="small" onClick={() => choose({ month, act: 'close' })}>
                    {m.office_ledger_close({ month: monthText(month.month) })}
                  </Button>
                )}
                {month.can_open && (
                  <Button look="secondary" size="small" onClick={() => choose({ month, act: 'open' })}>
                    {m.office_ledger_open({ month: monthText(month.month) })}
                  </Button>
                )}
              </>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <Table
        dense
        caption={m.office_ledger_months()}
        columns={columns}
        rows={months}
        rowKey={({ month }) => month}
      />
      {choosing?.act === 'close' && <CloseMonth month={choosing.month} onClose={close} />}
      {choosing?.act === 'open' && <OpenMonth month={choosing.month} onClose={close} />}
    </>
  );
}
