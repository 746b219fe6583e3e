import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import type { RefundsOfOrder } from '#modules/billing/refunds/refunds.contract.ts';
import { refundOrder } from '#modules/orders/staff/refund-order.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { refundBody, type CheckedRefund } from './refund-form.ts';
import { RefundForm } from './refund-form.tsx';
import { isUnderWay } from './refund-texts.ts';

type DialogProps = { refunds: RefundsOfOrder; is_active: boolean; isOpen: boolean; onClose: () => void };

/** Sends a refund that counts once, even if it is sent again, and tells the outcome. */
function useRefund(order_id: number, onDone: () => void): (values: CheckedRefund) => Promise<void> {
  const once = useOnce();
  const queries = useQueryClient();
  const say = useToast();
  return async (values) => {
    const body = refundBody(values);
    const send = (headers: { 'idempotency-key': string }) =>
      callForOne(refundOrder, { params: { id: order_id }, headers, body });
    // What the plan was made from may be out of date, also when it was refused.
    const {
      refunds: [made],
    } = await once({ order_id, ...body }, send).finally(() => queries.invalidateQueries());
    onDone();
    const total = formatMoney(cents(made!.amount_cents));
    if (made!.parts.some(({ state }) => state === 'failed')) say(m.admin_refund_failed());
    else say(isUnderWay(made!) ? m.admin_refund_open({ total }) : m.admin_refund_done({ total }));
  };
}

/** Staff refund money of an order. */
export function RefundDialog({ refunds, is_active, isOpen, onClose }: DialogProps) {
  const refund = useRefund(refunds.order_id, onClose);
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={m.admin_refund_title({ id: refunds.order_id })}
      size="wide"
    >
      <RefundForm
        refunds={refunds}
        label={m.admin_refund()}
        mayCancelOrder={is_active}
        submitText={(total) => (total ? m.admin_refund_confirm({ total }) : m.admin_refund())}
        onSubmit={refund}
        onCancel={onClose}
      />
    </Dialog>
  );
}
