import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import { refundDenial } from '#modules/billing/refunds/refund-denial.ts';
import type { OrderRefund, RefundsOfOrder } from '#modules/billing/refunds/refunds.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { refundChoices } from '#modules/orders/requests/request-texts.ts';
import { useAskedOfColleague } from '#app/refunds/use-asked-of-colleague.ts';
import { readRefunds, refundOrder } from '#modules/orders/staff/refund-order.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Money } from '#app/ui/money.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import {
  emptyRefund,
  refundableTexts,
  refundPlanOf,
  refundBody,
  type CheckedRefund,
} from '#app/refunds/refund-form.ts';
import { UNDECIDED_REQUESTS } from '#modules/orders/request.states.ts';
import {
  isUnderWay,
  partStateText,
  refundChannelText,
  requestedChannels,
  type CheckAddress,
} from '#app/refunds/refund-texts.ts';
import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { RefundForm } from '#app/refunds/refund-form.tsx';
import { codeHeldBy } from '#app/refunds/aid-spent.tsx';
import { isReversible, TakeBackRefund } from './take-back-refund.tsx';

type OpenRequest = NonNullable<Order['order_refund_request']>;

type DialogProps = {
  refunds: RefundsOfOrder;
  is_active: boolean;
  aidCode: string | null;
  /** the family's open request; this refund answers the request (R2) */
  request: OpenRequest | undefined;
  address: CheckAddress;
  isOpen: boolean;
  onClose: () => void;
};

function openRequestOf({ order_refund_request: request }: Order): OpenRequest | undefined {
  return request && UNDECIDED_REQUESTS.includes(request.state) ? request : undefined;
}

const homeOf = ({ order_detail }: Order): CheckAddress => order_detail.contract.contract_detail.address;

const ofOrder = (order: Order) => ({
  is_active: order.is_active,
  aidCode: codeHeldBy(order),
  request: openRequestOf(order),
  address: homeOf(order),
});

function useRefund(order_id: number, onDone: () => void): (values: CheckedRefund) => Promise<void> {
  const wasAsked = useAskedOfColleague();
  const once = useOnce();
  const queries = useQueryClient();
  const say = useToast();
  return async (values) => {
    const body = refundBody(values);
    const send = (headers: { 'idempotency-key': string }) =>
      callForOne(refundOrder, { params: { id: order_id }, headers, body });
    // After success or refusal, the data behind the plan may be out of date.
    const answer = await once({ order_id, ...body }, send)
      .finally(() => queries.invalidateQueries())
      .catch((error: unknown) => {
        if (!wasAsked(error)) throw error;
      });
    onDone();
    if (!answer) return;
    const [made] = answer.refunds;
    const total = formatMoney(cents(made!.amount_cents));
    if (made!.parts.some(({ state }) => state === 'failed')) say(m.office_refund_failed());
    else say(isUnderWay(made!) ? m.office_refund_open({ total }) : m.office_refund_done({ total }));
  };
}

function RefundDialog({ refunds, is_active, aidCode, request, address, isOpen, onClose }: DialogProps) {
  const refund = useRefund(refunds.order_id, onClose);
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={m.office_refund_title({ id: refunds.order_id })}
      size="wide"
    >
      {request && (
        <Notice className="mb-4" title={m.office_refund_request_open()}>
          <p>{m.office_refund_request_wish({ wish: refundChoices[request.type].label() })}</p>
          <p>{m.office_refund_request_answered()}</p>
        </Notice>
      )}
      <RefundForm
        refunds={refunds}
        wish={request && requestedChannels[request.type]}
        address={address}
        label={m.office_refund()}
        mayCancelOrder={is_active}
        aidCode={aidCode}
        submitText={(total) => (total ? m.office_refund_confirm({ total }) : m.office_refund())}
        onSubmit={refund}
        onCancel={onClose}
      />
    </Dialog>
  );
}

const LOOK_AGAIN_MS = 10_000;

function States({ parts }: Pick<OrderRefund, 'parts'>) {
  return parts.map((part) => (
    <span key={part.payment_number} className="block">
      {`${m.office_refund_payment({ n: part.payment_number })}: ${partStateText(part)}`}
    </span>
  ));
}

