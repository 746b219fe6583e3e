import type { ReactNode } from 'react';
import { m } from '#i18n/messages.js';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { paymentsByDay } from '#app/orders/order-summary.ts';
import { dollarText, paymentName, paymentStateText } from '#app/orders/order-texts.ts';
import { useChargesToCome } from '#app/orders/use-charges-to-come.ts';
import { PayNowLink } from '#app/payments/pay-now-link.tsx';
import { methodName } from '#app/payments/saved-methods.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Card, EmptyCard } from '#app/ui/card.tsx';
import { ScheduleLine, type Stop } from '#app/ui/line.tsx';
import { formatMoney } from '#kit/money.ts';
import { formatDateWithWeekday } from '#kit/plain-date.ts';
import type { Payment } from '#modules/billing/billing.contract.ts';
import type { ChargeToCome } from '#modules/billing/pay-now/pay-now.contract.ts';
import { isStuck } from '#modules/billing/payment.states.ts';
import type { Order } from '#modules/orders/orders.contract.ts';

/** A late part: families do not download sections for staff. */
type Marks = { DisputeMark?: (mark: { payment_id: number; order_id: number }) => ReactNode };

function plannedText({ planned, is_held_back }: ChargeToCome, payment: Payment): string | undefined {
  if (is_held_back) return m.contract_charge_held_back();
  // A failed payment without a next attempt is no longer charged automatically.
  if (!planned || (isStuck(payment.status) && payment.next_try_on === null)) return undefined;
  const total = formatMoney(planned.total_cents);
  const method = methodName(planned);
  return planned.surcharge_cents > 0
    ? m.contract_charge_planned_fee({ total, method, fee: formatMoney(planned.surcharge_cents) })
    : m.contract_charge_planned({ total, method });
}

type ToComeProps = { order: Order; payment: Payment; charge: ChargeToCome | undefined };

function ToCome({ order, payment, charge }: ToComeProps) {
  if (!charge) return null;
  return (
    <>
      <span className="block">{plannedText(charge, payment)}</span>
      <PayNowLink
        look="secondary"
        className="my-2"
        order={order}
        payment_id={payment.id}
        aria-label={`${m.contract_pay_now()} ${paymentName(payment)}`}
      />
    </>
  );
}

/** Facts of a payment for staff, and the link to edit the payment (contracts.md §6). */
function StaffDetail({ payment, order_id, DisputeMark }: Marks & { payment: Payment; order_id: number }) {
  return (
    <>
      {DisputeMark && <DisputeMark payment_id={payment.id} order_id={order_id} />}
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

function PaymentLabel({ payment }: { payment: Payment }) {
  return (
    <>
      <span>{`${paymentName(payment)} · `}</span>
      <span className="whitespace-nowrap">{formatDateWithWeekday(payment.pay_on)}</span>
    </>
  );
}

/** Amounts are without surcharges (M1); an upcoming payment names the planned charge with the fee. */
export function Payments({ order, DisputeMark }: Marks & { order: Order }) {
  const seesMoney = useRight('money');
  const dayText = useCompanyDay();
  const { data: planned = [] } = useChargesToCome(order);
  const charges = new Map(planned.map((charge) => [charge.payment_id, charge]));
  const rows = paymentsByDay(order);
  // A payment in process at the bank is not done: the bank may return the payment.
  const here = rows.find((payment) => payment.paid_at === null || payment.is_processing);
  const stops = rows.map((payment): Stop => ({
    key: String(payment.id),
    label: <PaymentLabel payment={payment} />,
    state: stateOf(payment, here),
    stateText: paymentStateText(payment, dayText),
    aside: dollarText(payment.amount),
    detail: (
      <>
        <ToCome order={order} payment={payment} charge={charges.get(payment.id)} />
        {seesMoney && <StaffDetail payment={payment} order_id={order.id} DisputeMark={DisputeMark} />}
      </>
    ),
  }));
  if (stops.length === 0)
    return <EmptyCard title={m.contract_section_payments()}>{m.contract_none_yet()}</EmptyCard>;
  return (
    <Card title={m.contract_section_payments()}>
      <ScheduleLine label={m.contract_schedule()} stops={stops} showStates />
    </Card>
  );
}
