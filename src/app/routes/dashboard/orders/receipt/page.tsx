import { Link, useSearchParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { centsFromDollars, formatMoney, sum } from '#kit/money.ts';
import { useItems } from '#app/api/use-items.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import type { Transaction } from '#modules/billing/billing.contract.ts';
import { listDivisions } from '#modules/catalog/catalog.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { LoadedPage } from '#app/api/loaded.tsx';
import { methodName } from '#app/payments/saved-methods.tsx';
import {
  dollarText,
  paymentTypeText,
  studentName,
  undoneInvoices,
  undoneReceiptText,
} from '#app/orders/order-texts.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { company } from '#app/company/company.ts';
import { companyName } from '#app/shell/page-facts.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { DocumentLink, useDocuments } from '#app/orders/document-link.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/card.tsx';
import { ToNotFound, useOrder } from '#app/orders/use-order.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { placeOf } from '#modules/documents/letterhead.ts';
import { printedLines, printedName } from '#modules/documents/printed-words.ts';
import { quoted } from '#modules/documents/quoted.ts';
import { fullName } from '#kit/text/full-name.ts';
export const meta = () => pageTitle(m.shell_title_view_receipt());

/** The name and address of the division; the company until the division is loaded (contracts.md §2). */
function CompanyHead({ division_id }: { division_id: number }) {
  const [division] = useItems(listDivisions, { params: { division_id } }).data ?? [];
  return (
    <header>
      <p className="text-lg font-extrabold">{division?.company_name ?? companyName()}</p>
      <p>{division?.address_1 ?? company.address_1}</p>
      <p>{division ? `${division.city}, ${division.state} ${division.zip}` : company.city_line}</p>
      <p className="figures">{division?.phone_main ?? company.dispatch_phone}</p>
    </header>
  );
}

/** The transactions of one charge (M10): the charge of checkout, or of the invoice in the address. */
function useCharge(order: Order) {
  const [query] = useSearchParams();
  const lines = [...order.transactions].sort((a, b) => a.id - b.id);
  const asked = order.invoices.find(({ id }) => String(id) === query.get('invoice'))?.id;
  const checkoutId = lines.find((line) => line.is_success)?.user_accounting_invoice_id;
  const invoiceId = asked ?? checkoutId;
  const ofCharge = lines.filter((line) => line.is_success && line.user_accounting_invoice_id === invoiceId);
  return {
    invoiceId,
    taken: ofCharge.filter((line) => !line.is_credit),
    undone: undoneInvoices(order).get(invoiceId ?? null),
    is_owed_by_nobody: order.invoices.find(({ id }) => id === invoiceId)?.is_owed_by_nobody,
    isCheckout: invoiceId === checkoutId,
  };
}

function Lines({ lines }: { lines: readonly Transaction[] }) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{m.contract_receipt_title()}</caption>
      <thead>
        <tr className="border-b-2 border-ink">
          <th scope="col" className="py-2">
            {m.contract_receipt_line()}
          </th>
          <th scope="col" className="py-2 text-right">
            {m.contract_col_amount()}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id} className="border-b border-hair">
            <td className="py-2 pr-4 wrap-anywhere">{line.description}</td>
            <td className="figures py-2 text-right whitespace-nowrap">{dollarText(line.value)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-extrabold">
          <th scope="row" className="py-2">
            {m.contract_receipt_total()}
          </th>
          <td className="figures py-2 text-right whitespace-nowrap">
            {formatMoney(sum(lines.map((line) => centsFromDollars(line.value))))}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function DownloadReceipt({
  order_id,
  invoiceId,
}: {
  order_id: number;
  invoiceId: number | null | undefined;
}) {
  return (
    <DocumentLink
      documents={useDocuments(order_id)}
      pathOf={({ receipts }) => receipts.find(({ id }) => id === invoiceId)?.path}
      text={m.contract_download_receipt()}
      look="secondary"
    />
  );
}

function OtherReceipts({ order, invoiceId }: { order: Order; invoiceId: number | null | undefined }) {
  const dayText = useCompanyDay();
  const returned = undoneInvoices(order);
  if (order.invoices.length < 2) return null;
  const invoiceName = ({ id, description: text, created_at, is_stopped }: Order['invoices'][number]) => {
    const undone = is_stopped ? m.contract_receipt_of_stopped : m.contract_receipt_of_returned;
    return (returned.has(id) ? undone : m.contract_receipt_of)({ text, day: dayText(created_at) });
  };
  return (
    <nav aria-label={m.contract_receipts()} className="mt-6 print:hidden">
      <h2 className="mb-2 text-lg font-bold">{m.contract_receipts()}</h2>
      <ul className="grid gap-1">
        {order.invoices.map((invoice) => (
          <li key={invoice.id}>
            <Link
              to={`?invoice=${invoice.id}`}
              aria-current={invoice.id === invoiceId ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center font-semibold underline',
                'underline-offset-4 aria-[current]:no-underline',
              )}
            >
              {invoiceName(invoice)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ReceiptActions({ order_id, invoiceId }: { order_id: number; invoiceId: number | null | undefined }) {
  return (
    <div className="mb-4 flex flex-wrap gap-3 print:hidden">
      <Button icon="print" onClick={() => window.print()}>
        {m.contract_print_receipt()}
      </Button>
      <DownloadReceipt order_id={order_id} invoiceId={invoiceId} />
      <LinkButton look="quiet" className="-ml-5 sm:ml-0" to={`/dashboard/orders/${order_id}`}>
        {m.contract_back_to_order()}
      </LinkButton>
    </div>
  );
}

function BillTo({ order }: { order: Order }) {
  const { student, address } = order.order_detail.contract.contract_detail;
  const customer = student.parent.user_accounting_customers[0]?.customer_number;
  const unnamed = m.document_customer_unnamed({ number: customer ?? '' });
  const place = printedLines(placeOf(address)).join(', ');
  return (
    <section aria-labelledby="bill-to">
      <h2 id="bill-to" className="mb-1 text-sm font-bold text-ink-soft">
        {m.contract_bill_to()}
      </h2>
      <Facts
        facts={[
          { label: m.document_parent(), value: quoted(printedName(fullName(student.parent), unnamed)) },
          ...(place ? [{ label: m.document_address(), value: quoted(place) }] : []),
          { label: m.document_email(), value: student.parent.email },
          ...(customer ? [{ label: m.contract_customer_number(), value: customer }] : []),
        ]}
      />
    </section>
  );
}

type ReceiptFactsProps = { order: Order; first: Transaction | undefined; isCheckout: boolean };

function ReceiptFacts({ order, first, isCheckout }: ReceiptFactsProps) {
  const { options } = useAuth();
  const dayText = useCompanyDay();
  const { contract } = order.order_detail;
  const addons = contract.contract_detail.route_addons;
  const typeText = paymentTypeText(options, first?.payment_type_id);
  return (
    <Facts
      facts={[
        {
          label: m.contract_contract_number(),
          value: <span className="figures">{contract.contract_number}</span>,
        },
        {
          label: m.contract_col_date(),
          value: <span className="figures">{dayText(first?.created_at ?? order.created_at)}</span>,
        },
        {
          label: m.contract_summary_student(),
          value: quoted(printedName(studentName(order), m.document_student_unnamed())),
        },
        { label: m.contract_receipt_payment_type(), value: typeText },
        {
          label: m.contract_payment_method(),
          value: first?.user_payment_method ? methodName(first.user_payment_method) : typeText,
        },
        ...(isCheckout && addons.length > 0
          ? [{ label: m.contract_addons(), value: addons.map(({ text }) => text).join(', ') }]
          : []),
      ]}
    />
  );
}

function Receipt({ order }: { order: Order }) {
  const { program_group: group } = order.order_detail.contract.contract_detail;
  const { invoiceId, taken: lines, undone, is_owed_by_nobody, isCheckout } = useCharge(order);
  const isProcessing = order.payments.some(
    (payment) => payment.is_processing && payment.user_accounting_invoice_id === invoiceId,
  );
  return (
    <>
      <ReceiptActions order_id={order.id} invoiceId={invoiceId} />
      <article
        className={classNames(
          'grid max-w-form grid-cols-1 gap-6 rounded-md border wrap-anywhere',
          'border-hair bg-card p-6 print:border-0 print:p-0',
        )}
      >
        <CompanyHead division_id={group.division_id} />
        <h1 className="border-t border-hair pt-4 text-xl font-extrabold">
          {m.contract_receipt_heading({ id: order.id })}
        </h1>
        <BillTo order={order} />
        <ReceiptFacts order={order} first={lines[0]} isCheckout={isCheckout} />
        <Lines lines={lines} />
        {undone && <p>{undoneReceiptText({ is_active: order.is_active, is_owed_by_nobody }, undone)}</p>}
        {isProcessing && <p>{m.contract_receipt_processing()}</p>}
      </article>
      <OtherReceipts order={order} invoiceId={invoiceId} />
    </>
  );
}

/** The receipt of an order with the lines of one charge, ready to print (contracts.md §2, M10). */
export default function ReceiptView() {
  const { query, isMissing } = useOrder();
  if (isMissing) return <ToNotFound />;
  return (
    <LoadedPage query={query} title={m.shell_title_view_receipt()} loading={m.contract_loading_orders()}>
      {([order]) => order && <Receipt order={order} />}
    </LoadedPage>
  );
}
