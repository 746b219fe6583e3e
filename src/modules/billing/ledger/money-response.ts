import { toDollars, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Payment, Transaction } from '#modules/billing/billing.contract.ts';

type TransactionRecord = {
  id: number;
  paymentId: number | null;
  isSuccess: boolean;
  isCredit: boolean;
  isAdjustment: boolean;
  description: string;
  descriptionDetail: string | null;
  quantity: number;
  valueCents: Cents;
  paymentTypeId: number;
  paymentMethodId: number | null;
  userAccountingInvoiceId: number | null;
  createdAt: Date;
};
type Method = { name: string; last4: string; expMonth: number | null; expYear: number | null };

export function toTransactionResponse(
  transaction: TransactionRecord,
  methods: ReadonlyMap<number, Method>,
): Transaction {
  const method = transaction.paymentMethodId === null ? undefined : methods.get(transaction.paymentMethodId);
  return {
    id: transaction.id,
    is_success: transaction.isSuccess,
    is_credit: transaction.isCredit,
    is_adjustment: transaction.isAdjustment,
    description: transaction.description,
    description_detail: transaction.descriptionDetail,
    quantity: transaction.quantity,
    value: toDollars(transaction.valueCents),
    payment_type_id: transaction.paymentTypeId,
    user_accounting_invoice_id: transaction.userAccountingInvoiceId,
    created_at: transaction.createdAt.toISOString(),
    user_payment_method: method
      ? {
          name: method.name,
          ident: `****${method.last4}`,
          exp_month: method.expMonth,
          exp_year: method.expYear,
        }
      : null,
  };
}

type PaymentRecord = {
  id: number;
  paymentNumber: number;
  congestionFeeId: number | null;
  amountCents: Cents;
  payOn: PlainDate;
  status: Payment['status'];
  nextTryOn: PlainDate | null;
  paidAt: Date | null;
  reference: string | null;
  notes: string | null;
};

/** @param lines  the order's transactions; the last principal that was taken for this row names its bill */
export function toPaymentResponse(
  row: PaymentRecord,
  transactionRows: readonly TransactionRecord[],
  reader: { is_staff: boolean },
): Payment {
  const lastCharge = transactionRows.findLast(
    (transaction) =>
      transaction.paymentId === row.id &&
      transaction.isSuccess &&
      !transaction.isCredit &&
      transaction.descriptionDetail === null,
  );
  const isPaid = row.paidAt !== null;
  return {
    id: row.id,
    payment_number: row.paymentNumber,
    is_congestion_fee: row.congestionFeeId !== null,
    amount: toDollars(row.amountCents),
    pay_on: row.payOn,
    paid_at: row.paidAt?.toISOString() ?? null,
    status: row.status,
    next_try_on: row.nextTryOn,
    is_processing: row.status === 'processing',
    is_success: isPaid,
    reference: reader.is_staff ? row.reference : null,
    notes: reader.is_staff ? row.notes : null,
    user_accounting_invoice_id: (isPaid && lastCharge?.userAccountingInvoiceId) || null,
    user_accounting_transaction_id: (isPaid && lastCharge?.id) || null,
  };
}
