import { z } from 'zod';
import { dayShape } from '#kit/endpoint/wire.ts';
import { choice, optionalText, requiredText } from '#kit/rules/fields.ts';
import { REFUND_CHANNELS } from '#modules/billing/refunds/refund.states.ts';
import { AGREE_BY, AMENDMENT_REASON_MAX } from '#modules/orders/amendment.states.ts';
import { contractSelectionShape } from '#modules/orders/orders.contract.ts';

/** The whole selection as it will be; what equals the contract in force stays as signed (OF5.1). */
export const changedContractShape = contractSelectionShape.omit({
  student_id: true,
  product_id: true,
  payment_term_type_id: true,
});
export type ChangedContract = z.output<typeof changedContractShape>;

const MOST_FEE_CENTS = 1_000_000;

const facts = {
  contract: changedContractShape,
  /** takes the student's and guardians' details from the student's record into the contract */
  student: z.literal('on_file').nullable().default(null),
  /** of the season of the contract */
  counts_from: dayShape,
  prices_of: z.enum(['signing', 'today']),
  share: z.enum(['year', 'days']),
  fee_cents: z.number().int().min(0).max(MOST_FEE_CENTS),
  /** required where the fee is not the company's */
  fee_reason: optionalText(AMENDMENT_REASON_MAX),
  /** null: 14 days from the acceptance, of a paper from the last day on which it can be signed */
  more: z.object({ how: z.enum(['payment', 'spread']), pay_on: dayShape.nullable() }),
  less: z.object({
    first: z.enum(['lower', 'give_back']),
    way: choice(REFUND_CHANNELS),
    reference: optionalText(),
  }),
  schedule: z.enum(['keep', 'new']),
  agree_by: z.enum(AGREE_BY),
};

export const amendmentPreviewShape = z.object(facts);
export type AmendmentRequest = z.output<typeof amendmentPreviewShape>;

export const proposeAmendmentShape = z.object({
  ...facts,
  reason: requiredText(AMENDMENT_REASON_MAX),
  /** the hash of the plan that staff have seen (OF0.20) */
  seen: requiredText(64),
});
export type ProposeAmendment = z.output<typeof proposeAmendmentShape>;
