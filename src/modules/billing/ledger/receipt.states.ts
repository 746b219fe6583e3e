/**
 * The money states on a receipt: a bank debit is on the way and then paid, or returned by the bank. A refund
 * does not change the receipt of the charge (M10).
 */
export const RECEIPT_EDITIONS = ['on_its_way', 'paid', 'returned'] as const;
export type ReceiptEdition = (typeof RECEIPT_EDITIONS)[number];

/** Builds the file key of an edition: the same key at each print, and no file left behind after a crash. */
export const receiptFileKey = (invoice_id: number, edition: ReceiptEdition) =>
  `receipts/${invoice_id}-${edition}.pdf`;
