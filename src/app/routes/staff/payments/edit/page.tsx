import { Navigate, useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { readPayment } from '#modules/billing/staff-edits/payment-edit.contract.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { useItems } from '#app/api/use-items.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { PaymentEditor } from './payment-editor.tsx';
import { ToNotFound } from '#app/orders/use-order.tsx';
export const meta = () => pageTitle(m.shell_title_edit_payment());

const isId = (text: string | undefined) => /^\d+$/.test(text ?? '');

/** One payment on the office's desk (M8, W14); a parent who comes here is led to the order. */
export default function OrderPaymentEdit() {
  const { order_id, payment_id } = useParams();
  const { isAdmin } = useAuth();
  const isNamed = isId(order_id) && isId(payment_id);
  // What is typed stands against what was loaded: nothing may change under it.
  const payment = useItems(
    readPayment,
    { params: { order_id, payment_id } },
    { enabled: isAdmin && isNamed, staleTime: 0, gcTime: 0 },
  );
  if (!isAdmin) return <Navigate to={`/dashboard/orders/${order_id}`} replace />;
  if (!isNamed || isNotFound(payment.error)) return <ToNotFound />;
  return (
    <Loaded query={payment} loading={m.contract_edit_payment_loading()}>
      {([loaded]) => loaded && <PaymentEditor key={loaded.id} loaded={loaded} />}
    </Loaded>
  );
}
