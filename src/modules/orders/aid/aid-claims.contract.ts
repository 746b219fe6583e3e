import { z } from 'zod';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { pricingRefusals } from '#modules/pricing/pricing.refusals.ts';
import { choices, names, seasons } from '#kit/list/filters.ts';
import { listEndpoint, searchText } from '#kit/list/list-endpoint.ts';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, centsShape, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { AID_CONSEQUENCES, AID_OUTCOMES, AID_STATES } from '#modules/orders/aid.states.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { declineAidShape } from './aid-claims.shapes.ts';

/** No student is named, so reading leaves no audit row. */
export const aidClaimShape = z.object({
  id: idShape,
  order_id: idShape,
  contract_number: z.string().nullable(),
  parent: z.object({ id: idShape, first_name: z.string(), last_name: z.string() }),
  school: z.string(),
  program: z.string(),
  period: z.string(),
  code: z.string(),
  amount_cents: centsShape,
  /** the year's price without aid: the term and the add-ons */
  full_cents: centsShape,
  difference_cents: centsShape,
  claimed_at: instantShape,
  days_open: z.number().int(),
  state: z.enum(AID_STATES),
  /** nothing is charged before the confirmation */
  is_awaited: z.boolean(),
  order_is_active: z.boolean(),
  consequence: z.enum(AID_CONSEQUENCES).nullable(),
  reason: z.string().nullable(),
  decided_at: instantShape.nullable(),
  decided_by: z.string().nullable(),
  /** an open request to a second person */
  asked: z
    .object({
      ends_order: z.boolean(),
      asked_by: z.string(),
      asked_at: instantShape,
      amount_cents: centsShape,
      is_own: z.boolean(),
    })
    .nullable(),
});

export type AidClaim = z.output<typeof aidClaimShape>;

/** Aid that nobody confirms is in no list. */
export const CLAIM_STATES = ['to_confirm', ...AID_OUTCOMES] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

export const listAidClaims = listEndpoint({
  name: 'listAidClaims',
  summary: 'A page of the financial aid that waits for the office, and of what the office has decided',
  path: '/admin/aid',
  right: 'money_write',
  isOfPeople: true,
  row: aidClaimShape,
  sorts: { oldest: { keys: ['number'] }, newest: { keys: ['number'] } },
  filters: {
    search: searchText,
    state: choices(CLAIM_STATES),
    season: seasons(),
    school: names(),
  },
});
export type ClaimSort = keyof typeof listAidClaims.sorts;

const deciding = {
  method: 'POST',
  guard: { right: 'money_write' },
  impersonation: 'refused',
  params: byId,
  item: aidClaimShape,
} as const;

const decidingRefusals = [
  orderRefusals.aid_claim_not_found,
  orderRefusals.aid_decided,
  orderRefusals.aid_decline_waits,
  orderRefusals.aid_confirm_waits,
  accountRefusals.own_order,
  accountRefusals.refused_while_impersonating,
] as const;

export const confirmAid = endpoint({
  ...deciding,
  name: 'confirmAid',
  proof: 'recent',
  summary: 'Confirm the financial aid of an order; where the order waits for it, it is charged now (A6)',
  path: '/admin/order/:id/aid/confirm',
  audits: ['aid.confirm', 'second_person.ask'],
  refusals: [
    ...decidingRefusals,
    orderRefusals.aid_method_gone,
    orderRefusals.aid_debits_closed,
    pricingRefusals.charge_too_small,
    billingRefusals.charge_declined,
    billingRefusals.payments_closed,
    billingRefusals.processor_busy,
    billingRefusals.charge_unconfirmed,
    billingRefusals.charge_held,
    billingRefusals.second_person_asked,
    billingRefusals.second_person_other,
    billingRefusals.second_person_meanwhile,
  ],
});

export type DeclineAidValues = z.input<typeof declineAidShape>;

export type DeclineAid = z.output<typeof declineAidShape>;

export const declineAid = endpoint({
  ...deciding,
  name: 'declineAid',
  summary:
    'Decline the financial aid of an order with a reason: the rest of the price falls due in 14 days, ' +
    'or the order ends and what was paid goes back (A6)',
  proof: 'recent',
  path: '/admin/order/:id/aid/decline',
  audits: ['aid.decline', 'second_person.ask'],
  body: declineAidShape,
  refusals: [
    ...decidingRefusals,
    orderRefusals.aid_order_waits,
    billingRefusals.second_person_asked,
    billingRefusals.second_person_other,
    billingRefusals.second_person_meanwhile,
    billingRefusals.refund_charge_on_its_way,
    billingRefusals.refund_not_settled,
    billingRefusals.refund_elsewhere,
    billingRefusals.refund_too_old,
    billingRefusals.refund_received_outside,
    billingRefusals.payments_closed,
    billingRefusals.processor_busy,
    billingRefusals.refund_key_reused,
  ],
});
