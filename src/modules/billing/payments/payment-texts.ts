import { m } from '#i18n/messages.js';

type Named = { paymentNumber: number; congestionFeeId: number | null };

/** What a payment buys, for its lines and statements; a congestion fee goes by its own name (S4). */
export function whatIsPaid(what: string, { congestionFeeId }: Pick<Named, 'congestionFeeId'>): string {
  return congestionFeeId === null ? what : m.server_congestion_descriptor({ what });
}

/** What a charge reads on the family's statement and on its receipt. */
export function laterDescriptor(what: string, payment: Named): string {
  return payment.congestionFeeId === null
    ? m.server_later_descriptor({ what, payment_number: payment.paymentNumber })
    : whatIsPaid(what, payment);
}

/** What an invoice is for (M9). */
export function invoiceDescription({ paymentNumber, congestionFeeId }: Named, order_id: number): string {
  return congestionFeeId === null
    ? m.server_invoice_description({ payment_number: paymentNumber, order_id })
    : m.server_congestion_invoice({ order_id });
}
