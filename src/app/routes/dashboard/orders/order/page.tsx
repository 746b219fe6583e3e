import { lazy, Suspense } from 'react';
import { m } from '#i18n/messages.js';
import { useAuth } from '#app/auth/use-auth.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { PaymentTrouble } from '#app/routes/dashboard/orders/payment-trouble.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { lineOf } from '#app/company/company.ts';
import { useOrder, ToNotFound } from '#app/orders/use-order.tsx';
import { isStuck } from '#modules/billing/payment.states.ts';
import { formatDateWithWeekday } from '#kit/plain-date.ts';
import type { Payment } from '#modules/billing/billing.contract.ts';
import { dollarText, paymentName, paymentStateText } from '#app/orders/order-texts.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { Card } from '#app/ui/card.tsx';
import { ScheduleLine, type Stop } from '#app/ui/line.tsx';
import { Adjustments, Invoices, Surcharges, Transactions } from './order-transactions.tsx';
import { AidSection, ContractSection, OrderSection, RouteSection, TermSection } from './order-sections.tsx';
import { OrderRequests } from './order-requests.tsx';

/** What staff see of a payment and families do not, and the way to change it (contracts.md §6). */
function StaffDetail({ payment, order_id }: { payment: Payment; order_id: number }) {
  return (
    <>
      {payment.reference && (
        <span className="block">{m.contract_payment_reference({ text: payment.reference })}</span>
      )}
      {payment.notes && <span className="block">{m.contract_payment_notes({ text: payment.notes })}</span>}
      <LinkButton
        look="quiet"
        icon="pencil"
        className="-ml-5"
        to={`/dashboard/orders/${order_id}/payments/${payment.id}/edit`}
        aria-label={`${m.dashboard_edit()} ${paymentName(payment)}`}
      >
        {m.dashboard_edit()}
      </LinkButton>
    </>
  );
}

function stateOf(payment: Payment, here: Payment | undefined): Stop['state'] {
  if (payment.paid_at !== null && !payment.is_processing) return 'done';
  if (isStuck(payment.status)) return 'trouble';
  return payment === here ? 'now' : 'next';
}

/** The payments of an order as a line: paid stops are filled. Amounts are without surcharges (M1). */
function Payments({ order }: { order: Order }) {
  const { isAdmin } = useAuth();
  const dayText = useCompanyDay();
  // A fee that was raised late can fall due before what was planned at the sale.
  const rows = order.payments.toSorted(
    (a, b) => a.pay_on.localeCompare(b.pay_on) || a.payment_number - b.payment_number,
  );
  // What a bank still works on is not done: it may come back.
  const here = rows.find((payment) => payment.paid_at === null || payment.is_processing);
  const stops = rows.map((payment): Stop => ({
    key: String(payment.id),
    label: (
      <>
        {`${paymentName(payment)} · `}
        <span className="whitespace-nowrap">{formatDateWithWeekday(payment.pay_on)}</span>
      </>
    ),
    state: stateOf(payment, here),
    stateText: paymentStateText(payment, dayText),
    aside: dollarText(payment.amount),
    detail: isAdmin ? <StaffDetail payment={payment} order_id={order.id} /> : undefined,
  }));
  return (
    <Card title={m.contract_section_payments()}>
      {stops.length > 0 ? (
        <ScheduleLine label={m.contract_schedule()} stops={stops} showStates />
      ) : (
        <p className="text-ink-soft">{m.contract_none_yet()}</p>
      )}
    </Card>
  );
}

// Families do not download what only staff see.
const OrderRefunds = lazy(() => import('#app/routes/staff/orders/order-refunds.tsx'));
const StaffOrderActions = lazy(() => import('#app/routes/staff/orders/staff-order-actions.tsx'));

export const meta = () => pageTitle(m.shell_title_view_order());

function OrderDetail({ order }: { order: Order }) {
  const { isAdmin } = useAuth();
  return (
    <div data-line={lineOf(order.order_detail.contract.contract_detail.program_group.path)}>
      <PageHead
        title={m.contract_order_id({ id: order.id })}
        actions={
          <>
            <LinkButton look="secondary" icon="file" to={`/dashboard/orders/${order.id}/contract`}>
              {m.contract_view_contract()}
            </LinkButton>
            <LinkButton look="secondary" icon="file" to={`/dashboard/orders/${order.id}/receipt`}>
              {m.contract_view_receipt()}
            </LinkButton>
          </>
        }
      />
      {!order.is_active && <p className="mb-4 text-lg font-extrabold text-red">{m.contract_inactive()}</p>}
      <PaymentTrouble order={order} className="mb-4" />
      <div className="grid gap-4">
        <OrderSection order={order} />
        <ContractSection order={order} />
        <TermSection order={order} />
        <RouteSection order={order} />
        <AidSection order={order} />
        <Transactions order={order} />
        <Surcharges order={order} />
        <Payments order={order} />
        <Adjustments order={order} />
        <Invoices order={order} />
        {isAdmin && (
          <Suspense>
            <OrderRefunds order={order} />
            <StaffOrderActions order={order} />
          </Suspense>
        )}
        <OrderRequests order={order} />
      </div>
    </div>
  );
}

/** One order with its ten sections (contracts.md §2). */
export default function OrderView() {
  const { query, isMissing } = useOrder();
  if (isMissing) return <ToNotFound />;
  return (
    <Loaded query={query} loading={m.contract_loading_orders()}>
      {([order]) => order && <OrderDetail order={order} />}
    </Loaded>
  );
}
