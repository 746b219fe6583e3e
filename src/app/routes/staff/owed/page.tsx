import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { cents, formatMoney, sum } from '#kit/money.ts';
import { listOwed, type OwedRow } from '#modules/admin/owed.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Money } from '#app/ui/money.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { rowLink } from '#app/routes/staff/row-links.tsx';
import { saveCsv } from '#app/routes/staff/save-csv.ts';
import { useListQuery } from '#app/routes/staff/use-list-query.ts';
import { OWED_SORTS, owedFile, owedRows, owedReasonText, type OwedSort } from './owed-list.ts';

export const meta = () => pageTitle(m.admin_title_owed());

function daysText(days: number): string {
  if (days === 0) return m.admin_owed_today();
  return days === 1 ? m.admin_owed_day() : m.admin_owed_days({ n: days });
}

function Contacts({ guardians }: Pick<OwedRow, 'guardians'>) {
  return (
    <ul>
      {guardians.map(({ name, phone, email }) => (
        <li key={`${name} ${email}`} className="py-0.5">
          <span className="flex flex-wrap gap-x-3 max-sm:justify-end">
            {name}
            {phone && (
              <a href={`tel:${phone}`} className="figures whitespace-nowrap underline underline-offset-4">
                {phone}
              </a>
            )}
          </span>
          {email && (
            <a href={`mailto:${email}`} className="wrap-anywhere underline underline-offset-4">
              {email}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

const columns: readonly Column<OwedRow>[] = [
  {
    key: 'order',
    header: m.admin_owed_column_order(),
    narrow: 'title',
    cell: (row) => (
      <>
        <Link to={`/dashboard/orders/${row.order_id}`} className={`${rowLink} font-semibold`}>
          {m.admin_owed_order({ id: row.order_id })}
        </Link>
        <span className="block text-ink-soft">
          {row.contract_number} ·{' '}
          <Link
            to={`/dashboard/orders/${row.order_id}/payments/${row.payment_id}/edit`}
            className="underline underline-offset-4"
          >
            {m.admin_owed_payment({ n: row.payment_number })}
          </Link>
          {!row.order_is_active && <b className="text-red"> · {m.admin_owed_ended()}</b>}
        </span>
      </>
    ),
  },
  {
    key: 'parent',
    header: m.admin_owed_column_parent(),
    cell: (row) => (
      <Link to={`/admin/users/parents/${row.parent.id}`} className={rowLink}>
        {row.parent.name}
      </Link>
    ),
  },
  {
    key: 'amount',
    header: m.admin_owed_column_amount(),
    numeric: true,
    cell: (row) => (
      <b>
        <Money amount={cents(row.amount_cents)} />
      </b>
    ),
  },
  {
    key: 'since',
    header: m.admin_owed_column_since(),
    cell: (row) => (
      <>
        <DateText date={row.owed_since} />{' '}
        <span className="block whitespace-nowrap text-ink-soft">{daysText(row.days_late)}</span>
      </>
    ),
  },
  { key: 'why', header: m.admin_owed_column_reason(), cell: owedReasonText },
  {
    key: 'next',
    header: m.admin_owed_column_next(),
    cell: (row) => {
      if (row.next_try_on) return <DateText date={row.next_try_on} />;
      return row.is_past_due ? <b className="text-red">{m.admin_owed_no_next()}</b> : m.admin_none();
    },
  },
  { key: 'call', header: m.admin_owed_column_call(), cell: (row) => <Contacts guardians={row.guardians} /> },
];

const sorts: Record<OwedSort, () => string> = {
  since: m.admin_owed_sort_since,
  amount: m.admin_owed_sort_amount,
  next: m.admin_owed_sort_next,
  parent: m.admin_owed_sort_parent,
};

function download(rows: readonly OwedRow[]): void {
  saveCsv(m.admin_owed_file({ day: new Intl.DateTimeFormat('en-CA').format() }), owedFile(rows));
}

function sumText(rows: readonly OwedRow[]): string {
  const total = formatMoney(sum(rows.map((row) => cents(row.amount_cents))));
  return rows.length === 1 ? m.admin_owed_sum_one({ total }) : m.admin_owed_sum({ n: rows.length, total });
}

function Rows({ all }: { all: readonly OwedRow[] }) {
  const { text, choice, change } = useListQuery();
  const school = text('school');
  const sort = choice('sort', OWED_SORTS);
  if (all.length === 0)
    return <EmptyState title={m.admin_owed_none()}>{m.admin_owed_none_text()}</EmptyState>;
  const schools = [...new Map(all.map((row) => [row.school.path, row.school.text]))].toSorted(
    ([, a], [, b]) => a.localeCompare(b),
  );
  const rows = owedRows(all, { school, sort });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <SelectField
          name="school"
          label={m.admin_owed_school()}
          value={school}
          placeholder={m.admin_owed_all_schools()}
          onChange={(event) => change('school', event.target.value)}
          options={schools.map(([value, label]) => ({ value, label }))}
        />
        <SelectField
          name="sort"
          label={m.admin_sort_label()}
          value={sort}
          onChange={(event) => change('sort', event.target.value)}
          options={OWED_SORTS.map((value) => ({ value, label: sorts[value]() }))}
        />
        <Button look="secondary" icon="file" onClick={() => download(rows)}>
          {m.admin_owed_download()}
        </Button>
      </div>
      <p role="status" className="mb-2 text-sm text-ink-soft">
        {rows.length > 0 && sumText(rows)}
      </p>
      {rows.length === 0 ? (
        <EmptyState title={m.admin_owed_none_here()} />
      ) : (
        <Table
          dense
          hideCaption
          caption={m.admin_owed_heading()}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.payment_id}
        />
      )}
    </>
  );
}

/** Everything that should have come in, with whom to call about it (M7). */
export default function Owed() {
  const owed = useItems(listOwed, {});
  return (
    <>
      <PageHead title={m.admin_owed_heading()} />
      <p className="mb-5 max-w-read">{m.admin_owed_text()}</p>
      <Loaded query={owed} loading={m.admin_owed_loading()}>
        {(all) => <Rows all={all} />}
      </Loaded>
    </>
  );
}
