import type { OrderRefund } from '#modules/billing/refunds/refunds.contract.ts';
import type { Payment } from '#modules/billing/billing.contract.ts';
import { FAILED_ATTEMPTS } from '#modules/billing/payments/attempt.states.ts';
import type { ShownAttempt, OfficeOrder } from '#modules/office/orders/office-order.contract.ts';

export type MoneyStop =
  | { kind: 'payment'; at: string; payment: Payment; charged: ShownAttempt | undefined }
  | { kind: 'attempt'; at: string; charge: ShownAttempt; payment: Payment | undefined }
  | { kind: 'refund'; at: string; refund: OrderRefund };

type Money = Pick<OfficeOrder, 'attempts' | 'refunds'> & { payments: readonly Payment[] };

const hasCharged = ({ state }: ShownAttempt) => state === 'succeeded' || state === 'processing';

/** An unpaid payment stands at the end of the day on which the payment is due. */
const momentOf = ({ paid_at, pay_on }: Payment) => paid_at ?? `${pay_on}T23:59:59.999Z`;

/**
 * Payments, failed attempts and refunds of an order, in order of time (OF10.5). An attempt with money is
 * told by the stop of its payment.
 */
export function paymentLine({ payments, attempts, refunds }: Money): MoneyStop[] {
  const of = (id: number) => payments.find((payment) => payment.id === id);
  const stops: MoneyStop[] = [
    ...payments.map((payment): MoneyStop => ({
      kind: 'payment',
      at: momentOf(payment),
      payment,
      charged: attempts.findLast((charge) => charge.payment_id === payment.id && hasCharged(charge)),
    })),
    ...attempts
      .filter(({ state }) => FAILED_ATTEMPTS.includes(state))
      .map((charge): MoneyStop => ({
        kind: 'attempt',
        at: charge.at,
        charge,
        payment: of(charge.payment_id),
      })),
    ...refunds.map((refund): MoneyStop => ({ kind: 'refund', at: refund.created_at, refund })),
  ];
  return stops.sort((a, b) => a.at.localeCompare(b.at));
}
