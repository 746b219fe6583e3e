import { m } from '#i18n/messages.js';

/** What a payment goes by: its number, or the fee that it is for. */
export type PaymentName = { payment_number: number; congestion_fee_id: number | null };

/** Whether staff raised it after the sale (S4). */
export const isCongestionFee = ({ congestion_fee_id }: Pick<PaymentName, 'congestion_fee_id'>): boolean =>
  congestion_fee_id !== null;

/** What a payment buys, for its lines and statements; a congestion fee goes by its own name (S4). */
export function whatIsPaid(what: string, payment: Pick<PaymentName, 'congestion_fee_id'>): string {
  return isCongestionFee(payment) ? m.server_congestion_descriptor({ what }) : what;
}

/** What a charge reads on the family's statement and on its receipt. */
export function laterDescriptor(what: string, payment: PaymentName): string {
  return isCongestionFee(payment)
    ? whatIsPaid(what, payment)
    : m.server_later_descriptor({ what, payment_number: payment.payment_number });
}

/** What an invoice is for (M9). */
export function invoiceDescription(payment: PaymentName, order_id: number): string {
  return isCongestionFee(payment)
    ? m.server_congestion_invoice({ order_id })
    : m.server_invoice_description({ payment_number: payment.payment_number, order_id });
}
