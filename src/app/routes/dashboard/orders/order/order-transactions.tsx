import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { useAuth } from '#app/auth/use-auth.ts';
import { PAYMENT_SURCHARGE, type Transaction } from '#modules/billing/billing.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { dollarText, paymentTypeText, undoneInvoices, type Undone } from '#app/orders/order-texts.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { Card, EmptyCard } from '#app/ui/card.tsx';
import { Table, type Column } from '#app/ui/table.tsx';

type SectionProps = { order: Order };

const isSurcharge = (line: Transaction) => line.description_detail === PAYMENT_SURCHARGE;
/** Money back to the customer is negative (M3). */
const valueText = (line: Transaction) => `${line.is_credit ? '−' : ''}${dollarText(line.value)}`;

function useColumns(): Column<Transaction>[] {
  const { options } = useAuth();
  const dayText = useCompanyDay();
  return [
    {
      key: 'date',
      header: m.contract_col_date(),
      cell: (line) => <span className="figures">{dayText(line.created_at)}</span>,
    },
    { key: 'text', header: m.contract_col_description(), cell: (line) => line.description },
    {
      key: 'method',
      header: m.contract_col_method(),
      cell: (line) =>
        [paymentTypeText(options, line.payment_type_id), line.user_payment_method?.ident]
          .filter(Boolean)
          .join(' '),
    },
    {
      key: 'result',
      header: m.contract_col_result(),
      cell: (line) =>
        line.is_success ? (
          m.contract_result_success()
        ) : (
          <b className="text-red">{m.contract_result_failed()}</b>
        ),
    },
    { key: 'amount', header: m.contract_col_amount(), numeric: true, cell: valueText },
  ];
}

function Lines({ title, empty, rows }: { title: string; empty: string; rows: readonly Transaction[] }) {
  const columns = useColumns();
  if (rows.length === 0) return <EmptyCard title={title}>{empty}</EmptyCard>;
  return (
    <Card title={title}>
      <Table caption={title} hideCaption columns={columns} rows={rows} rowKey={(line) => line.id} />
    </Card>
  );
}

export function Transactions({ order }: SectionProps) {
  const rows = order.transactions.filter((line) => !isSurcharge(line) && !line.is_adjustment);
  return <Lines title={m.contract_section_transactions()} empty={m.contract_none_yet()} rows={rows} />;
}

export function Surcharges({ order }: SectionProps) {
  return (
    <Lines
      title={m.contract_section_surcharges()}
      empty={m.contract_no_surcharges()}
      rows={order.transactions.filter(isSurcharge)}
    />
  );
}

export function Adjustments({ order }: SectionProps) {
  const rows = order.transactions.filter((line) => line.is_adjustment && !isSurcharge(line));
  return <Lines title={m.contract_section_adjustments()} empty={m.contract_no_adjustments()} rows={rows} />;
}

type Invoice = Order['invoices'][number];

const undoneTexts: Record<Undone, () => string> = {
  returned: m.contract_payment_returned,
  stopped: m.contract_payment_stopped,
  mistake: m.contract_payment_mistake,
};

function InvoiceText({ invoice, undone }: { invoice: Invoice; undone: Undone | undefined }) {
  return (
    <>
      <span>{invoice.description}</span>
      {undone && <b className="block text-red">{undoneTexts[undone]()}</b>}
    </>
  );
}

function ReceiptLink({ order_id, id }: { order_id: number; id: number }) {
  return (
    <Link
      className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      to={`/dashboard/orders/${order_id}/receipt?invoice=${id}`}
      aria-label={m.contract_receipt_of_invoice({ id })}
    >
      {m.contract_view_receipt()}
    </Link>
  );
}

function useInvoiceColumns(order: Order): Column<Invoice>[] {
  const dayText = useCompanyDay();
  const undone = undoneInvoices(order);
  return [
    {
      key: 'id',
      header: m.contract_col_invoice(),
      cell: (invoice) => <span className="figures">{`#${invoice.id}`}</span>,
    },
    {
      key: 'text',
      header: m.contract_col_description(),
      cell: (invoice) => <InvoiceText invoice={invoice} undone={undone.get(invoice.id)} />,
    },
    {
      key: 'date',
      header: m.contract_col_date(),
      cell: (invoice) => <span className="figures">{dayText(invoice.created_at)}</span>,
    },
    {
      key: 'receipt',
      header: m.contract_col_receipt(),
      cell: ({ id }) => <ReceiptLink order_id={order.id} id={id} />,
    },
  ];
}

export function Invoices({ order }: SectionProps) {
  const columns = useInvoiceColumns(order);
  const title = m.contract_section_invoices();
  if (order.invoices.length === 0) return <EmptyCard title={title}>{m.contract_no_invoices()}</EmptyCard>;
  return (
    <Card title={title}>
      <Table
        caption={title}
        hideCaption
        rows={order.invoices}
        rowKey={(invoice) => invoice.id}
        columns={columns}
      />
    </Card>
  );
}