function Day({ at }: { at: string }) {
  const dayText = useCompanyDay();
  return <span className="figures">{dayText(at)}</span>;
}

const columns: readonly Column<OrderRefund>[] = [
  {
    key: 'date',
    header: m.office_refunds_date(),
    cell: ({ created_at }) => <Day at={created_at} />,
  },
  {
    key: 'way',
    header: m.office_refunds_channel(),
    cell: ({ way, reference }) => refundChannelText(way, reference),
  },
  {
    key: 'reason',
    header: m.office_refunds_reason(),
    cell: ({ reason }) => <span className="break-words">{reason}</span>,
  },
  { key: 'by', header: m.office_refunds_by(), cell: ({ approved_by }) => approved_by },
  { key: 'state', header: m.office_refunds_state(), cell: ({ parts }) => <States parts={parts} /> },
  {
    key: 'amount',
    header: m.office_refunds_amount(),
    numeric: true,
    cell: ({ amount_cents }) => <Money amount={cents(amount_cents)} />,
  },
];

type Issued = Pick<RefundsOfOrder, 'refunds' | 'order_id'>;

function IssuedRefunds({ refunds, order_id }: Issued) {
  const act: Column<OrderRefund> = {
    key: 'act',
    header: <span className="sr-only">{m.office_refund_take_back()}</span>,
    cell: (refund) => <TakeBackRefund refund={refund} order_id={order_id} />,
  };
  return (
    <Table
      caption={m.office_refunds()}
      hideCaption
      rows={refunds}
      rowKey={({ id }) => id}
      columns={refunds.some(isReversible) ? [...columns, act] : columns}
    />
  );
}

/** The reason why no refund is possible at all; a wrong channel or amount is an error of the form. */
function whyNot(refunds: RefundsOfOrder): string | undefined {
  const byCheck = { ...emptyRefund, way: 'check' } as const;
  const plan = refundPlanOf(refunds, byCheck);
  if (plan?.k !== 'refused' || plan.why === 'unsettled') return undefined;
  const cent = refundPlanOf(refunds, { ...byCheck, how_much: 'part', amount: '0.01' });
  return cent?.k === 'plan' ? undefined : refundDenial(plan).sentences.join(' ');
}

function RefundsCard({ refunds, order }: { refunds: RefundsOfOrder; order: Order }) {
  const [isOpen, setOpen] = useState(false);
  const { total, fees } = refundableTexts(refunds);
  const why = whyNot(refunds);
  return (
    <Card title={m.office_refunds()}>
      {!why && (
        <p className="mb-3">
          {fees ? m.office_refunds_left_fees({ total, fees }) : m.office_refunds_left({ total })}
        </p>
      )}
      {refunds.refunds.length > 0 && <IssuedRefunds {...refunds} />}
      <div className="mt-4 flex">
        <Button look="secondary" icon="card" disabledReason={why} onClick={() => setOpen(true)}>
          {m.office_refund()}
        </Button>
      </div>
      <RefundDialog {...ofOrder(order)} refunds={refunds} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Card>
  );
}

/** Reads what can be refunded when the dialog is opened. */
export function RefundAct({
  order,
  isOpen,
  onClose,
}: {
  order: Order;
  isOpen: boolean;
  onClose: () => void;
}) {
  const query = useItems(readRefunds, { params: { id: order.id } }, { enabled: isOpen, staleTime: 0 });
  const [refunds] = query.data ?? [];
  if (refunds)
    return <RefundDialog {...ofOrder(order)} refunds={refunds} isOpen={isOpen} onClose={onClose} />;
  return (
    <Dialog open={isOpen} onClose={onClose} title={m.office_refund_title({ id: order.id })}>
      <Loaded query={query} loading={m.office_loading()}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}

export default function OrderRefunds({ order }: { order: Order }) {
  const query = useItems(
    readRefunds,
    { params: { id: order.id } },
    {
      refetchInterval: ({ state }) => (state.data?.[0]?.refunds.some(isUnderWay) ? LOOK_AGAIN_MS : false),
    },
  );
  return (
    <Loaded query={query} loading={m.office_loading()}>
      {([refunds]) => refunds && <RefundsCard refunds={refunds} order={order} />}
    </Loaded>
  );
}
