import { lazy, Suspense } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { ApiError } from '#app/api/api-error.ts';
import { useItems } from '#app/api/use-items.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { listOrders, type Order } from '#modules/orders/orders.contract.ts';
import { Loaded } from '#app/parts/loaded.tsx';
import { PageHead } from '#app/parts/page-head.tsx';
import { PaymentTrouble } from '#app/parts/payment-trouble.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { lineOf } from '#app/ui/line/stop.ts';
import { OrderDesk } from './order-desk.tsx';
import { Adjustments, Invoices, Surcharges, Transactions } from './order-money.tsx';
import { AidSection, ContractSection, OrderSection, RouteSection, TermSection } from './order-sections.tsx';
import { Payments } from './order-payments.tsx';
import { OrderRequests } from './order-requests.tsx';

// For staff alone, so that families do not download it.
const OrderRefunds = lazy(() => import('./order-refunds.tsx'));

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
          </Suspense>
        )}
        {isAdmin && <OrderDesk order={order} />}
        <OrderRequests order={order} />
      </div>
    </div>
  );
}

/** An order that is not there, or not this family's, leads to the not-found page (contracts.md §2). */
export function useOrder() {
  const { orderId } = useParams();
  const isNumber = /^\d+$/.test(orderId ?? '');
  const query = useItems(listOrders, { params: { id: orderId } }, { enabled: isNumber });
  const isMissing =
    !isNumber ||
    (query.error instanceof ApiError && [404, 422].includes(query.error.status)) ||
    query.data?.length === 0;
  return { query, isMissing };
}

export function ToNotFound() {
  const { pathname } = useLocation();
  return <Navigate to={`/not-found?path=${encodeURIComponent(pathname)}`} replace />;
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
