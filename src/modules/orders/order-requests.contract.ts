import { z } from 'zod';
import { dayShape, instantShape } from '#kit/endpoint/wire.ts';
import { REFUND_CHANNELS } from '#modules/billing/refunds/refund.states.ts';
import { REQUEST_STATES } from './request.states.ts';

/** A check to the home address, which waives claims, or the drivers' fund (R2). */
export const REFUND_TYPES = [0, 1] as const;
export type RefundType = (typeof REFUND_TYPES)[number];

export const refundType = z.literal(REFUND_TYPES);

/** A refund request as its family sees it, step by step. */
export const refundRequestShape = z.object({
  requested_at: instantShape,
  type: refundType,
  state: z.enum(REQUEST_STATES),
  taken_up_at: instantShape.nullable(),
  ended_at: instantShape.nullable(),
  /** null until it is finished */
  way: z.enum(REFUND_CHANNELS).nullable(),
  amount_cents: z.number().int().nullable(),
  check_number: z.string().nullable(),
  /** why it was declined */
  reason: z.string().nullable(),
});
export type RefundRequest = z.output<typeof refundRequestShape>;

export const reassignApprovalShape = z.object({ requested_at: instantShape });
export type ReassignApproval = z.output<typeof reassignApprovalShape>;

/** When a family of this school year may ask (R1); `request-window.ts` has the rule. */
export const requestWindowShape = z.object({
  is_offered: z.boolean(),
  is_open: z.boolean(),
  cutoff: dayShape.nullable(),
});
