import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { cents } from '#kit/money.ts';
import { listOwed, type OwedPage, type OwedRow, type OwedSort } from '#modules/office/owed/owed.contract.ts';
import { owedReasonText } from '#modules/office/owed/owed-file.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Money } from '#app/ui/money.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { DownloadList } from '#app/lists/download-list.tsx';
import { ListPage } from '#app/lists/list-page.tsx';
import { rowLink } from '#app/lists/row-links.tsx';
import { useList, useListQuery } from '#app/lists/use-list.ts';
import { owedSumText } from './owed-list.ts';

export const meta = () => pageTitle(m.office_title_owed());

function daysText(days: number): string {
  if (days === 0) return m.office_owed_today();
  return days === 1 ? m.office_owed_day() : m.office_owed_days({ n: days });
}

function Contacts({ guardians }: Pick<OwedRow, 'guardians'>) {
  return (
    <ul>
      {guardians.map(({ name, phone, email }) => (
        <li key={`${name} ${email}`} className="py-0.5">
          <span className="flex flex-wrap gap-x-3 max-sm:justify-end">
            <span>{name}</span>
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
    header: m.office_owed_column_order(),
    narrow: 'title',
    cell: (row) => (
      <>
        <Link to={`/dashboard/orders/${row.order_id}`} data-row className={`${rowLink} font-semibold`}>
          {m.office_owed_order({ id: row.order_id })}
        </Link>
        <span className="block text-ink-soft">
          <span>{`${row.contract_number} ·`}</span>{' '}
          <Link
            to={`/dashboard/orders/${row.order_id}/payments/${row.payment_id}/edit`}
            className="underline underline-offset-4"
          >
            {m.office_owed_payment({ n: row.payment_number })}
          </Link>
        </span>
      </>
    ),
  },
  {
    key: 'parent',
    header: m.office_owed_column_parent(),
    cell: (row) => (
      <Link to={`/admin/users/parents/${row.parent.id}`} className={rowLink}>
        {row.parent.name}
      </Link>
    ),
  },
  {
    key: 'amount',
    header: m.office_owed_column_amount(),
    numeric: true,
    cell: (row) => (
      <b>
        <Money amount={cents(row.amount_cents)} />
      </b>
    ),
  },
  {
    key: 'since',
    header: m.office_owed_column_since(),
    cell: (row) => (
      <>
        <DateText date={row.owed_since} />{' '}
        <span className="block whitespace-nowrap text-ink-soft">{daysText(row.days_late)}</span>
      </>
    ),
  },
  { key: 'why', header: m.office_owed_column_reason(), cell: owedReasonText },
  {
    key: 'next',
    header: m.office_owed_column_next(),
    cell: (row) => {
      if (row.next_try_on) return <DateText date={row.next_try_on} />;
      return row.is_past_due ? <b className="text-red">{m.office_owed_no_next()}</b> : m.office_none();
    },
  },
  { key: 'call', header: m.office_owed_column_call(), cell: (row) => <Contacts guardians={row.guardians} /> },
];

const sorts: Record<OwedSort, () => string> = {
  since: m.office_owed_sort_since,
  amount: m.office_owed_sort_amount,
  next: m.office_owed_sort_next,
  parent: m.office_owed_sort_parent,
};

const SORTS = Object.keys(sorts) as [OwedSort, ...OwedSort[]];

type Filters = { school: string; sort: OwedSort };

type FilterFieldsProps = Filters & {
  schools: OwedPage['schools'];
  change: (name: string, value: string) => void;
};

function FilterFields({ school, sort, schools, change }: FilterFieldsProps) {
  const options = schools.map(({ path, text }) => ({ value: path, label: text }));
  // The address may name a school before the list has loaded, or an unknown school.
  if (school !== '' && !schools.some(({ path }) => path === school))
    options.push({ value: school, label: school });
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <SelectField
        name="school"
        label={m.office_owed_school()}
        value={school}
        placeholder={m.office_owed_all_schools()}
        onChange={(event) => change('school', event.target.value)}
        options={options}
      />
      <SelectField
        name="sort"
        label={m.office_sort_label()}
        value={sort}
        onChange={(event) => change('sort', event.target.value)}
        options={SORTS.map((value) => ({ value, label: sorts[value]() }))}
      />
      <DownloadList list={listOwed} filters={{ school, sort }} className="justify-self-start" />
    </div>
  );
}

function Nothing({ isNothingOwed }: { isNothingOwed: boolean }) {
  if (!isNothingOwed) return <EmptyState title={m.office_owed_none_here()} />;
  return <EmptyState title={m.office_owed_none()}>{m.office_owed_none_text()}</EmptyState>;
}

function OwedTable({ rows }: { rows: readonly OwedRow[] }) {
  return (
    <Table
      dense
      hideCaption
      caption={m.office_owed_heading()}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.payment_id}
    />
  );
}

/** Owed payments, page by page, with the contacts of the family (M7). */
export default function Owed() {
  const { text, choice, change } = useListQuery();
  const school = text('school');
  const sort = choice('sort', SORTS);
  const owed = useList(listOwed, { school, sort });
  const schools = owed.data?.pages[0]?.schools;
  const schoolText = schools?.find(({ path }) => path === school)?.text ?? school;
  const isNothingOwed = schools?.length === 0;
  return (
    <ListPage
      title={m.office_owed_heading()}
      parts={owed}
      shownFilters={[{ name: 'school', label: m.office_owed_school(), text: schoolText }]}
      foundText={owedSumText}
      nothing={<Nothing isNothingOwed={isNothingOwed} />}
      filters={
        <>
          <p className="mb-5 max-w-read">{m.office_owed_text()}</p>
          {!isNothingOwed && <FilterFields {...{ school, sort, change }} schools={schools ?? []} />}
        </>
      }
    >
      {(rows) => <OwedTable rows={rows} />}
    </ListPage>
  );
}
