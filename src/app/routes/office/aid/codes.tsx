import { m } from '#i18n/messages.js';
import { centsFromDollars } from '#kit/money.ts';
import { listAidCodes, type AidCode } from '#modules/catalog/routes/aid-codes.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Money } from '#app/ui/money.tsx';
import { Table, type Column } from '#app/ui/table.tsx';

const amountOrNone = (dollars: number | null) =>
  dollars === null ? m.office_none() : <Money amount={centsFromDollars(dollars)} />;

const columns: readonly Column<AidCode>[] = [
  {
    key: 'code',
    header: m.contract_aid_code(),
    narrow: 'title',
    cell: ({ code, needs_confirmation }) => (
      <>
        <b className="figures">{code}</b>
        {needs_confirmation && <span className="block text-ink-soft">{m.office_aid_code_waits()}</span>}
      </>
    ),
  },
  {
    key: 'student',
    header: m.office_column_student(),
    cell: ({ student_id }) =>
      student_id === null ? m.office_aid_code_anyone() : m.office_aid_code_student({ id: student_id }),
  },
  {
    key: 'uses',
    header: m.office_aid_code_uses(),
    numeric: true,
    cell: ({ uses, max_uses }) =>
      max_uses === null ? String(uses) : m.office_aid_code_uses_of({ uses, most: max_uses }),
  },
  {
    key: 'award',
    header: m.office_aid_new_award(),
    numeric: true,
    cell: ({ awarded_amount }) => amountOrNone(awarded_amount),
  },
  {
    key: 'least',
    header: m.office_aid_new_least(),
    numeric: true,
    cell: ({ least_amount }) => amountOrNone(least_amount),
  },
];

export function AidCodes({ period_program_id }: { period_program_id: number }) {
  const codes = useItems(listAidCodes, { params: { period_program_id } });
  return (
    <Loaded query={codes} loading={m.office_loading()}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title={m.office_aid_codes_none()} />
        ) : (
          <Table dense caption={m.office_aid_codes()} columns={columns} rows={rows} rowKey={({ id }) => id} />
        )
      }
    </Loaded>
  );
}
