import { z } from 'zod';
import { PAYMENT_STATES } from './payment.states.ts';
import { dayShape, dollarsShape, idShape, instantShape } from '#kit/endpoint/wire.ts';

export { PAYMENT_TYPES, type PaymentTypeKey } from '#modules/pricing/quoted-prices.ts';

/** M3 */
export const PAYMENT_SURCHARGE = 'Payment surcharge';

/** M8 */
export const PAYMENT_ADJUSTMENT = 'Payment adjustment';

/** R4 */
export const PAYMENT_REFUND = 'Payment refund';

/** `description_detail` of the line that takes back what staff entered by mistake (MC9) */
export const PAYMENT_MISTAKE = 'Entered by mistake';

export const transactionShape = z.object({
  id: idShape,
  is_success: z.boolean(),
  is_credit: z.boolean(),
  is_adjustment: z.boolean(),
  description: z.string(),
  description_detail: z.string().nullable(),
  quantity: z.number().int(),
  value: dollarsShape,
  payment_type_id: idShape,
  user_accounting_invoice_id: idShape.nullable(),
  created_at: instantShape,
  user_payment_method: z
    .object({
      name: z.string(),
      /** `Visa`; for an account, the bank's word */
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
  /** raised by staff after the sale (S4); shown by this name and not by number */
  is_congestion_fee: z.boolean(),
  /** the part of the price left by declined aid (A6) */
  is_aid_difference: z.boolean(),
  /** the number of the payment of which a check or cash has paid this part (MC12) */
  part_of: z.number().int().nullable(),
  /** what a check was above all that was due; not in the total (MC12) */
  is_surplus: z.boolean(),
  amount: dollarsShape,
  pay_on: dayShape,
  paid_at: instantShape.nullable(),
  status: z.enum(PAYMENT_STATES),
  /** the sum of the last attempt if it came to nothing, its fee included (MP4) */
  tried: dollarsShape.nullable(),
  /** null while the payment waits for the family (M7) */
  next_try_on: dayShape.nullable(),
  /** a bank debit sent and not yet settled (M6) */
  is_processing: z.boolean(),
  is_success: z.boolean(),
  /** staff only, else null */
  reference: z.string().nullable(),
  notes: z.string().nullable(),
  user_accounting_invoice_id: idShape.nullable(),
  user_accounting_transaction_id: idShape.nullable(),
});
export type Payment = z.output<typeof paymentShape>;

export const invoiceShape = z.object({
  id: idShape,
  description: z.string(),
  created_at: instantShape,
  /** the company's limit at the processor stopped the debit; no bank returned it (MS2) */
  is_stopped: z.boolean(),
  /** its payment is no longer owed: a withdrawn fee, a waiver, or more than was due (MC8, MC12) */
  is_owed_by_nobody: z.boolean(),
});
export type Invoice = z.output<typeof invoiceShape>;
