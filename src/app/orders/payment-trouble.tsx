import { m } from '#i18n/messages.js';
import { formatDateWithWeekday } from '#kit/plain-date.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { PayNowLink } from '#app/payments/pay-now-link.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { dollarText, studentName, troubleOf } from './order-texts.ts';

type TroubleProps = {
  order: Order;
  /** the page has more orders, so the notice names its order and child */
  isOfMany?: boolean;
};

/** A failed payment: the safe parts, the next step, and the family's options (M7). */
export function PaymentTrouble({ order, isOfMany }: TroubleProps) {
  const { isStaff } = useAuth();
  const payment = troubleOf(order);
  // Staff have no card to offer; their options are on the page of the payment.
  if (!payment || isStaff) return null;
  const { payment_number: n, next_try_on } = payment;
  return (
    <Notice
      tone={next_try_on ? 'warning' : 'danger'}
      title={m.contract_trouble_title({ n, amount: dollarText(payment.tried ?? payment.amount) })}
    >
      {isOfMany && <p>{m.contract_trouble_order({ id: order.id, student: studentName(order) })}</p>}
      {/* Above the explanation, so that Pay now is on the first screen of a phone (MP8). */}
      <div className="my-2 flex flex-wrap gap-3">
        <PayNowLink order={order} payment_id={payment.id} />
        <LinkButton look="secondary" size="small" to="/dashboard/payment-methods">
          {m.contract_trouble_button()}
        </LinkButton>
      </div>
      <p>
        {next_try_on
          ? m.contract_trouble_next_try({ day: formatDateWithWeekday(next_try_on) })
          : m.contract_trouble_waits()}
      </p>
      <p className="mt-1">{m.contract_trouble_safe()}</p>
    </Notice>
  );
}
