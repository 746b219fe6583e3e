import { m } from '#i18n/messages.js';
import type { Order } from '#modules/orders/orders.contract.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { isToAccept } from './order-summary.ts';

/** Asks the family to accept an order placed by staff (H10). */
export function ToAccept({ order, className }: { order: Order; className?: string }) {
  const { user } = useAuth();
  const { contract_detail: detail } = order.order_detail.contract;
  const isOwn = detail.student.parent.id === user?.id;
  if (!order.staff_placed || !isToAccept(order) || !isOwn) return null;
  return (
    <Notice tone="warning" className={className} title={m.contract_to_accept_title()}>
      <p>{m.contract_to_accept_text({ staff: order.staff_placed.staff })}</p>
      <LinkButton look="secondary" size="small" className="mt-3" to={`/dashboard/orders/${order.id}/accept`}>
        {m.contract_to_accept_button()}
      </LinkButton>
    </Notice>
  );
}
