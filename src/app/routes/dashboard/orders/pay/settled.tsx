import { useEffect, type ReactNode } from 'react';
import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import type { Payment } from '#modules/billing/billing.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Paid } from './use-pay.ts';

type Tone = 'success' | 'info' | 'warning';

type SettledProps = { order: Order; tone: Tone; title: string; text?: string; isReceipt?: boolean };

function Settled({ order, tone, title, text, isReceipt }: SettledProps) {
  return (
    <div className="grid gap-4">
      <Notice tone={tone} role="status" title={title}>
        {text}
      </Notice>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={`/dashboard/orders/${order.id}`}>{m.contract_pay_to_order()}</LinkButton>
        {isReceipt && (
          <LinkButton look="secondary" to={`/dashboard/orders/${order.id}/receipt`}>
            {m.contract_pay_receipt()}
          </LinkButton>
        )}
      </div>
    </div>
  );
}

type Reason = Omit<SettledProps, 'order'>;
type WhyNothingProps = { order: Order; payment: Payment; paid: Paid | undefined };

function reasonOf({ order, payment, paid }: WhyNothingProps, dayText: (at: string) => string): Reason {
  if (payment.is_processing)
    return {
      tone: 'success',
      title: m.contract_pay_processing_title(),
      text: m.contract_pay_processing(),
    };
  if (payment.paid_at !== null && paid)
    return {
      tone: 'success',
      title: m.contract_pay_done_title({ total: formatMoney(paid.charged_cents) }),
      text: m.contract_pay_done(),
      isReceipt: true,
    };
  if (payment.paid_at !== null)
    return {
      tone: 'success',
      title: m.contract_pay_paid_title(),
      text: m.contract_pay_paid({ on: dayText(payment.paid_at) }),
      isReceipt: true,
    };
  if (payment.status === 'in_flight')
    return { tone: 'info', title: m.contract_pay_in_flight_title(), text: m.contract_pay_in_flight() };
  return order.is_active
    ? { tone: 'info', title: m.contract_pay_canceled_title() }
    : { tone: 'info', title: m.contract_pay_ended_title(), text: m.contract_pay_ended() };
}

export function WhyNothing(props: WhyNothingProps): ReactNode {
  const { order, paid } = props;
  const dayText = useCompanyDay();
  // The button was further down the page.
  useEffect(() => {
    if (paid) window.scrollTo(0, 0);
  }, [paid]);
  return <Settled order={order} {...reasonOf(props, dayText)} />;
}

export function NotYours({ order }: { order: Order }) {
  return (
    <Settled
      order={order}
      tone="info"
      title={m.contract_pay_not_yours_title()}
      text={m.contract_pay_not_yours()}
    />
  );
}
