import { z } from 'zod';
import {
  choice,
  email,
  optionalPhone,
  personName,
  phone,
  requiredText,
  US_STATES,
} from '#kit/rules/fields.ts';
import { creditCard } from '#kit/rules/number.ts';
import { rule, isObject } from '#kit/rules/rule.ts';
import {
  CARD_PATTERNS,
  CARD_TYPES,
  cardTypeOf,
  digitsOf,
  isCardNumber,
  isRoutingNumber,
  securityCodeLength,
} from './card.ts';

export const ACCOUNT_TYPES = ['Checking', 'Savings'] as const;

const bankNumber = (isGood: (digits: string) => boolean) => rule<string>('credit_card', isGood);

const bankFields = {
  first_name: personName(),
  last_name: personName(),
  address: requiredText(),
  city: requiredText(),
  state: choice(US_STATES),
  zip: requiredText(),
  email: email(),
  routing_number: requiredText().transform(digitsOf).check(bankNumber(isRoutingNumber)),
  account_number: requiredText()
    .transform(digitsOf)
    .check(bankNumber((number) => /^\d{4,17}$/.test(number))),
  account_type: choice(ACCOUNT_TYPES),
};

/** The card form (contracts.md §5). The server checks the year against today too. */
export const cardShape = z
  .object({
    type: choice(CARD_TYPES),
    number: z.string().min(1).transform(digitsOf).check(creditCard(CARD_PATTERNS)),
    name: personName(),
    exp_month: z.coerce.number().int().min(1).max(12),
    exp_year: z.coerce.number().int().min(2000).max(2100),
    ccid: z.string().trim().min(1).regex(/^\d+$/).min(2).max(10),
  })
  // Runs even beside a missing or invalid number, to name every wrong field at once.
  .refine(
    (card) =>
      typeof card.number !== 'string' || !isCardNumber(card.number) || cardTypeOf(card.number) === card.type,
    {
      path: ['type'],
      params: { rule: 'default' },
      when: isObject,
    },
  )
  .refine((card) => !CARD_TYPES.includes(card.type) || card.ccid?.length === securityCodeLength(card.type), {
    path: ['ccid'],
    params: { rule: 'credit_card' },
    when: isObject,
  });

/** In the wizard the phone is required (contracts.md §5). */
export const bankShape = z.object({ ...bankFields, phone: phone() });

export const bankMethodShape = z.object({ ...bankFields, phone: optionalPhone() });
