import { z } from 'zod';
import { choice, optionalText } from '#kit/rules/fields.ts';
import { isObject } from '#kit/rules/rule.ts';
import { MOST_REFUND_CENTS } from '#modules/billing/refunds/refunds.contract.ts';
import { centsShape, dayShape, instantShape } from '#kit/endpoint/wire.ts';
import { REFUND_CHANNELS } from '#modules/billing/refunds/refund.states.ts';
import { REQUEST_STATES } from './request.states.ts';

/** 0: a check to the home address, with a waiver of claims. 1: the drivers' fund (R2). */
export const REFUND_TYPES = [0, 1] as const;
export type RefundType = (typeof REFUND_TYPES)[number];

export const refundType = z.literal(REFUND_TYPES);

/** Null until the request is finished. */
export const paidBackShape = z.object({
  way: z.enum(REFUND_CHANNELS).nullable(),
  amount_cents: centsShape.nullable(),
  check_number: z.string().nullable(),
});
export type PaidBack = z.output<typeof paidBackShape>;

export const NOTHING_PAID_BACK: PaidBack = { way: null, amount_cents: null, check_number: null };

export const finishRefundShape = z
  .object({
    way: choice(REFUND_CHANNELS),
    /** null refunds everything left, card fees included (R4) */
    amount_cents: z
      .number()
      .int()
      .min(1)
      .max(MOST_REFUND_CENTS)
      .nullish()
      .transform((amount) => amount ?? null),
    check_number: optionalText(50),
  })
  .refine(({ way, check_number }) => way !== 'check' || Boolean(check_number), {
    path: ['check_number'],
    params: { rule: 'required' },
    when: isObject,
  });
export type FinishRefund = z.output<typeof finishRefundShape>;

export const refundRequestShape = z.object({
  requested_at: instantShape,
  type: refundType,
  state: z.enum(REQUEST_STATES),
  taken_up_at: instantShape.nullable(),
  ended_at: instantShape.nullable(),
  ...paidBackShape.shape,
  reason: z.string().nullable(),
});
export type RefundRequest = z.output<typeof refundRequestShape>;

export const reassignApprovalShape = z.object({ requested_at: instantShape });
export type ReassignApproval = z.output<typeof reassignApprovalShape>;

/** R1 */
const requestWindowShape = z.object({
  is_offered: z.boolean(),
  is_open: z.boolean(),
  cutoff: dayShape.nullable(),
});

export const requestWindowsShape = z.object({
  refund: requestWindowShape,
  /** with the company taking over the contracts, once named, and the season's facts about paying it (MP5) */
  reassign: requestWindowShape.extend({
    company: z.string().nullable(),
    /** the lines of its address; none until it is known */
    mail_to: z.array(z.string()),
    phone: z.string().nullable(),
    due_on: dayShape.nullable(),
    instructions: z.string().nullable(),
    /** whether the program takes checks; without, its families read nothing of paying by check */
    is_by_check: z.boolean(),
  }),
});
