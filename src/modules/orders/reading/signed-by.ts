import { m } from '#i18n/messages.js';

/** How an order was paid at signing: all credit cards are one, whatever the card fee. */
export const SIGNED_BY = ['credit', 'debit', 'bank', 'check', 'cash', 'none'] as const;
export type SignedBy = (typeof SIGNED_BY)[number];

/** `paid_by` of the prices of an order; a credit card has one key for each limit of the card fee. */
export const PAID_BY_KEYS: Readonly<Record<Exclude<SignedBy, 'credit'>, string>> = {
  debit: 'debit_card',
  bank: 'paymentTypeAch',
  check: 'paymentTypeCheck',
  cash: 'paymentTypeCash',
  none: 'paymentTypeNone',
};

const KNOWN = Object.entries(PAID_BY_KEYS) as [SignedBy, string][];

export const signedBy = (paid_by: string): SignedBy =>
  KNOWN.find(([, key]) => key === paid_by)?.[0] ?? 'credit';

export const SIGNED_BY_TEXTS: Readonly<Record<SignedBy, () => string>> = {
  credit: m.office_report_type_credit_card,
  debit: m.office_report_type_debit_card,
  bank: m.office_report_type_bank,
  check: m.office_report_type_check,
  cash: m.office_report_type_cash,
  none: m.office_report_type_none,
};
