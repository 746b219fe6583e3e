import { formatMoney, sum } from '#kit/money.ts';
import { formatDateWithWeekday } from '#kit/plain-date.ts';
import type { LaterPrice } from '#modules/pricing/price-snapshot.ts';
import { chargedText } from '#app/payments/charged-text.ts';

/** @param nameOf  the method in a few words; empty for an unknown method */
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
