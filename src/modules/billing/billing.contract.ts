import { z } from 'zod';
import { PAYMENT_STATES } from './payment.states.ts';
import { dayShape, dollarsShape, idShape, instantShape } from '#kit/endpoint/wire.ts';

export { PAYMENT_TYPES, type PaymentTypeKey } from '#modules/pricing/pricing.contract.ts';

/** What a transaction's `description_detail` says of a surcharge's line (M3). */
export const PAYMENT_SURCHARGE = 'Payment surcharge';

/**
 * What a transaction's `description_detail` says where staff changed what is owed; no money has moved (M8).
 */
export const PAYMENT_ADJUSTMENT = 'Payment adjustment';

/** What it says of principal that went back; a card fee that did is a surcharge's line (R4). */
export const PAYMENT_REFUND = 'Payment refund';

export const transactionShape = z.object({
  id: idShape,
  is_success: z.boolean(),
  is_credit: z.boolean(),
  is_adjustment: z.boolean(),
  description: z.string(),
  /** `Payment surcharge` marks surcharges */
  description_detail: z.string().nullable(),
  quantity: z.number().int(),
  value: dollarsShape,
  payment_type_id: idShape,
  user_accounting_invoice_id: idShape.nullable(),
  created_at: instantShape,
  user_payment_method: z
    .object({
      name: z.string(),
      /** `Visa`; the bank's word for an account */
      brand: z.string(),
      ident: z.string(),
      exp_month: z.number().int().nullable(),
      exp_year: z.number().int().nullable(),
    })
    .nullable(),
});
export type Transaction = z.output<typeof transactionShape>;

export const paymentShape = z.object({
  id: idShape,
  payment_number: z.number().int(),
  /** raised by staff after the sale (S4); it goes by this name and not by its number */
  is_congestion_fee: z.boolean(),
  /** what declined aid leaves of the price (A6) */
  is_aid_difference: z.boolean(),
  amount: dollarsShape,
  pay_on: dayShape,
  paid_at: instantShape.nullable(),
  status: z.enum(PAYMENT_STATES),
  /** the day on which one that failed is tried again by itself; null when it waits for the family (M7) */
  next_try_on: dayShape.nullable(),
  /** a bank debit that has been sent and not yet settled (M6) */
  is_processing: z.boolean(),
  is_success: z.boolean(),
  /** staff only, else null */
  reference: z.string().nullable(),
  /** staff only, else null */
  notes: z.string().nullable(),
  user_accounting_invoice_id: idShape.nullable(),
  user_accounting_transaction_id: idShape.nullable(),
});
export type Payment = z.output<typeof paymentShape>;

export const invoiceShape = z.object({ id: idShape, description: z.string(), created_at: instantShape });
