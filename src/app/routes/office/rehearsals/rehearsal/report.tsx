import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { monthText } from '#kit/month-text.ts';
import { formatDate } from '#kit/plain-date.ts';
import { mailKindText } from '#modules/office/mails/mail-list.ts';
import type { RehearsalReport as Report } from '#modules/rehearsals/rehearsal-report.shapes.ts';
import { rowLink } from '#app/lists/row-links.tsx';
import { ReportTables } from '#app/routes/office/reports/season/report-tables.tsx';
import { whyUnsold, wordsOf } from '#app/routes/office/rehearsals/rehearsal-texts.ts';
import { Card, Facts } from '#app/ui/card.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Money } from '#app/ui/money.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { SoldByDay } from './sold-by-day.tsx';

type Month = Report['months'][number];
type MoneyColumn = Extract<keyof Month, `${string}_cents`>;

const MONEY_TEXTS: Readonly<Record<MoneyColumn, () => string>> = {
  charged_cents: m.office_rehearsal_charged,
  failed_cents: m.office_rehearsal_failures,
  recovered_cents: m.office_rehearsal_recovered,
  returned_cents: m.office_rehearsal_returned,
  refunded_cents: m.office_rehearsal_refunded,
  outstanding_cents: m.office_rehearsal_outstanding,
  past_due_cents: m.office_rehearsal_past_due,
};

const monthColumns: readonly Column<Month>[] = [
  {
    key: 'month',
    header: m.office_rehearsal_month(),
    narrow: 'title',
    cell: ({ month }) => monthText(month),
  },
  ...(Object.keys(MONEY_TEXTS) as MoneyColumn[]).map((column): Column<Month> => ({
    key: column,
    header: MONEY_TEXTS[column](),
    numeric: true,
    cell: (month) => (month[column] === 0 ? m.office_none() : <Money amount={month[column]} />),
  })),
];

const routeColumns: readonly Column<Report['routes'][number]>[] = [
  { key: 'route', header: m.office_rehearsal_route(), narrow: 'title', cell: ({ route }) => route },
  { key: 'sold', header: m.office_rehearsal_sold(), numeric: true, cell: ({ sold }) => sold },
  {
    key: 'capacity',
    header: m.office_rehearsal_capacity(),
    numeric: true,
    cell: ({ capacity }) => capacity ?? m.office_rehearsal_no_limit(),
  },
  {
    key: 'full_on',
    header: m.office_rehearsal_full_on(),
    cell: ({ full_on }) => (full_on ? <DateText date={full_on} /> : m.office_none()),
  },
];

type Unsold = Report['unsold'][number];

function Checks({ checks }: Pick<Unsold, 'checks'>) {
  if (checks.length === 0) return <span>{m.office_rehearsal_told_none()}</span>;
  return (
    <ul>
      {checks.map(({ code, is_found }) => (
        <li key={code}>
          {is_found
            ? m.office_rehearsal_told_found({ check: wordsOf(code) })
            : m.office_rehearsal_told_not({ check: wordsOf(code) })}
        </li>
      ))}
    </ul>
  );
}

const unsoldColumns: readonly Column<Unsold>[] = [
  { key: 'why', header: m.office_rehearsal_why(), narrow: 'title', cell: whyUnsold },
  { key: 'families', header: m.office_rehearsal_families(), numeric: true, cell: ({ families }) => families },
  { key: 'checks', header: m.office_rehearsal_told(), cell: ({ checks }) => <Checks checks={checks} /> },
];

const mailColumns: readonly Column<Report['mails'][number]>[] = [
  {
    key: 'kind',
    header: m.office_rehearsal_mails_kind(),
    narrow: 'title',
    cell: ({ kind }) => mailKindText(kind),
  },
  { key: 'mails', header: m.office_rehearsal_mails_count(), numeric: true, cell: ({ mails }) => mails },
];

function Summary({ from, thru, families }: Report) {
  return (
    <Card>
      <Facts
        facts={[
          {
            label: m.office_rehearsal_days(),
            value: m.office_rehearsal_days_value({ from: formatDate(from), thru: formatDate(thru) }),
          },
          { label: m.office_rehearsal_bought(), value: m.office_rehearsal_bought_value(families) },
        ]}
      />
    </Card>
  );
}

function UnsoldFamilies({ unsold, period_id }: Pick<Report, 'unsold'> & { period_id: number }) {
  if (unsold.length === 0) return <p>{m.office_rehearsal_unsold_none()}</p>;
  return (
    <div>
      <Table
        dense
        caption={m.office_rehearsal_unsold()}
        columns={unsoldColumns}
        rows={unsold}
        rowKey={({ why }) => why}
      />
      <Link to={`/admin/seasons/${period_id}/checks`} className={rowLink}>
        {m.office_rehearsal_checks()}
      </Link>
    </div>
  );
}

/** The report of a rehearsal (RP5.4); the season report is the one of every season (RP2). */
export function RehearsalReport({ report, period_id }: { report: Report; period_id: number }) {
  return (
    <div className="grid grid-cols-1 gap-10">
      <Summary {...report} />
      <div>
        <Table
          dense
          caption={m.office_rehearsal_months()}
          columns={monthColumns}
          rows={report.months}
          rowKey={({ month }) => month}
        />
        <p className="mt-2 max-w-read text-sm text-ink-soft">{m.office_rehearsal_months_note()}</p>
      </div>
      <Table
        dense
        caption={m.office_rehearsal_routes()}
        columns={routeColumns}
        rows={report.routes}
        rowKey={({ route }) => route}
      />
      <SoldByDay report={report} />
      <UnsoldFamilies unsold={report.unsold} period_id={period_id} />
      <Table
        dense
        caption={m.office_rehearsal_mails()}
        columns={mailColumns}
        rows={report.mails}
        rowKey={({ kind }) => kind}
      />
      <section aria-label={m.office_rehearsal_season_report()}>
        <ReportTables report={report.season} isRehearsed />
      </section>
    </div>
  );
}
