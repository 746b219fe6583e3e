import { m } from '#i18n/messages.js';
import { isStuck } from '#modules/billing/payment.states.ts';
import { formatDateWithWeekday } from '#kit/plain-date.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import type { Payment } from '#modules/billing/billing.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { dollarText, paymentName, paymentStateText } from '#app/orders/order-texts.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ScheduleLine } from '#app/ui/line/schedule-line.tsx';
import type { Stop } from '#app/ui/line/stop.ts';

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
export function Payments({ order }: { order: Order }) {
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
