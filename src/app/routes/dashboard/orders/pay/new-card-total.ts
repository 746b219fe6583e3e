import type { Cents } from '#kit/money.ts';
import type { Funding } from '#modules/billing/methods/funding.states.ts';
import type { ChargeToCome } from '#modules/billing/pay-now/pay-now.contract.ts';

/** Until the kind of the card is known, the total of a credit card (S5). */
export const newCardTotal = (
  { new_ways: { credit_card, debit_card } }: Pick<ChargeToCome, 'new_ways'>,
  funding: Funding | null,
): Cents => (funding === null || funding === 'credit' ? credit_card : debit_card);
