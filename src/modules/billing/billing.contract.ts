import { z } from 'zod';
import { endpoint } from '#kit/endpoint.ts';
import { choice, email, optionalPhone, phone, requiredText, US_STATES } from '#kit/fields.ts';
import { creditCard } from '#kit/rules/number.ts';
import { rule } from '#kit/rules/rule.ts';
import { wireDay, wireDollars, wireId, wireInstant } from '#kit/wire.ts';
import {
  CARD_PATTERNS,
  CARD_TYPES,
  cardTypeOf,
  digitsOf,
  isCardNumber,
  isRoutingNumber,
  securityCodeLength,
} from './card.ts';

export { PAYMENT_TYPES, type PaymentTypeKey } from '#modules/pricing/pricing.contract.ts';

/** What a transaction's `description_detail` says of a surcharge's line (M3). */
export const PAYMENT_SURCHARGE = 'Payment surcharge';

/**
 * What a transaction's `description_detail` says where staff changed what is owed; no money has moved (M8).
 */
export const PAYMENT_ADJUSTMENT = 'Payment adjustment';

/** What it says of principal that went back; a card fee that did is a surcharge's line (R4). */
export const PAYMENT_REFUND = 'Payment refund';

export const ACCOUNT_TYPES = ['Checking', 'Savings'] as const;

const isObject = (payload: { value: unknown }) => typeof payload.value === 'object' && payload.value !== null;
/** A number of a bank is refused in the words of a card number. */
const bankNumber = (isGood: (digits: string) => boolean) => rule<string>('credit_card', isGood);

/** The card form (contracts.md §5). The year is checked against today by the server as well. */
export const cardShape = z
  .object({
    type: choice(CARD_TYPES),
    number: z.string().min(1).transform(digitsOf).check(creditCard(CARD_PATTERNS)),
    name: requiredText(),
    exp_month: z.coerce.number().int().min(1).max(12),
    exp_year: z.coerce.number().int().min(2000).max(2100),
    ccid: z.string().trim().min(1).regex(/^\d+$/).min(2).max(10),
  })
  // Runs beside a number that is missing or no text, so that every field at fault is named at once.
  .refine(
    (card) =>
      typeof card.number !== 'string' || !isCardNumber(card.number) || cardTypeOf(card.number) === card.type,
    {
      path: ['type'],
      params: { rule: 'default' },
      when: isObject,
    },
  )
  .refine((card) => !CARD_TYPES.includes(card.type) || card.ccid?.length === securityCodeLength(card.type), {
    path: ['ccid'],
    params: { rule: 'credit_card' },
    when: isObject,
  });
export type Card = z.output<typeof cardShape>;

const bankFields = {
  first_name: requiredText(),
  last_name: requiredText(),
  address: requiredText(),
  city: requiredText(),
  state: choice(US_STATES),
  zip: requiredText(),
  email: email(),
  routing_number: requiredText().transform(digitsOf).check(bankNumber(isRoutingNumber)),
  account_number: requiredText()
    .transform(digitsOf)
    .check(bankNumber((number) => /^\d{4,17}$/.test(number))),
  account_type: choice(ACCOUNT_TYPES),
};

/** The bank form of the wizard: the phone is required there (contracts.md §5). */
export const bankShape = z.object({ ...bankFields, phone: phone() });
export type Bank = z.output<typeof bankShape>;

/** The bank form of the payment method screens: the phone is optional there. */
export const bankMethodShape = z.object({ ...bankFields, phone: optionalPhone() });

export const paymentMethodShape = z.object({
  id: wireId,
  user_id: wireId,
  /** the holder's name */
  name: z.string(),
  payment_type_id: wireId,
  brand: z.string(),
  /** masked: `****4242` */
  ident: z.string(),
  exp_month: z.number().int().nullable(),
  exp_year: z.number().int().nullable(),
  is_default: z.boolean(),
  is_active: z.boolean(),
  created_at: wireInstant,
  /** null means general usage: it serves every school */
  program_group: z
    .object({ id: wireId, text: z.string(), programs: z.array(z.object({ id: wireId })) })
    .nullable(),
});
export type PaymentMethod = z.output<typeof paymentMethodShape>;

export const transactionShape = z.object({
  id: wireId,
  is_success: z.boolean(),
  is_credit: z.boolean(),
  is_adjustment: z.boolean(),
  description: z.string(),
  /** `Payment surcharge` marks surcharges */
  description_detail: z.string().nullable(),
  quantity: z.number().int(),
  value: wireDollars,
  payment_type_id: wireId,
  user_accounting_invoice_id: wireId.nullable(),
  created_at: wireInstant,
  user_payment_method: z
    .object({
      name: z.string(),
      ident: z.string(),
      exp_month: z.number().int().nullable(),
      exp_year: z.number().int().nullable(),
    })
    .nullable(),
});
export type Transaction = z.output<typeof transactionShape>;

/** Where a payment stands. */
export const PAYMENT_STATES = [
  'scheduled',
  'in_flight',
  'processing',
  'paid',
  'failed',
  'returned',
  'needs_method',
  'cancelled',
] as const;

export const paymentShape = z.object({
  id: wireId,
  payment_number: z.number().int(),
  /** raised by staff after the sale (S4); it goes by this name and not by its number */
  is_congestion_fee: z.boolean(),
  amount: wireDollars,
  pay_on: wireDay,
  paid_at: wireInstant.nullable(),
  status: z.enum(PAYMENT_STATES),
  /** the day on which one that failed is tried again by itself; null when it waits for the family (M7) */
  next_try_on: wireDay.nullable(),
  /** a bank debit that has been sent and not yet settled (M6) */
  is_processing: z.boolean(),
  is_success: z.boolean(),
  /** staff only, else null */
  reference: z.string().nullable(),
  /** staff only, else null */
  notes: z.string().nullable(),
  user_accounting_invoice_id: wireId.nullable(),
  user_accounting_transaction_id: wireId.nullable(),
});
export type Payment = z.output<typeof paymentShape>;

export const invoiceShape = z.object({ id: wireId, description: z.string(), created_at: wireInstant });

export const listPaymentMethods = endpoint({
  name: 'listPaymentMethods',
  summary: 'The saved cards and bank accounts of the family, newest first',
  method: 'GET',
  path: '/accounting/payment-methods/read/all',
  guard: 'account',
  item: paymentMethodShape,
  refusals: [],
});
