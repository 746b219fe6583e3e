import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { cents } from '#kit/money.ts';
import { refundDenial } from '#modules/billing/refunds/refund-denial.ts';
import type { OrderRefund, RefundsOfOrder } from '#modules/billing/refunds/refunds.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { readRefunds } from '#modules/orders/staff/refund-order.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Money } from '#app/ui/money.tsx';
import { Table } from '#app/ui/table.tsx';
import { RefundDialog } from '#app/refunds/refund-dialog.tsx';
import { emptyRefund, refundableTexts, refundPlanOf } from '#app/refunds/refund-form.ts';
import { isUnderWay, partStateText, refundChannelText } from '#app/refunds/refund-texts.ts';

const LOOK_AGAIN_MS = 10_000;

function States({ parts }: Pick<OrderRefund, 'parts'>) {
  return parts.map((part) => (
    <span key={part.payment_number} className="block">
      {m.admin_refund_payment({ n: part.payment_number })}: {partStateText(part)}
    </span>
  ));
}

function IssuedRefunds({ refunds }: Pick<RefundsOfOrder, 'refunds'>) {
  const dayText = useCompanyDay();
  return (
    <Table
      caption={m.admin_refunds()}
      hideCaption
      rows={refunds}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'date',
          header: m.admin_refunds_date(),
          cell: ({ created_at }) => <span className="figures">{dayText(created_at)}</span>,
        },
        {
          key: 'way',
          header: m.admin_refunds_channel(),
          cell: ({ way, reference }) => refundChannelText(way, reference),
        },
        {
          key: 'reason',
          header: m.admin_refunds_reason(),
          cell: ({ reason }) => <span className="break-words">{reason}</span>,
        },
        { key: 'by', header: m.admin_refunds_by(), cell: ({ approved_by }) => approved_by },
        { key: 'state', header: m.admin_refunds_state(), cell: ({ parts }) => <States parts={parts} /> },
        {
          key: 'amount',
          header: m.admin_refunds_amount(),
          numeric: true,
          cell: ({ amount_cents }) => <Money amount={cents(amount_cents)} />,
        },
      ]}
    />
  );
}

function RefundsCard({ refunds, is_active }: { refunds: RefundsOfOrder; is_active: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { total, fees } = refundableTexts(refunds);
  // By check everything can go back that can at all; where the processor is not the way, its form says so.
  const plan = refundPlanOf(refunds, { ...emptyRefund, way: 'check' });
  const why =
    plan?.k === 'refused' && plan.why !== 'unsettled' ? refundDenial(plan).sentences.join(' ') : undefined;
  return (
    <Card title={m.admin_refunds()}>
      {!why && (
        <p className="mb-3">
          {fees ? m.admin_refunds_left_fees({ total, fees }) : m.admin_refunds_left({ total })}
        </p>
      )}
      {refunds.refunds.length > 0 && <IssuedRefunds refunds={refunds.refunds} />}
      <div className="mt-4">
        <Button look="secondary" icon="card" disabledReason={why} onClick={() => setOpen(true)}>
          {m.admin_refund()}
        </Button>
      </div>
      <RefundDialog refunds={refunds} is_active={is_active} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Card>
  );
}

/** What staff gave back of an order and can give back; it looks again while an answer is awaited. */
export default function OrderRefunds({ order: { id, is_active } }: { order: Order }) {
  const query = useItems(
    readRefunds,
    { params: { id } },
    {
      refetchInterval: ({ state }) => (state.data?.[0]?.refunds.some(isUnderWay) ? LOOK_AGAIN_MS : false),
    },
  );
  return (
    <Loaded query={query} loading={m.admin_loading()}>
      {([refunds]) => refunds && <RefundsCard refunds={refunds} is_active={is_active} />}
    </Loaded>
  );
}
