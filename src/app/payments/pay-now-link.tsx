import type { ComponentProps } from 'react';
import { m } from '#i18n/messages.js';
import { useAuth } from '#app/auth/use-auth.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { PaymentLink } from './payment-link.tsx';

type PayNowProps = Omit<ComponentProps<typeof PaymentLink>, 'to' | 'children'> & {
  order: Order;
  payment_id: number;
};

/** For the parent of the order alone; staff have no card to offer (S22). */
export function PayNowLink({ order, payment_id, ...look }: PayNowProps) {
  const { user, isImpersonating } = useAuth();
  const isOwn = order.order_detail.contract.contract_detail.student.parent.id === user?.id;
  if (!isOwn || isImpersonating) return null;
  return (
    <PaymentLink size="small" {...look} to={`/dashboard/orders/${order.id}/payments/${payment_id}/pay`}>
      {m.contract_pay_now()}
    </PaymentLink>
  );
}
