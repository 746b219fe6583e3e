import { z } from 'zod';
import { endpoint } from '#kit/endpoint.ts';
import { wireDay, wireId, wireInstant } from '#kit/wire.ts';
import { orderRefusals } from './orders.refusals.ts';

/** A check to the home address, which waives claims, or the drivers' fund (R2). */
export const REFUND_TYPES = [0, 1] as const;
export type RefundType = (typeof REFUND_TYPES)[number];

export const REFUND_STATUSES = ['requested', 'in_work', 'under_way', 'finished', 'declined'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export const REFUND_WAYS = ['check', 'driver_fund', 'processor'] as const;
export type RefundWay = (typeof REFUND_WAYS)[number];

const refundType = z.literal(REFUND_TYPES);

/** A refund request as its family sees it, step by step. */
export const refundRequestShape = z.object({
  requested_at: wireInstant,
  type: refundType,
  state: z.enum(REFUND_STATUSES),
  taken_up_at: wireInstant.nullable(),
  ended_at: wireInstant.nullable(),
  /** null until it is finished */
  way: z.enum(REFUND_WAYS).nullable(),
  amount_cents: z.number().int().nullable(),
  check_number: z.string().nullable(),
  /** why it was declined */
  reason: z.string().nullable(),
});
export type RefundRequest = z.output<typeof refundRequestShape>;

export const reassignApprovalShape = z.object({ requested_at: wireInstant });
export type ReassignApproval = z.output<typeof reassignApprovalShape>;

/** When a family of this school year may ask (R1); `request-window.ts` has the rule. */
export const requestWindowShape = z.object({
  is_offered: z.boolean(),
  is_open: z.boolean(),
  cutoff: wireDay.nullable(),
});

const ofOrder = z.object({ id: wireId });

/** The refund form (contracts.md §5): a type is required. */
export const refundFormShape = z.object({ type: refundType });

export const requestRefund = endpoint({
  name: 'requestRefund',
  summary:
    'Ask for the money of an order back: a check to the home address (0) or the driver fund (1); once an order',
  method: 'POST',
  path: '/order-refund',
  guard: 'account',
  // It waives claims: the parent's alone (U).
  impersonation: 'refused',
  body: z.object({ order: ofOrder, refund: refundFormShape }),
  item: refundRequestShape,
  refusals: [orderRefusals.order_not_found, orderRefusals.refund_requested, orderRefusals.request_refused],
});

export const approveReassign = endpoint({
  name: 'approveReassign',
  summary:
    'Approve that the contract of an order passes to another company; evidence alone, once an order (R3)',
  method: 'POST',
  path: '/order-reassign-approve',
  guard: 'account',
  impersonation: 'refused',
  body: z.object({ order: ofOrder }),
  item: reassignApprovalShape,
  refusals: [orderRefusals.order_not_found, orderRefusals.reassign_approved, orderRefusals.request_refused],
});
