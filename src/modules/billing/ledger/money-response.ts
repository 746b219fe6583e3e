import { toDollars, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Payment, Transaction } from '#modules/billing/billing.contract.ts';

type Line = {
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

export function transactionOnTheWire(line: Line, methods: ReadonlyMap<number, Method>): Transaction {
  const method = line.paymentMethodId === null ? undefined : methods.get(line.paymentMethodId);
  return {
    id: line.id,
    is_success: line.isSuccess,
    is_credit: line.isCredit,
    is_adjustment: line.isAdjustment,
    description: line.description,
    description_detail: line.descriptionDetail,
    quantity: line.quantity,
    value: toDollars(line.valueCents),
    payment_type_id: line.paymentTypeId,
    user_accounting_invoice_id: line.userAccountingInvoiceId,
    created_at: line.createdAt.toISOString(),
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

type Row = {
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
export function paymentOnTheWire(row: Row, lines: readonly Line[], reader: { is_staff: boolean }): Payment {
  const taken = lines.findLast(
    (line) =>
      line.paymentId === row.id && line.isSuccess && !line.isCredit && line.descriptionDetail === null,
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
    user_accounting_invoice_id: (isPaid && taken?.userAccountingInvoiceId) || null,
    user_accounting_transaction_id: (isPaid && taken?.id) || null,
  };
}
