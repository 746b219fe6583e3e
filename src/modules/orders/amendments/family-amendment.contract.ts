import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { byId, dayShape, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { optionalText } from '#kit/rules/fields.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { AMENDMENT_REASON_MAX, AMENDMENT_STATES } from '#modules/orders/amendment.states.ts';
import { acceptanceShape, personShape } from '#modules/orders/orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { amendmentRefusals } from './amendments.refusals.ts';

import { amendmentPlanShape, moneyRefusals } from './amendments.contract.ts';

/** What the family reads and accepts (OF5.8). */
export const familyAmendmentShape = z.object({
  order_id: idShape,
  contract_number: z.string(),
  number: z.number().int(),
  state: z.enum(AMENDMENT_STATES),
  student: personShape,
  school: z.object({ path: z.string(), text: z.string() }),
  reason: z.string(),
  counts_from: dayShape,
  ends_at: instantShape,
  answered_at: instantShape.nullable(),
  applied_at: instantShape.nullable(),
  plan: amendmentPlanShape,
  /** why the amendment cannot be accepted at this moment */
  refused: z.string().nullable(),
  /** the texts in force, where route or program change */
  texts: z.array(z.object({ kind: acceptanceShape.shape.kind, html: z.string(), text_hash: z.string() })),
  /** names what is accepted: words, money and texts */
  text_hash: z.string(),
  phone: z.string(),
});
export type FamilyAmendment = z.output<typeof familyAmendmentShape>;

export const readAmendment = endpoint({
  name: 'readAmendment',
  summary: 'The amendment that waits for the family, or the last one, with what it means today (OF5.8)',
  method: 'GET',
  path: '/order/:id/amendment',
  guard: 'account',
  params: byId,
  item: familyAmendmentShape,
  refusals: [orderRefusals.order_not_found, amendmentRefusals.amendment_not_found],
});

/** Of the family's agreement, online or on paper. */
export const agreeRefusals = [
  orderRefusals.order_not_found,
  orderRefusals.order_inactive,
  amendmentRefusals.amendment_not_found,
  amendmentRefusals.amendment_not_open,
  amendmentRefusals.amendment_line_full,
  amendmentRefusals.amendment_same_child,
  amendmentRefusals.amendment_aid_open,
  billingRefusals.second_person_other,
  billingRefusals.payments_closed,
  billingRefusals.processor_busy,
  billingRefusals.refund_key_reused,
  ...moneyRefusals,
  accountRefusals.refused_while_impersonating,
] as const;

export const acceptAmendment = endpoint({
  name: 'acceptAmendment',
  summary: 'Accept an amendment, which is applied at once unless a colleague must approve the refund (OF5.8)',
  method: 'POST',
  path: '/order/:id/amendment/accept',
  guard: 'account',
  // Staff may never accept for the family.
  impersonation: 'refused',
  params: byId,
  body: z.object({
    text_hash: acceptanceShape.shape.text_hash,
    acceptances: z.array(acceptanceShape).max(3).default([]),
  }),
  item: familyAmendmentShape,
  refusals: [...agreeRefusals, orderRefusals.text_stale, amendmentRefusals.amendment_changed],
});

export const declineAmendment = endpoint({
  name: 'declineAmendment',
  summary: 'Decline an amendment; the contract stays as it is (OF5.8)',
  method: 'POST',
  path: '/order/:id/amendment/decline',
  guard: 'account',
  impersonation: 'refused',
  params: byId,
  body: z.object({ reason: optionalText(AMENDMENT_REASON_MAX) }),
  item: familyAmendmentShape,
  refusals: [
    orderRefusals.order_not_found,
    amendmentRefusals.amendment_not_found,
    amendmentRefusals.amendment_not_open,
    accountRefusals.refused_while_impersonating,
  ],
});
