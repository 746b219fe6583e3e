import { z } from 'zod';
import { dayShape } from '#kit/endpoint/wire.ts';
import { choice, optionalText, requiredText } from '#kit/rules/fields.ts';
import { isObject } from '#kit/rules/rule.ts';
import { REFUND_CHANNELS } from '#modules/billing/refunds/refund.states.ts';
import { MOST_REFUND_CENTS } from '#modules/billing/refunds/refunds.contract.ts';

const moneyBackShape = z.object({
  /** null for everything, card fees included (R4) */
  amount_cents: z.number().int().min(1).max(MOST_REFUND_CENTS).nullable(),
  way: choice(REFUND_CHANNELS),
});

/** null keeps what was paid */
export const previewEndingShape = z.object({ refund: moneyBackShape.nullable() });

export const endContractShape = z.object({
  reason: z.string().trim().min(1).min(5).max(500),
  /** the last day of the contract, not in the future */
  ended_on: dayShape,
  /** the aid code may not be used once more (MC11) */
  is_aid_spent: z.boolean().default(false),
  refund: moneyBackShape
    .extend({ reference: optionalText() })
    .refine(({ way, reference }) => way !== 'check' || Boolean(reference), {
      path: ['reference'],
      params: { rule: 'required' },
      when: isObject,
    })
    .nullable(),
  /** the hash of the preview that staff have seen (OF0.20) */
  seen: requiredText(64),
});
export type EndContractBody = z.output<typeof endContractShape>;
