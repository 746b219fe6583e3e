import { m } from '#i18n/messages.js';

type Named = { payment_number: number; congestion_fee_id: number | null };

/** What a payment buys, for its lines and statements; a congestion fee goes by its own name (S4). */
export function whatIsPaid(what: string, { congestion_fee_id }: Pick<Named, 'congestion_fee_id'>): string {
  return congestion_fee_id === null ? what : m.server_congestion_descriptor({ what });
}

/** What a charge reads on the family's statement and on its receipt. */
export function laterDescriptor(what: string, payment: Named): string {
  return payment.congestion_fee_id === null
    ? m.server_later_descriptor({ what, payment_number: payment.payment_number })
    : whatIsPaid(what, payment);
}

/** What an invoice is for (M9). */
export function invoiceDescription({ payment_number, congestion_fee_id }: Named, order_id: number): string {
  return congestion_fee_id === null
    ? m.server_invoice_description({ payment_number, order_id })
    : m.server_congestion_invoice({ order_id });
}
