import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import type { OrderRefund } from '#modules/billing/refunds/refunds.contract.ts';
import { ORDER_STATE_TEXTS } from '#modules/office/lists/list-texts.ts';
import type { ShownAttempt, OfficeOrder } from '#modules/office/orders/office-order.contract.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import {
  dollarText,
  paidStateOf,
  paidStateText,
  paymentName,
  paymentStateText,
} from '#app/orders/order-texts.ts';
import { isToPay, PaymentLabel, StaffDetail, stateOfStop } from '#app/orders/payment-stop.tsx';
import { isUnderWay, partStateText, refundChannelText } from '#app/refunds/refund-texts.ts';
import { Facts } from '#app/ui/card.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Fold } from '#app/ui/fold.tsx';
import { ScheduleLine, type Stop } from '#app/ui/line.tsx';
import { DisputeMark } from '../order-disputes.tsx';
import { TakeBackRefund } from '../take-back-refund.tsx';
import { paymentLine, type MoneyStop } from './payment-line.ts';

type Props = { page: OfficeOrder };
type DayText = (instant: string) => string;

const chargedText = (charge: ShownAttempt) =>
  m.order_charged({ total: formatMoney(cents(charge.amount_cents)), method: charge.method });

function RefundDetail({ refund, order_id }: { refund: OrderRefund; order_id: number }) {
  const mayTakeBack = useRight('money_write');
  return (
    <>
      <span className="block break-words">
        {m.order_refund_by({ staff: refund.approved_by, reason: refund.reason })}
      </span>
      {refund.parts.map((part) => (
        <span key={part.payment_number} className="block">
          {`${m.office_refund_payment({ n: part.payment_number })}: ${partStateText(part)}`}
        </span>
      ))}
      {mayTakeBack && <TakeBackRefund refund={refund} order_id={order_id} />}
    </>
  );
}

const refundState = (refund: OrderRefund): Stop['state'] => {
  if (refund.parts.some(({ state }) => state === 'failed')) return 'trouble';
  return isUnderWay(refund) ? 'now' : 'done';
};

const refundStateTexts = {
  trouble: m.order_refund_failed,
  now: m.order_refund_open,
  done: m.order_refund_done,
};

const attemptTexts: Partial<Record<ShownAttempt['state'], () => string>> = {
  returned: m.order_attempt_returned,
  not_found: m.order_attempt_not_found,
};

function useStops({ page: { order, status, attempts, refunds, has_disputes } }: Props) {
  const dayText = useCompanyDay();
  // No payment is edited before the check or cash is here: recording it makes the order active (OF3.7).
  const mayEdit = useRight('money_write') && status !== 'awaiting_check';
  const line = paymentLine({ payments: order.payments, attempts, refunds });
  const here = line.find((stop) => stop.kind === 'payment' && isToPay(stop.payment));
  const payment = here?.kind === 'payment' ? here.payment : undefined;
  const detailOf = (stop: Extract<MoneyStop, { kind: 'payment' }>) => (
    <>
      {stop.charged && <span className="block">{chargedText(stop.charged)}</span>}
      {mayEdit && (
        <StaffDetail
          payment={stop.payment}
          order_id={order.id}
          DisputeMark={has_disputes ? DisputeMark : undefined}
        />
      )}
    </>
  );
  return line.map((stop): Stop => {
    if (stop.kind === 'payment')
      return {
        key: `payment-${stop.payment.id}`,
        label: <PaymentLabel payment={stop.payment} />,
        state: stateOfStop(stop.payment, payment),
        stateText: paymentStateText(stop.payment, dayText),
        aside: dollarText(stop.payment.amount),
        detail: detailOf(stop),
      };
    return stop.kind === 'attempt' ? attemptStop(stop, dayText) : refundStop(stop.refund, order.id, dayText);
  });
}

const attemptStop = (
  { charge, payment }: Extract<MoneyStop, { kind: 'attempt' }>,
  dayText: DayText,
): Stop => ({
  key: `attempt-${charge.id}`,
  label: m.order_attempt({ payment: payment ? paymentName(payment) : '', day: dayText(charge.at) }),
  state: 'trouble',
  stateText: (attemptTexts[charge.state] ?? m.order_attempt_declined)(),
  detail: chargedText(charge),
});

function refundStop(refund: OrderRefund, order_id: number, dayText: DayText): Stop {
  const state = refundState(refund);
  return {
    key: `refund-${refund.id}`,
    label: m.order_refund({
      way: refundChannelText(refund.way, refund.reference),
      day: dayText(refund.created_at),
    }),
    state,
    stateText: (refundStateTexts[state as keyof typeof refundStateTexts] ?? m.order_refund_done)(),
    aside: `−${formatMoney(cents(refund.amount_cents))}`,
    detail: <RefundDetail refund={refund} order_id={order_id} />,
  };
}

/** An order that waits for aid or a check owes nothing yet, and something is still to come. */
function dueText({ order, status }: OfficeOrder): string {
  if (status === 'awaiting_aid' || status === 'awaiting_check') return ORDER_STATE_TEXTS[status]();
  const { _order_due: due } = order;
  const paid = paidStateOf(order);
  return paid.is === 'open' ? dollarText(due) : paidStateText(paid);
}

/** Payments, attempts, refunds and fees as stops in order of time, each act at its stop (OF10.5). */
export function MoneyPart({ page }: Props) {
  const { order } = page;
  const { _order_total: total } = order;
  const stops = useStops({ page });
  return (
    <Fold title={m.order_payments()}>
      <Facts
        className="mb-4"
        facts={[
          { label: m.contract_order_total(), value: dollarText(total) },
          { label: m.contract_order_due(), value: dueText(page) },
          ...(order.next_payment_on
            ? [
                {
                  label: m.contract_next_payment(),
                  value: <DateText date={order.next_payment_on} withWeekday />,
                },
              ]
            : []),
        ]}
      />
      <ScheduleLine label={m.contract_schedule()} stops={stops} showStates />
    </Fold>
  );
}
