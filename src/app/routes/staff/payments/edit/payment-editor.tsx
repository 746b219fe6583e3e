import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import type { StaffPayment } from '#modules/billing/staff-edits/payment-edit.contract.ts';
import { listOrders } from '#modules/orders/orders.contract.ts';
import { itemsKey } from '#app/api/use-items.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PaymentForm } from './payment-form.tsx';
import { PaymentStatus } from './payment-status.tsx';

/** Why less than everything may be changed, in a sentence. */
function refusalText({ may_change, status }: StaffPayment): string | null {
  if (may_change === 'everything') return null;
  if (may_change === 'words')
    return status === 'processing' ? m.contract_edit_payment_at_bank() : m.contract_edit_payment_words_only();
  return status === 'cancelled' ? m.contract_edit_payment_canceled() : m.contract_edit_payment_nothing();
}

/** Where a payment stands, and what staff may do about it. */
export function PaymentEditor({ loaded }: { loaded: StaffPayment }) {
  const [payment, setPayment] = useState(loaded);
  const queries = useQueryClient();
  // The order and the lists that show it are read again when they are opened.
  const changed = (now: StaffPayment) => {
    setPayment(now);
    void queries.invalidateQueries({ queryKey: itemsKey(listOrders) });
  };
  const why = refusalText(payment);
  return (
    <>
      <PageHead
        title={m.contract_edit_payment_title({ n: payment.payment_number, id: payment.order_id })}
        actions={
          <LinkButton look="secondary" to={`/dashboard/orders/${payment.order_id}`}>
            {m.contract_back_to_order()}
          </LinkButton>
        }
      />
      <div className="grid max-w-form gap-5">
        {!payment.order_is_active && <Notice tone="warning">{m.contract_edit_payment_inactive()}</Notice>}
        <PaymentStatus payment={payment} onChange={changed} />
        {why && <Notice>{why}</Notice>}
        {payment.may_change !== 'nothing' && <PaymentForm payment={payment} onChange={changed} />}
      </div>
    </>
  );
}
