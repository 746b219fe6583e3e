import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import type { RefundChannel } from '#modules/billing/refunds/refund.states.ts';
import type { RefundPlan } from '#modules/billing/refunds/refund-plan.ts';
import type { RefundsOfOrder } from '#modules/billing/refunds/refunds.contract.ts';
import { refundDenial } from '#modules/billing/refunds/refund-denial.ts';
import { Money } from '#app/ui/money.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Table } from '#app/ui/table.tsx';
import { refundChannelText } from './refund-texts.ts';

type PlanProps = {
  plan: RefundPlan;
  taken: RefundsOfOrder['taken'];
  way: RefundChannel;
};

/** Which payments a refund takes from, and how much of each, before anybody confirms it (R4). */
export function RefundPlanTable({ plan, taken, way }: PlanProps) {
  if (plan.k === 'refused') return <Notice tone="warning">{refundDenial(plan).sentences.join(' ')}</Notice>;
  const methodOf = (payment_id: number) =>
    taken.find((payment) => payment.payment_id === payment_id)?.method ?? '';
  return (
    <>
      <Table
        dense
        caption={m.admin_refund_plan()}
        rows={plan.parts}
        rowKey={({ payment_id }) => payment_id}
        columns={[
          {
            key: 'payment',
            header: m.admin_refund_plan_payment(),
            narrow: 'title',
            cell: ({ payment_number }) => m.admin_refund_payment({ n: payment_number }),
          },
          {
            key: 'to',
            header: m.admin_refund_plan_to(),
            cell: ({ payment_id }) => (way === 'processor' ? methodOf(payment_id) : refundChannelText(way)),
          },
          {
            key: 'principal',
            header: m.admin_refund_plan_principal(),
            numeric: true,
            cell: ({ principal_cents }) => <Money amount={principal_cents} />,
          },
          {
            key: 'fee',
            header: m.admin_refund_plan_fee(),
            numeric: true,
            cell: ({ surcharge_cents }) => <Money amount={surcharge_cents} />,
          },
        ]}
      />
      <p className="mt-2 flex justify-between gap-4 font-bold">
        <span>{m.admin_refund_plan_total()}</span>
        <span className="figures">{formatMoney(plan.amount_cents)}</span>
      </p>
    </>
  );
}
