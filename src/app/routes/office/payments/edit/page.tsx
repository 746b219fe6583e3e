import { Navigate, useParams } from 'react-router';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { UNPAID } from '#modules/billing/payment.states.ts';
import {
  readPayment,
  remindOfPayment,
  type StaffPayment,
} from '#modules/billing/staff-edits/payment-edit.contract.ts';
import { isNotFound } from '#app/api/api-error.ts';
import { call } from '#app/api/client.ts';
import { useItems, itemsKey } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { ActButton } from '#app/forms/act-button.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { useOrderPaths } from '#app/orders/use-order-paths.ts';
import { readOfficeOrder } from '#modules/office/orders/office-order.contract.ts';
import { listOrders } from '#modules/orders/orders.contract.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { PaymentForm } from './payment-form.tsx';
import { ReverseEntry } from './reverse-entry.tsx';
import { PaymentStatus } from './payment-status.tsx';

export const meta = () => pageTitle(m.shell_title_edit_payment());

function refusalText({ may_change, status }: StaffPayment): string | null {
  if (may_change === 'everything') return null;
  if (may_change === 'words')
    return status === 'processing' ? m.contract_edit_payment_at_bank() : m.contract_edit_payment_words_only();
  return status === 'cancelled' ? m.contract_edit_payment_canceled() : m.contract_edit_payment_nothing();
}

/** A reminder of the payment, once a day. */
function Reminder({ payment: { id, order_id, status, order_is_active } }: { payment: StaffPayment }) {
  const say = useToast();
  const mayWrite = useRight('money_write');
  if (!mayWrite || !order_is_active || !UNPAID.some((unpaid) => unpaid === status)) return null;
  return (
    <ActButton
      label={m.list_act_remind()}
      act={async () => {
        await call(remindOfPayment, { params: { order_id, payment_id: id } });
        say(m.office_work_mailed());
      }}
    />
  );
}

function PaymentEditor({ loaded }: { loaded: StaffPayment }) {
  const [payment, setPayment] = useState(loaded);
  const queries = useQueryClient();
  // The order and the lists are read again at the next opening.
  const changed = (now: StaffPayment) => {
    setPayment(now);
    for (const read of [listOrders, readOfficeOrder])
      void queries.invalidateQueries({ queryKey: itemsKey(read) });
  };
  const why = refusalText(payment);
  const { orderPath } = useOrderPaths();
  return (
    <>
      <PageHead
        title={m.contract_edit_payment_title({ n: payment.payment_number, id: payment.order_id })}
        actions={
          <LinkButton look="secondary" to={orderPath(payment.order_id)}>
            {m.contract_back_to_order()}
          </LinkButton>
        }
      />
      <div className="grid max-w-form gap-5">
        {!payment.order_is_active && <Notice tone="warning">{m.contract_edit_payment_inactive()}</Notice>}
        <PaymentStatus payment={payment} onChange={changed} />
        <Reminder payment={payment} />
        {why && <Notice>{why}</Notice>}
        <ReverseEntry payment={payment} onChange={changed} />
        {payment.may_change !== 'nothing' && <PaymentForm payment={payment} onChange={changed} />}
      </div>
    </>
  );
}

const isId = (text: string | undefined) => /^\d+$/.test(text ?? '');

/** For staff (M8, W14); a parent is led to the order. */
export default function OrderPaymentEdit() {
  const { order_id, payment_id } = useParams();
  const mayRead = useRight('money');
  const { orderPath } = useOrderPaths();
  const isNamed = isId(order_id) && isId(payment_id);
  // Typed values refer to the loaded payment, so the payment must not change under the form.
  const payment = useItems(
    readPayment,
    { params: { order_id, payment_id } },
    { enabled: mayRead && isNamed, staleTime: 0, gcTime: 0 },
  );
  if (!mayRead) return <Navigate to={orderPath(order_id)} replace />;
  if (!isNamed || isNotFound(payment.error)) return <ToNotFound />;
  return (
    <Loaded query={payment} loading={m.contract_edit_payment_loading()}>
      {([loaded]) => loaded && <PaymentEditor key={loaded.id} loaded={loaded} />}
    </Loaded>
  );
}
