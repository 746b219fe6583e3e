import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { requiredText } from '#kit/rules/fields.ts';
import { isObject } from '#kit/rules/rule.ts';
import { dayShape, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { FUNDINGS } from './funding.states.ts';
import { bankShape, cardShape } from './methods.shapes.ts';

export type Card = z.output<typeof cardShape>;

export type Bank = z.output<typeof bankShape>;

export const tokenShape = z.object({ token: requiredText() });

export type ByToken = z.output<typeof tokenShape>;

export const isByToken = (form: object): form is ByToken => 'token' in form;

/** A plain union of Zod runs both shapes, and names no field in errors. */
export function typedOrEntered<Form extends z.ZodObject, Token extends z.ZodObject>(
  form: Form,
  token: Token,
): z.ZodUnion<readonly [Form, Token]> {
  const either = z.union([form, token]);
  // oxlint-disable-next-line no-underscore-dangle
  const inside = (shape: z.ZodType) => shape._zod;
  const run: z.ZodType['_zod']['run'] = (payload, ctx) =>
    inside(isObject(payload) && isByToken(Object(payload.value)) ? token : form).run(payload, ctx);
  Object.assign(inside(either), { parse: run, run });
  return either;
}

export const paymentMethodShape = z.object({
  id: idShape,
  user_id: idShape,
  name: z.string(),
  payment_type_id: idShape,
  brand: z.string(),
  ident: z.string(),
  bank_name: z.string().nullable(),
  /** an account waiting for the bank can be neither chosen nor charged (S15) */
  state: z.enum(['ready', 'verifying']),
  verify_url: z.string().nullable(),
  arrives_on: dayShape.nullable(),
  /** only a credit card pays the card's surcharge (S5) */
  funding: z.enum(FUNDINGS).nullable(),
  /** some states allow less of the surcharge (S5); null if unknown to the processor */
  billing_state: z.string().nullable(),
  exp_month: z.number().int().nullable(),
  exp_year: z.number().int().nullable(),
  is_default: z.boolean(),
  is_active: z.boolean(),
  created_at: instantShape,
  /** null means general use: every school */
  program_group: z
    .object({ id: idShape, text: z.string(), programs: z.array(z.object({ id: idShape })) })
    .nullable(),
});

export type PaymentMethod = z.output<typeof paymentMethodShape>;

export const listPaymentMethods = endpoint({
  name: 'listPaymentMethods',
  summary: 'The saved cards and bank accounts of the family, newest first',
  method: 'GET',
  path: '/accounting/payment-methods/read/all',
  guard: 'account',
  item: paymentMethodShape,
  refusals: [],
});
