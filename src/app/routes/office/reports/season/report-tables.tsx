import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import { GROUPING_TEXTS, SEASON_COLUMN_TEXTS } from '#modules/reports/season/column-texts.ts';
import type { SEASON_MONEY } from '#modules/reports/season/season-columns.ts';
import type { SeasonReport } from '#modules/reports/season/season-report.contract.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { FoldName, PartName, useFolds, type Folds } from '#app/routes/office/reports/folds.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Money } from '#app/ui/money.tsx';
import { Table, type Column } from '#app/ui/table.tsx';

type Total = SeasonReport['total'];

type MoneyColumn = (typeof SEASON_MONEY)[number];

type Links = { orders?: Total['orders']; owed?: Total['owed'] };

type Shown = Omit<Total, keyof Links> &
  Links & { id: string; text: string; depth: 'row' | 'part' | 'total'; parts: number };

const MADE_OF: readonly MoneyColumn[] = [
  'principal_cents',
  'addons_cents',
  'discounts_cents',
  'aid_cents',
  'amendments_cents',
  'adjustments_cents',
  'congestion_fees_cents',
  'cancelled_cents',
  'billed_cents',
];

const CAME_IN: readonly MoneyColumn[] = [
  'billed_cents',
  'collected_cents',
  'outstanding_cents',
  'past_due_cents',
  'refunded_cents',
  'surcharges_cents',
  'surcharges_refunded_cents',
  'net_received_cents',
];

/** What is taken off is written with a minus, so that a row reads as a sum. */
const TAKEN_OFF: readonly MoneyColumn[] = ['discounts_cents', 'aid_cents', 'cancelled_cents'];

const RESULTS: readonly MoneyColumn[] = ['billed_cents', 'net_received_cents'];

const linkLook = 'inline-flex min-h-11 items-center underline underline-offset-4';

/** What is past due leads to the payments, where a filter of what is owed has just these (RP2.5). */
function Amount({ row, column }: { row: Shown; column: MoneyColumn }) {
  const amount = row[column];
  if (amount === 0) return <span className="text-ink-soft">{m.office_none()}</span>;
  const isBold = row.depth === 'total' || RESULTS.includes(column);
  const money = (
    <Money
      amount={(TAKEN_OFF.includes(column) ? -amount : amount) as typeof amount}
      className={isBold ? 'font-bold' : undefined}
    />
  );
  if (column !== 'past_due_cents' || row.owed === undefined) return money;
  return (
    <Link to={`/admin/owed?${row.owed}`} className={linkLook}>
      {money}
      <span className="sr-only">{` ${m.office_report_owed_of({ row: row.text })}`}</span>
    </Link>
  );
}

const moneyColumn = (column: MoneyColumn): Column<Shown> => ({
  key: column,
  header: SEASON_COLUMN_TEXTS[column](),
  numeric: true,
  cell: (row) => <Amount row={row} column={column} />,
});

type CountColumn = 'contracts' | 'ended';

/** A number of contracts leads to the list of these orders (RP2.5). */
function Count({ row, column }: { row: Shown; column: CountColumn }) {
  const mayRead = useRight('families');
  const n = row[column];
  const look = row.depth === 'total' ? 'font-bold' : undefined;
  if (n === 0 || !mayRead || !row.orders) return <span className={look}>{n}</span>;
  const about = { column: SEASON_COLUMN_TEXTS[column](), row: row.text };
  return (
    <Link
      to={`/admin/orders?${row.orders[column]}`}
      className={classNames(linkLook, look)}
      aria-label={m.office_report_orders_of({ n, ...about })}
    >
      {n}
    </Link>
  );
}

const countColumn = (column: CountColumn): Column<Shown> => ({
  key: column,
  header: SEASON_COLUMN_TEXTS[column](),
  numeric: true,
  cell: (row) => <Count row={row} column={column} />,
});

function RowName({ row, ...folds }: Folds & { row: Shown }) {
  if (row.depth === 'total') return <b>{row.text}</b>;
  if (row.depth === 'part') return <PartName text={row.text} />;
  if (row.parts === 0) return <span className="font-semibold">{row.text}</span>;
  return <FoldName id={row.id} text={row.text} {...folds} />;
}

function shownRows({ rows, total }: SeasonReport, open: ReadonlySet<string>): Shown[] {
  return [
    ...rows.flatMap(({ parts, ...row }): Shown[] => [
      { ...row, id: row.key, depth: 'row', parts: parts.length },
      ...(open.has(row.key)
        ? parts.map((part): Shown => ({ ...part, id: `${row.key} ${part.key}`, depth: 'part', parts: 0 }))
        : []),
    ]),
    { ...total, id: 'total', text: m.office_report_total(), depth: 'total', parts: 0 },
  ];
}

type ReportTablesProps = {
  report: SeasonReport;
  /** the orders went with the database of the rehearsal: no number leads to them (RP5.4) */
  isRehearsed?: boolean;
};

/** Every column of RP2.1 in two tables, each of which reads from left to right as a sum. */
export function ReportTables({ report, isRehearsed = false }: ReportTablesProps) {
  const folds = useFolds();
  const all = shownRows(report, folds.open);
  const rows = isRehearsed ? all.map(({ orders: _, owed: __, ...row }): Shown => row) : all;
  const name: Column<Shown> = {
    key: 'name',
    header: GROUPING_TEXTS[report.by](),
    narrow: 'title',
    cell: (row) => <RowName row={row} {...folds} />,
  };
  const about = { season: report.season.text, day: formatDate(report.as_of) };
  return (
    <div className="grid gap-10">
      <Table
        dense
        caption={m.office_report_came_in(about)}
        columns={[name, countColumn('contracts'), countColumn('ended'), ...CAME_IN.map(moneyColumn)]}
        rows={rows}
        rowKey={({ id }) => id}
      />
      <Table
        dense
        caption={m.office_report_made_of(about)}
        columns={[name, ...MADE_OF.map(moneyColumn)]}
        rows={rows}
        rowKey={({ id }) => id}
      />
    </div>
  );
}
