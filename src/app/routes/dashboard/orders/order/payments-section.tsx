import { m } from '#i18n/messages.js';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { paymentsByDay } from '#app/orders/order-summary.ts';
import { dollarText, paymentName, paymentStateText } from '#app/orders/order-texts.ts';
import {
  isToPay,
  PaymentLabel,
  StaffDetail,
  stateOfStop,
  type DisputeMarks,
} from '#app/orders/payment-stop.tsx';
import { useChargesToCome } from '#app/orders/use-charges-to-come.ts';
import { PayNowLink } from '#app/payments/pay-now-link.tsx';
import { methodName } from '#app/payments/saved-methods.tsx';
import { Card, EmptyCard } from '#app/ui/card.tsx';
import { ScheduleLine, type Stop } from '#app/ui/line.tsx';
import { formatMoney } from '#kit/money.ts';
import type { Payment } from '#modules/billing/billing.contract.ts';
import type { ChargeToCome } from '#modules/billing/pay-now/pay-now.contract.ts';
import { isStuck } from '#modules/billing/payment.states.ts';
import type { Order } from '#modules/orders/orders.contract.ts';

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

/** Amounts are without surcharges (M1); an upcoming payment names the planned charge with the fee. */
export function Payments({ order, DisputeMark }: DisputeMarks & { order: Order }) {
  const seesMoney = useRight('money');
  const dayText = useCompanyDay();
  const { data: planned = [] } = useChargesToCome(order);
  const charges = new Map(planned.map((charge) => [charge.payment_id, charge]));
  const rows = paymentsByDay(order);
  const here = rows.find(isToPay);
  const stops = rows.map((payment): Stop => ({
    key: String(payment.id),
    label: <PaymentLabel payment={payment} />,
    state: stateOfStop(payment, here),
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
