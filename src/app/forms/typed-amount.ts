import { z } from 'zod';
import { cents, type Cents } from '#kit/money.ts';
import { amountBetween, decimal } from '#kit/rules/number.ts';

const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;

/** A comma separates thousands; `1,50` is no amount. */
function withoutSigns(typed: string): string {
  const plain = typed.replaceAll(/[$\s]/g, '');
  return THOUSANDS.test(plain) ? plain.replaceAll(',', '') : plain;
}

/** Reads `1,000.50` or `$1000` as cents; undefined for other texts. */
export function typedAmount(typed: string): Cents | undefined {
  const plain = withoutSigns(typed);
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(plain)) return undefined;
  const [dollars = '0', parts = ''] = plain.split('.');
  return cents(Number(dollars) * 100 + Number(parts.padEnd(2, '0')));
}

export const amountText = (least: Cents, most: Cents) =>
  z
    .string()
    .transform(withoutSigns)
    .pipe(
      z
        .string()
        .min(1)
        .check(decimal(2), ...amountBetween(least, most)),
    );
