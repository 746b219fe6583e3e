import { Navigate, useLocation } from 'react-router';
import { m } from '#i18n/messages.js';
import { pageOfEntry, withoutAdditions } from '#kit/pages/payment-return.ts';
import { listOrders, type Order } from '#modules/orders/orders.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { RequireLogin } from '#app/auth/require-login.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Spinner } from '#app/ui/spinner.tsx';

export const meta = () => pageTitle();
export const handle = { needsSession: true };

/** The first payment decides about the order; a later payment has a page. */
function placeOf(order: Order, payment_id: string): string {
  const payment = order.payments.find(({ id }) => String(id) === payment_id);
  if (!payment) return `/dashboard/orders/${order.id}`;
  if (payment.payment_number === 1) return `/order/success/${order.id}`;
  return `/dashboard/orders/${order.id}/payments/${payment_id}/pay`;
}

/** An order without a known outcome is not listed yet: Orders follows such an order. */
function Back({ order_id, payment_id }: { order_id: string; payment_id: string }) {
  const isNumber = /^\d+$/.test(order_id);
  const { data, isPending } = useItems(listOrders, { params: { id: order_id } }, { enabled: isNumber });
  if (isNumber && isPending) return <Spinner label={m.contract_pay_loading()} className="min-h-96" />;
  const order = data?.[0];
  return <Navigate replace to={order ? placeOf(order, payment_id) : '/dashboard/orders'} />;
}

/**
 * Takes a payer back from the bank, after a payment or after entering a card or account. The processor adds a
 * secret to the address; the page removes the secret and believes no word of the address (MS3, MS12).
 */
export default function PaymentReturn() {
  const { search } = useLocation();
  const clean = withoutAdditions(search);
  if (clean) return <Navigate replace to={clean} />;
  const query = new URLSearchParams(search);
  const entered = pageOfEntry(query);
  if (entered) return <Navigate replace to={entered} />;
  return (
    <RequireLogin>
      <Back order_id={query.get('order') ?? ''} payment_id={query.get('payment') ?? ''} />
    </RequireLogin>
  );
}
