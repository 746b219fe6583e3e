import { m } from '#i18n/messages.js';

/** What a payment goes by: its number, the fee that it is for, or the aid whose difference it is. */
export type PaymentName = {
  payment_number: number;
  congestion_fee_id: number | null;
  financial_aid_id: number | null;
};

type Origin = Pick<PaymentName, 'congestion_fee_id' | 'financial_aid_id'>;

/** Whether staff raised it after the sale (S4). */
export const isCongestionFee = ({ congestion_fee_id }: Pick<PaymentName, 'congestion_fee_id'>): boolean =>
  congestion_fee_id !== null;

/** Whether it is what declined aid leaves of the price (A6). */
export const isAidDifference = ({ financial_aid_id }: Pick<PaymentName, 'financial_aid_id'>): boolean =>
  financial_aid_id !== null;

/** What a payment buys, for its lines and statements; what came after the sale has its own name (S4, A6). */
export function whatIsPaid(what: string, payment: Origin): string {
  if (isCongestionFee(payment)) return m.server_congestion_descriptor({ what });
  return isAidDifference(payment) ? m.server_aid_difference_descriptor({ what }) : what;
}

/** What a charge reads on the family's statement and on its receipt. */
export function laterDescriptor(what: string, payment: PaymentName): string {
  return isCongestionFee(payment) || isAidDifference(payment)
    ? whatIsPaid(what, payment)
    : m.server_later_descriptor({ what, payment_number: payment.payment_number });
}

/** A card or account as a family knows it. */
export const nameOfMethod = ({ brand, last_4 }: { brand: string; last_4: string }): string =>
  `${brand} ****${last_4}`;

const STATEMENT_SIGNS = 22;
const FEWEST_SIGNS = 5;

/**
 * A company's name as a bank statement takes it: at most 22 plain signs, at least five, a letter among them.
 */
export function statementName(company: string): string {
  const plain = company
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]|[<>\\'"*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const isEnough = plain.length >= FEWEST_SIGNS && /[A-Za-z]/.test(plain);
  return (isEnough ? plain : `${plain} School Bus`.trim()).slice(0, STATEMENT_SIGNS).trim();
}

/** What an invoice is for (M9). */
export function invoiceDescription(payment: PaymentName, order_id: number): string {
  if (isCongestionFee(payment)) return m.server_congestion_invoice({ order_id });
  return isAidDifference(payment)
    ? m.server_aid_difference_invoice({ order_id })
    : m.server_invoice_description({ payment_number: payment.payment_number, order_id });
}
