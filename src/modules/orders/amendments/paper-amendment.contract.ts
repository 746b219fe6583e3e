import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { onceRefusals } from '#kit/endpoint/once.refusals.ts';
import { byId, idShape, keyHeaders } from '#kit/endpoint/wire.ts';
import { requiredText } from '#kit/rules/fields.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { onPaperShape } from '#modules/orders/paper/paper.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { amendmentPlanShape, amendmentShape } from './amendments.contract.ts';
import { amendmentRefusals } from './amendments.refusals.ts';
import { agreeRefusals } from './family-amendment.contract.ts';

const ofPaper = {
  path: '/admin/amendments/:id/paper',
  guard: { right: 'money_write' },
  impersonation: 'refused',
  params: byId,
} as const;

const amendmentToSignShape = z.object({
  id: idShape,
  number: z.number().int(),
  /** the paper to print and sign; opens below /storage/ for five minutes */
  path: z.string(),
  /** as the paper says today */
  plan: amendmentPlanShape,
  /** the paper names the agreement to a congestion fee */
  has_surge: z.boolean(),
  /** the refund is above what one person may give back (OF5.11) */
  needs_second_person: z.boolean(),
});
export type AmendmentToSign = z.output<typeof amendmentToSignShape>;

export const readAmendmentToSign = endpoint({
  ...ofPaper,
  name: 'readAmendmentToSign',
  summary: 'The paper of an amendment that waits, to be printed and signed, with what it says (OF5.8)',
  method: 'GET',
  audits: ['order.paper'],
  item: amendmentToSignShape,
  refusals: [...agreeRefusals, accountRefusals.own_order],
});

export const signAmendmentOnPaper = endpoint({
  ...ofPaper,
  name: 'signAmendmentOnPaper',
  proof: 'recent',
  summary:
    'Record an amendment that the family has signed on paper; it is applied at once unless a colleague ' +
    'must approve the refund. Exactly once for each Idempotency-Key (OF5.8)',
  method: 'POST',
  audits: ['amendment.paper', 'amendment.apply'],
  headers: keyHeaders,
  body: onPaperShape.extend({ code: requiredText(20) }),
  item: amendmentShape,
  refusals: [
    ...agreeRefusals,
    amendmentRefusals.amendment_other_paper,
    orderRefusals.scan_used,
    orderRefusals.signed_in_future,
    orderRefusals.signed_too_long_ago,
    orderRefusals.surge_page_missing,
    accountRefusals.own_order,
    onceRefusals.once_key_reused,
  ],
});
export type AmendmentOnPaper = z.output<typeof signAmendmentOnPaper.body>;
