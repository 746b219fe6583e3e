import type { ReactNode } from 'react';
import { m } from '#i18n/messages.js';
import { paymentName } from '#app/orders/order-texts.ts';
import { LinkButton } from '#app/ui/button.tsx';
import type { Stop } from '#app/ui/line.tsx';
import { useOrderPaths } from './use-order-paths.ts';
import { formatDateWithWeekday } from '#kit/plain-date.ts';
import type { Payment } from '#modules/billing/billing.contract.ts';
import { isStuck } from '#modules/billing/payment.states.ts';

/** A late part: families do not download sections for staff. */
export type DisputeMarks = {
  DisputeMark?: ((mark: { payment_id: number; order_id: number }) => ReactNode) | undefined;
};

type Detail = DisputeMarks & { payment: Payment; order_id: number };

/** Facts of a payment for staff, and the link to edit the payment (contracts.md §6). */
export function StaffDetail({ payment, order_id, DisputeMark }: Detail) {
  const { paymentPath } = useOrderPaths();
  return (
    <>
      {DisputeMark && <DisputeMark payment_id={payment.id} order_id={order_id} />}
      {payment.reference && (
        <span className="block">{m.contract_payment_reference({ text: payment.reference })}</span>
      )}
      {payment.notes && <span className="block">{m.contract_payment_notes({ text: payment.notes })}</span>}
      <LinkButton
        look="quiet"
        icon="pencil"
        className="-ml-5"
        to={paymentPath({ order_id, payment_id: payment.id })}
        aria-label={`${m.dashboard_edit()} ${paymentName(payment)}`}
      >
        {m.dashboard_edit()}
      </LinkButton>
    </>
  );
}

/** A payment in process at the bank is not done: the bank may return the payment. */
export const isToPay = (payment: Payment): boolean => payment.paid_at === null || payment.is_processing;

export function stateOfStop(payment: Payment, here: Payment | undefined): Stop['state'] {
  if (!isToPay(payment)) return 'done';
  if (isStuck(payment.status)) return 'trouble';
  return payment === here ? 'now' : 'next';
}

export function PaymentLabel({ payment }: { payment: Payment }) {
  return (
    <>
      <span>{`${paymentName(payment)} · `}</span>
      <span className="whitespace-nowrap">{formatDateWithWeekday(payment.pay_on)}</span>
    </>
  );
}
