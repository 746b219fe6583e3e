import { hasRight, type Reader } from '#kit/endpoint/right.ts';
import { sum, toDollars, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Payment, Transaction } from '#modules/billing/billing.contract.ts';
import { isStuck } from '#modules/billing/payment.states.ts';
import {
  isAidDifference,
  isCongestionFee,
  type PaymentName,
} from '#modules/billing/payments/payment-texts.ts';

export type TransactionRecord = {
  id: number;
  payment_id: number | null;
  charge_attempt_id: number | null;
  is_success: boolean;
  is_credit: boolean;
  is_adjustment: boolean;
  description: string;
  description_detail: string | null;
  quantity: number;
  value_cents: Cents;
  payment_type_id: number;
  payment_method_id: number | null;
  user_accounting_invoice_id: number | null;
  created_at: Date;
};
type Method = {
  name: string;
  brand: string;
  last_4: string;
  exp_month: number | null;
  exp_year: number | null;
};

export function toTransactionResponse(
  transaction: TransactionRecord,
  methods: ReadonlyMap<number, Method>,
): Transaction {
  const method =
    transaction.payment_method_id === null ? undefined : methods.get(transaction.payment_method_id);
  return {
    id: transaction.id,
    is_success: transaction.is_success,
    is_credit: transaction.is_credit,
    is_adjustment: transaction.is_adjustment,
    description: transaction.description,
    description_detail: transaction.description_detail,
    quantity: transaction.quantity,
    value: toDollars(transaction.value_cents),
    payment_type_id: transaction.payment_type_id,
    user_accounting_invoice_id: transaction.user_accounting_invoice_id,
    created_at: transaction.created_at.toISOString(),
    user_payment_method: method ? toMethodResponse(method) : null,
  };
}

const toMethodResponse = ({ name, brand, last_4, exp_month, exp_year }: Method) => ({
  name,
  brand,
  ident: `****${last_4}`,
  exp_month,
  exp_year,
});

export type PaymentRecord = PaymentName & {
  id: number;
  amount_cents: Cents;
  pay_on: PlainDate;
  status: Payment['status'];
  next_try_on: PlainDate | null;
  paid_at: Date | null;
  reference: string | null;
  notes: string | null;
};

const lastChargeOf = (payment: PaymentRecord, transactionRows: readonly TransactionRecord[]) =>
  transactionRows.findLast(
    ({ payment_id, is_success, is_credit, description_detail }) =>
      payment_id === payment.id && is_success && !is_credit && description_detail === null,
  );

/** Each attempt that came to nothing has its lines, surcharges included (M4, M6). */
function triedOf(
  { id, status }: PaymentRecord,
  transactionRows: readonly TransactionRecord[],
): number | null {
  if (!isStuck(status) || status === 'needs_method') return null;
  const tried = transactionRows.filter(
    (line) => line.payment_id === id && line.charge_attempt_id !== null && !line.is_credit,
  );
  const last = tried.at(-1)?.charge_attempt_id;
  const lines = tried.filter(({ charge_attempt_id }) => charge_attempt_id === last);
  return lines.length > 0 ? toDollars(sum(lines.map(({ value_cents }) => value_cents))) : null;
}

/** @param transactionRows  of the order; the payment's last charged principal names the invoice */
export function toPaymentResponse(
  row: PaymentRecord,
  transactionRows: readonly TransactionRecord[],
  reader: Reader,
): Payment {
  const lastCharge = lastChargeOf(row, transactionRows);
  const isPaid = row.paid_at !== null;
  return {
    id: row.id,
    payment_number: row.payment_number,
    is_congestion_fee: isCongestionFee(row),
    is_aid_difference: isAidDifference(row),
    part_of: row.part_of,
    is_surplus: row.is_surplus,
    amount: toDollars(row.amount_cents),
    pay_on: row.pay_on,
    paid_at: row.paid_at?.toISOString() ?? null,
    status: row.status,
    tried: triedOf(row, transactionRows),
    next_try_on: row.next_try_on,
    is_processing: row.status === 'processing',
    is_success: isPaid,
    reference: hasRight(reader, 'money') ? row.reference : null,
    notes: hasRight(reader, 'money') ? row.notes : null,
    user_accounting_invoice_id: (isPaid && lastCharge?.user_accounting_invoice_id) || null,
    user_accounting_transaction_id: (isPaid && lastCharge?.id) || null,
  };
}
