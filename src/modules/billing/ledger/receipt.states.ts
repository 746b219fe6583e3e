/**
 * What a receipt says of its money: a bank debit is on its way and then paid, or returned by the bank. A
 * refund leaves the receipt of its charge as it is (M10).
 */
export const RECEIPT_EDITIONS = ['on_its_way', 'paid', 'returned'] as const;
export type ReceiptEdition = (typeof RECEIPT_EDITIONS)[number];

/** Where an edition lies; the same place however often it is printed, so a crash leaves nothing behind. */
export const receiptFileKey = (invoice_id: number, edition: ReceiptEdition) =>
  `receipts/${invoice_id}-${edition}.pdf`;
