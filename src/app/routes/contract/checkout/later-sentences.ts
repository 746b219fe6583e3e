import { formatMoney, sum } from '#kit/money.ts';
import { formatDateWithWeekday } from '#kit/plain-date.ts';
import type { LaterPrice } from '#modules/pricing/price-snapshot.ts';
import { chargedText } from '#app/payments/charged-text.ts';

/**
 * When which sum is charged, to what if that is known already, and what of it is a fee.
 * @param nameOf  the method in a few words; empty where it is not known
 */
export const laterSentences = (
  planned: readonly LaterPrice[],
  nameOf: (by: LaterPrice['by']) => string,
): string[] =>
  planned.map(({ pay_on, amount_cents, surcharge_cents, by }) =>
    chargedText(
      { day: formatDateWithWeekday(pay_on), amount: formatMoney(sum([amount_cents, surcharge_cents])) },
      { method: nameOf(by), surcharge_cents },
    ),
  );
