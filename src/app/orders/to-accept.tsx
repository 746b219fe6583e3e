import { m } from '#i18n/messages.js';
import type { Order } from '#modules/orders/orders.contract.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { isToAccept } from './order-summary.ts';

type Props = { order: Order; className?: string };

function OrderToAccept({ order, className }: Props) {
  if (!order.staff_placed || !isToAccept(order)) return null;
  return (
    <Notice tone="warning" className={className} title={m.contract_to_accept_title()}>
      <p>{m.contract_to_accept_text({ staff: order.staff_placed.staff })}</p>
      <LinkButton look="secondary" size="small" className="mt-3" to={`/dashboard/orders/${order.id}/accept`}>
        {m.contract_to_accept_button()}
      </LinkButton>
    </Notice>
  );
}

function ChangeToAnswer({ order, className }: Props) {
  if (!order.is_change_proposed) return null;
  return (
    <Notice tone="warning" className={className} title={m.contract_change_proposed_title()}>
      <p>{m.contract_change_proposed_text()}</p>
      <LinkButton
        look="secondary"
        size="small"
        className="mt-3"
        to={`/dashboard/orders/${order.id}/amendment`}
      >
        {m.contract_change_proposed_button()}
      </LinkButton>
    </Notice>
  );
}

/** Asks the family to accept an order placed by staff (H10), and to answer a proposed change (OF5.8). */
export function ToAccept(props: Props) {
  const { user } = useAuth();
  const { contract_detail: detail } = props.order.order_detail.contract;
  if (detail.student.parent.id !== user?.id) return null;
  return (
    <>
      <OrderToAccept {...props} />
      <ChangeToAnswer {...props} />
    </>
  );
}
