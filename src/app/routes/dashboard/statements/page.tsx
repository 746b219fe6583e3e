import { useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import { placeOf } from '#modules/documents/letterhead.ts';
import { readStatement, type Statement } from '#modules/reports/statement/statement.contract.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { FileLink } from '#app/forms/file-link.tsx';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/card.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Money } from '#app/ui/money.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { Table, type Column } from '#app/ui/table.tsx';

export const meta = () => pageTitle(m.statement_heading());

type Contract = Statement['children'][number]['contracts'][number];
type Entry = Contract['entries'][number];

function GivenBack({ given_back }: Pick<Entry, 'given_back'>) {
  return (
    <ul>
      {given_back.map(({ day, amount_cents, is_refund }) => (
        <li key={`${day} ${is_refund}`}>
          <span>
            {(is_refund ? m.statement_refunded_short : m.statement_returned_short)({
              day: formatDate(day),
            })}
          </span>{' '}
          <Money amount={amount_cents} />
        </li>
      ))}
    </ul>
  );
}

const columns: readonly Column<Entry>[] = [
  {
    key: 'payment',
    header: m.statement_col_payment(),
    narrow: 'title',
    cell: ({ payment_number, day, method }) => (
      <>
        <span className="block font-semibold">
          {payment_number === null ? method : m.statement_payment_name({ n: payment_number })}
        </span>
        <span className="block text-ink-soft">
          <DateText date={day} />
        </span>
        <span className="block text-ink-soft">{payment_number === null ? '' : method}</span>
      </>
    ),
  },
  {
    key: 'principal',
    header: m.statement_col_principal(),
    numeric: true,
    cell: ({ principal_cents }) => <Money amount={principal_cents} />,
  },
  {
    key: 'fee',
    header: m.statement_col_fee(),
    numeric: true,
    cell: ({ fee_cents }) => <Money amount={fee_cents} />,
  },
  {
    key: 'back',
    header: m.statement_col_back(),
    numeric: true,
    cell: (entry) => <GivenBack given_back={entry.given_back} />,
  },
  {
    key: 'total',
    header: m.statement_col_total(),
    numeric: true,
    cell: ({ total_cents }) => (
      <b>
        <Money amount={total_cents} />
      </b>
    ),
  },
];

function ContractPayments({ contract }: { contract: Contract }) {
  const { contract_number, school, division, entries, total_cents } = contract;
  const place = placeOf({ ...division, address: division.address_1, apt: null });
  return (
    <section className="mb-8">
      <Facts
        className="mb-3"
        facts={[
          {
            label: m.document_contract_number(),
            value: <span className="figures">{contract_number ?? ''}</span>,
          },
          { label: m.statement_school(), value: school },
          { label: m.statement_company(), value: [division.company_name, ...place].join(', ') },
          ...(division.tax_id ? [{ label: m.statement_tax_id(), value: division.tax_id }] : []),
        ]}
      />
      <Table
        dense
        hideCaption
        caption={m.statement_of_number({ number: contract_number ?? school })}
        columns={columns}
        rows={entries}
        rowKey={({ payment_number, day, method }) => `${payment_number} ${day} ${method}`}
      />
      <p className="mt-2 flex justify-between gap-4 font-bold">
        <span>{m.statement_of_contract()}</span>
        <Money amount={total_cents} />
      </p>
    </section>
  );
}

function Shown({ statement }: { statement: Statement }) {
  const { family, children, total_cents, year } = statement;
  return (
    <>
      <Facts
        className="mb-8"
        facts={[
          { label: m.document_parent(), value: family.name },
          { label: m.document_address(), value: family.place.join(', ') },
          {
            label: m.statement_total({ year }),
            value: (
              <b>
                <Money amount={total_cents} />
              </b>
            ),
          },
        ]}
      />
      {children.map((child) => (
        <section key={child.student}>
          <h2 className="mb-3 flex flex-wrap justify-between gap-4 text-lg font-bold">
            <span>{child.student}</span>
            <Money amount={child.total_cents} />
          </h2>
          {child.contracts.map((contract) => (
            <ContractPayments key={contract.order_id} contract={contract} />
          ))}
        </section>
      ))}
    </>
  );
}

/** The payments of a calendar year, to print or to take along (RP4). */
export default function YearlyStatement() {
  const { year = '' } = useParams();
  const read = useItems(readStatement, { params: { year } }, { staleTime: 0 });
  if (isNotFound(read.error)) return <ToNotFound />;
  const pathIn = (data: typeof read.data) => data?.[0]?.pdf_path;
  const path = pathIn(read.data);
  return (
    <>
      <PageHead title={m.statement_title({ year })} />
      <div className="mb-6 flex flex-wrap gap-3 print:hidden">
        <Button icon="print" onClick={() => window.print()}>
          {m.statement_print()}
        </Button>
        {path && (
          <FileLink
            path={path}
            readAt={read.dataUpdatedAt}
            renew={async () => pathIn((await read.refetch({ throwOnError: true })).data)}
            text={m.statement_download()}
            look="secondary"
          />
        )}
        <LinkButton look="quiet" to="/dashboard/orders">
          {m.statement_back()}
        </LinkButton>
      </div>
      <Loaded query={read} loading={m.statement_loading()}>
        {([statement]) => (statement ? <Shown statement={statement} /> : null)}
      </Loaded>
    </>
  );
}
