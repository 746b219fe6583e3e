import { useId } from 'react';
import { m } from '#i18n/messages.js';
import type { Order } from '#modules/orders/orders.contract.ts';
import { PayNowLink } from '#app/payments/pay-now-link.tsx';
import { isStuck } from '#modules/billing/payment.states.ts';
import { nextChargeText, nextPaymentOf } from './order-summary.ts';
import { useChargesToCome } from './use-charges-to-come.ts';

/** The next payment with the method of its day, and Pay now (MP8); a failed payment has a notice instead. */
export function NextPayment({ order }: { order: Order }) {
  const charges = useChargesToCome(order);
  const textId = useId();
  const payment = nextPaymentOf(order);
  if (!payment || isStuck(payment.status)) return null;
  const charge = charges.data?.find(({ payment_id }) => payment_id === payment.id);
  return (
    <div className="grid justify-items-start gap-2">
      <p>
        <span className="block text-sm text-ink-soft">{m.contract_next_payment()}</span>
        {/* Two lines on a phone, also before the plan is known. */}
        <span id={textId} className="block min-h-12 sm:min-h-6">
          {charges.isLoading ? '\u00a0' : nextChargeText(payment, charge)}
        </span>
      </p>
      {payment.status !== 'in_flight' && (
        <PayNowLink look="secondary" order={order} payment_id={payment.id} aria-describedby={textId} />
      )}
    </div>
  );
}
