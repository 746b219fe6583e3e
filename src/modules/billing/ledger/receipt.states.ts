/**
 * `reversed`: staff took back what they had entered by mistake (MC9).
 * `stopped`: by the company's limit at the processor; no bank returned it (MS2). A refund does not change
 * the receipt of the charge (M10).
 */
export const RECEIPT_EDITIONS = ['on_its_way', 'paid', 'returned', 'stopped', 'reversed'] as const;
export type ReceiptEdition = (typeof RECEIPT_EDITIONS)[number];

/** The same key at each print, so a crash leaves no second file. */
export const receiptFileKey = (invoice_id: number, edition: ReceiptEdition) =>
  `receipts/${invoice_id}-${edition}.pdf`;
