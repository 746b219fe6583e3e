import { m } from '#i18n/messages.js';

export type PaymentName = {
  payment_number: number;
  congestion_fee_id: number | null;
  financial_aid_id: number | null;
};

type Origin = Pick<PaymentName, 'congestion_fee_id' | 'financial_aid_id'>;

export const isCongestionFee = ({ congestion_fee_id }: Pick<PaymentName, 'congestion_fee_id'>): boolean =>
  congestion_fee_id !== null;

export const isAidDifference = ({ financial_aid_id }: Pick<PaymentName, 'financial_aid_id'>): boolean =>
  financial_aid_id !== null;

/** Payments added after the sale have names of their own (S4, A6). */
export function whatIsPaid(what: string, payment: Origin): string {
  if (isCongestionFee(payment)) return m.server_congestion_descriptor({ what });
  return isAidDifference(payment) ? m.server_aid_difference_descriptor({ what }) : what;
}

export function laterDescriptor(what: string, payment: PaymentName): string {
  return isCongestionFee(payment) || isAidDifference(payment)
    ? whatIsPaid(what, payment)
    : m.server_later_descriptor({ what, payment_number: payment.payment_number });
}

export const nameOfMethod = ({ brand, last_4 }: { brand: string; last_4: string }): string =>
  `${brand} ****${last_4}`;

const STATEMENT_SIGNS = 22;
const FEWEST_SIGNS = 5;
const WHAT_IT_IS = ' School Bus';

/** At least 5 and at most 22 plain characters, with a letter. */
export function statementName(company: string): string {
  const plain = company
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]|[<>\\'"*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const cut = plain.slice(0, STATEMENT_SIGNS).trim();
  if (cut.length >= FEWEST_SIGNS && /[A-Za-z]/.test(cut)) return cut;
  return `${plain.slice(0, STATEMENT_SIGNS - WHAT_IT_IS.length).trim()}${WHAT_IT_IS}`.trim();
}

export function invoiceDescription(payment: PaymentName, order_id: number): string {
  if (isCongestionFee(payment)) return m.server_congestion_invoice({ order_id });
  return isAidDifference(payment)
    ? m.server_aid_difference_invoice({ order_id })
    : m.server_invoice_description({ payment_number: payment.payment_number, order_id });
}
