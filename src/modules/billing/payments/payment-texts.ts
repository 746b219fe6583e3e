import { m } from '#i18n/messages.js';

export type PaymentName = {
  payment_number: number;
  congestion_fee_id: number | null;
  financial_aid_id: number | null;
  part_of: number | null;
  is_surplus: boolean;
};

type Origin = Omit<PaymentName, 'payment_number'>;

/** A part has the number of its payment (MC12). */
export const numberOf = ({ payment_number, part_of }: Pick<PaymentName, 'payment_number' | 'part_of'>) =>
  part_of ?? payment_number;

export const isCongestionFee = ({ congestion_fee_id }: Pick<PaymentName, 'congestion_fee_id'>): boolean =>
  congestion_fee_id !== null;

export const isAidDifference = ({ financial_aid_id }: Pick<PaymentName, 'financial_aid_id'>): boolean =>
  financial_aid_id !== null;

/** Payments added after the sale have names of their own (S4, A6, MC12). */
export function whatIsPaid(what: string, payment: Origin): string {
  if (payment.is_surplus) return m.server_surplus_descriptor({ what });
  if (payment.part_of !== null) return m.server_part_descriptor({ what: whatIsOwed(what, payment) });
  return whatIsOwed(what, payment);
}

function whatIsOwed(what: string, payment: Origin): string {
  if (isCongestionFee(payment)) return m.server_congestion_descriptor({ what });
  return isAidDifference(payment) ? m.server_aid_difference_descriptor({ what }) : what;
}

export function laterDescriptor(what: string, payment: PaymentName): string {
  const named = whatIsPaid(what, payment);
  return isCongestionFee(payment) || isAidDifference(payment)
    ? named
    : m.server_later_descriptor({ what: named, payment_number: numberOf(payment) });
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
    : m.server_invoice_description({ payment_number: numberOf(payment), order_id });
}
