import type { ReactNode } from 'react';
import { m } from '#i18n/messages.js';
import { useItems } from '#app/api/use-items.ts';
import { useAuth, useRight } from '#app/auth/use-auth.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { dollarText, paymentName, paymentStateText } from '#app/orders/order-texts.ts';
import { PaymentLink } from '#app/payments/payment-link.tsx';
import { methodName } from '#app/payments/saved-methods.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ScheduleLine, type Stop } from '#app/ui/line.tsx';
import { formatMoney } from '#kit/money.ts';
import { formatDateWithWeekday } from '#kit/plain-date.ts';
import type { Payment } from '#modules/billing/billing.contract.ts';
import { listChargesToCome, type ChargeToCome } from '#modules/billing/pay-now/pay-now.contract.ts';
import { isStuck } from '#modules/billing/payment.states.ts';
import type { Order } from '#modules/orders/orders.contract.ts';

/** A late part: families do not download sections for staff. */
type Marks = { DisputeMark?: (mark: { payment_id: number; order_id: number }) => ReactNode };

function useChargesToCome(order: Order): Map<number, ChargeToCome> {
  const isOwing = order.is_active && order.payments.some(({ paid_at }) => paid_at === null);
  const query = useItems(listChargesToCome, { params: { order_id: order.id } }, { enabled: isOwing });
  return new Map((query.data ?? []).map((charge) => [charge.payment_id, charge]));
}

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
  const { user, isImpersonating } = useAuth();
  if (!charge) return null;
  const isOwn = order.order_detail.contract.contract_detail.student.parent.id === user?.id;
  return (
    <>
      <span className="block">{plannedText(charge, payment)}</span>
      {isOwn && !isImpersonating && (
        <PaymentLink
          look="secondary"
          size="small"
          className="my-2"
          to={`/dashboard/orders/${order.id}/payments/${payment.id}/pay`}
          aria-label={`${m.contract_pay_now()} ${paymentName(payment)}`}
        >
          {m.contract_pay_now()}
        </PaymentLink>
      )}
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
  const charges = useChargesToCome(order);
  // A late congestion fee can be due before payments planned at the sale.
  const rows = [...order.payments].sort(
    (a, b) => a.pay_on.localeCompare(b.pay_on) || a.payment_number - b.payment_number,
  );
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
