import { z } from 'zod';
import { REFUND_CHANNELS } from '#modules/billing/refunds/refund.states.ts';
import { choice, optionalText, requiredText } from '#kit/rules/fields.ts';
import { isObject } from '#kit/rules/rule.ts';
import { AID_CONSEQUENCES } from '#modules/orders/aid.states.ts';

/** A payment by check or in cash goes back by check; an order that goes on refunds nothing. */
export const declineAidShape = z
  .object({
    reason: requiredText(500),
    consequence: choice(AID_CONSEQUENCES),
    way: choice(REFUND_CHANNELS).default('processor'),
    check_number: optionalText(),
  })
  .refine(
    ({ consequence, way, check_number }) => consequence !== 'end' || way !== 'check' || Boolean(check_number),
    {
      path: ['check_number'],
      params: { rule: 'required' },
      when: isObject,
    },
  );
